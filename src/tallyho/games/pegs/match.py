"""The match: when a round is over and how it counts (P11)."""

from typing import NoReturn

from tallyho.contract import IllegalTurn, Outcome, Side
from tallyho.games.pegs.board import BLACK, WHITE
from tallyho.games.pegs.position import Position


def is_over(position: Position) -> bool:
    """Whether a side has no peg left on the board."""
    board = position.board
    return WHITE not in board or BLACK not in board


def outcome(position: Position) -> Outcome | None:
    """The pegs left, as points and as tiles, once the round is over."""
    if not is_over(position):
        return None
    left = (position.pegs(Side.FIRST), position.pegs(Side.SECOND))
    return Outcome(points=left, tiles=left)


def claim() -> NoReturn:
    """Refuse: no draw can be claimed in this game."""
    raise IllegalTurn("P11", "the peg game knows no draw claim; offer your opponent a draw")
