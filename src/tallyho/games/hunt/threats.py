"""Threats: which tiles each side could capture if it were to move now."""

from itertools import compress
from typing import Final

from tallyho.contract import Side
from tallyho.games.hunt.board import NAMES, SPACES
from tallyho.games.hunt.moves import CAPTURES, OCCUPIED, OUTLOOKS, Move, ordinary_turns
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.tiles import BLUE, BROWN, KIND, OPPONENT, OWN


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


# For each side a byte table that keeps the letters of its own tiles and makes all others zero.
_OWN: Final = tuple(bytes(code if chr(code) in own else 0 for code in range(256)) for own in OWN)


def captures(board: str, side: Side) -> list[Move]:
    """Every capture that the board offers a side (H7), whatever the bans say."""
    letters = board.encode()
    occupied = int(letters.translate(OCCUPIED), 2)
    found: list[Move] = []
    for space in compress(SPACES, letters.translate(_OWN[side])):
        hunts, _, _, rank, rank_mask, file, file_mask = OUTLOOKS[board[space]][space]
        _, _, left, right = rank[occupied & rank_mask]
        _, _, down, up = file[occupied & file_mask]
        seen = (left, down, up, right)
        for way, prey in hunts:
            target = seen[way]
            if target is not None and board[target] in prey:
                found.append(CAPTURES[space, target])
    return found
