"""The end of a round, the score, the match and the draw claim (H14–H18)."""

from typing import Final

from tallyho.contract import IllegalTurn, Outcome, Side
from tallyho.games.hunt.moves import Turn, TurnOver, ordinary_turns
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import BLUE, BROWN, OWN, points


def is_over(position: Position, rules: Rules) -> bool:
    """H11, H14: the last turns are used up, or the round ends early."""
    if position.left is None:
        return False
    if position.left == 0:
        return True
    if rules.end == "extinct":
        return _is_extinct(position, BLUE) or _is_extinct(position, BROWN)
    return _is_extinct(position, position.to_move) and not ordinary_turns(position)


_COLOURS: Final = tuple(frozenset(faces) for faces in OWN)


def _is_extinct(position: Position, side: Side) -> bool:
    """Whether no tile of that colour is on the board, once all lie face up."""
    return _COLOURS[side].isdisjoint(position.board)


def score(position: Position) -> Outcome:
    """H15: points and number of the tiles that each side has won."""
    blue, brown = position.winnings
    return Outcome((points(blue), points(brown)), (sum(blue), sum(brown)))


def check_claim(position: Position, announced: Turn | None, rules: Rules) -> None:
    """H18: return if the side to move may claim a draw, with or without an announced turn.

    Who announces a turn must have checked that it is legal.
    """
    if rules.claim is None:
        raise IllegalTurn("H18", "these rules know no draw claim; offer your opponent a draw")
    if position.quiet is None:
        raise IllegalTurn("H18", "the final phase ends by itself; there is nothing to claim")
    turns = position.quiet
    if announced is not None and not isinstance(announced, TurnOver):
        turns += 1
    missing = 2 * rules.claim - turns
    if missing > 0:
        reason = f"{position.quiet} turns have passed since the last turn-over; "
        raise IllegalTurn("H18", f"{reason}{2 * rules.claim} are needed for a claim")
