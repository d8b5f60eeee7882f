"""Threats: which tiles of each side the other side could capture if it were to move now."""

from tallyho.games.hunt.board import NAMES
from tallyho.games.hunt.moves import Move, ordinary_turns
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.tiles import BLUE, BROWN, KIND, OPPONENT


def threats(position: Position) -> tuple[str, ...]:
    """The spaces of threatened blue and brown tiles, in the order of their names."""
    found: set[str] = set()
    for hunter in (BLUE, BROWN):
        seen = position._replace(to_move=hunter, lock=None)
        for turn in ordinary_turns(seen):
            if isinstance(turn, Move) and turn.captures:
                if KIND[position.board[turn.target]].owner is OPPONENT[hunter]:
                    found.add(NAMES[turn.target])
    return tuple(sorted(found))
