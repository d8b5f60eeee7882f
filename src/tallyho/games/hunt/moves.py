"""The turns there are, and which of them are legal (H4–H10, H12, H13).

Every Move and TurnOver that can exist is made once, in the tables below, so that listing the legal
turns makes no new objects.
"""

from bisect import insort
from dataclasses import dataclass
from itertools import compress
from typing import Final, NamedTuple

from tallyho.games.hunt.board import (
    EXIT_RAYS,
    EXITS,
    NAMES,
    RAYS,
    SPACES,
    WAYS,
    Direction,
    Space,
    is_clear,
)
from tallyho.games.hunt.position import Ban, Position
from tallyho.games.hunt.tiles import EMPTY, FACE_DOWN, FAR, KIND, MOVABLE, OWN, PREY


class TurnOver(NamedTuple):
    """The decision to turn a face-down tile over."""

    space: Space


class TurnedOver(NamedTuple):
    """What came of a turn-over: the tile's face."""

    space: Space
    face: str


class Move(NamedTuple):
    """A face-up tile goes straight to `target`: an empty space, its prey, or an exit."""

    origin: Space
    target: Space
    captures: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """The forced pass of H13."""


Turn = TurnOver | Move | Pass
Event = TurnedOver | Move | Pass

PASS: Final = Pass()
TURN_OVERS: Final = tuple(TurnOver(space) for space in SPACES)
MOVES: Final = {(origin, target): Move(origin, target) for origin, target in WAYS}
CAPTURES: Final = {
    (origin, target): Move(origin, target, captures=True)
    for origin, target in WAYS
    if target not in EXITS
}


Sight = tuple[tuple[Move, ...], tuple[Move, ...], Space | None, Space | None]
"""What a tile sees along its rank or file: moves and first tile before it, and after it."""

# Makes occupied spaces bits: space 0 is the highest of 49, as int(…, 2) reads a board.
OCCUPIED: Final = bytes(ord("0" if chr(code) == EMPTY else "1") for code in range(256))
_BIT: Final = tuple(1 << (48 - space) for space in SPACES)


class Axis(dict[int, Sight]):
    """One space's sights along one axis, by which spaces of the axis are occupied.

    At most 64 entries, each worked out when it is first met.
    """

    def __init__(self, space: Space, back: Direction, reach: int) -> None:
        self.space = space
        self.behind = RAYS[space][back][:reach]
        self.ahead = RAYS[space][back.opposite][:reach]
        self.mask = sum(_BIT[to] for to in self.behind + self.ahead)

    def __missing__(self, occupied: int) -> Sight:
        before, tile_before = self._walk(self.behind, occupied)
        after, tile_after = self._walk(self.ahead, occupied)
        self[occupied] = sight = (before[::-1], after, tile_before, tile_after)
        return sight

    def _walk(self, ray: tuple[Space, ...], occupied: int) -> tuple[tuple[Move, ...], Space | None]:
        for steps, space in enumerate(ray):
            if occupied & _BIT[space]:  # face down or up, a tile stands in the way (H8)
                return self._moves(ray[:steps]), space
        return self._moves(ray), None

    def _moves(self, targets: tuple[Space, ...]) -> tuple[Move, ...]:
        return tuple(MOVES[self.space, target] for target in targets)


# Names sort left, down, up, right around a space; lists of targets keep that order.
_BY_NAME: Final = (Direction.LEFT, Direction.DOWN, Direction.UP, Direction.RIGHT)

Hunts = tuple[tuple[int, str], ...]
"""In which of these four ways a face captures, and what."""

Outlook = tuple[Hunts, tuple[Space | None, ...], int, Axis, int, Axis, int]
"""All that listing a tile's turns needs, by face and space: what it captures; the spaces beside it
(None beyond the rim) and their bits; the axis along the rank and its mask; the same for the file.
"""


def _hunts(face: str) -> Hunts:
    return tuple((way, PREY[face][to]) for way, to in enumerate(_BY_NAME) if PREY[face][to])


def _outlook(face: str, space: Space, rank: Axis, file: Axis) -> Outlook:
    beside = tuple(RAYS[space][to][0] if RAYS[space][to] else None for to in _BY_NAME)
    bits = sum(_BIT[next_to] for next_to in beside if next_to is not None)
    return _hunts(face), beside, bits, rank, rank.mask, file, file.mask


# OUTLOOKS[face][space]; tiles of the same reach share their axes.
_AXES: Final = {
    reach: [
        (Axis(space, Direction.LEFT, reach), Axis(space, Direction.DOWN, reach)) for space in SPACES
    ]
    for reach in (1, FAR)
}
OUTLOOKS: Final = {
    face: tuple(_outlook(face, space, *_AXES[kind.reach][space]) for space in SPACES)
    for face, kind in KIND.items()
    if kind.reach
}

# H5: for each side a byte table that keeps the letters it can act on and makes all others zero.
_ACTS_ON: Final = tuple(
    bytes(code if chr(code) in movable + FACE_DOWN else 0 for code in range(256))
    for movable in MOVABLE
)


def ordinary_turns(position: Position) -> list[Turn]:
    """Every turn on the board by H4–H10, sorted by text; exits and the chase rule come on top."""
    board, lock = position.board, position.lock
    letters = board.encode()
    occupied = int(letters.translate(OCCUPIED), 2)
    turns: list[Turn] = []
    for space in compress(SPACES, letters.translate(_ACTS_ON[position.to_move])):
        face = board[space]
        if face == FACE_DOWN:
            turns.append(TURN_OVERS[space])
        elif space != lock:  # H9
            hunts, seen, beside, rank, rank_mask, file, file_mask = OUTLOOKS[face][space]
            if occupied & beside != beside:  # not hemmed in: there are moves (H6)
                left, right, tile_left, tile_right = rank[occupied & rank_mask]
                down, up, tile_down, tile_up = file[occupied & file_mask]
                turns += left
                turns += down
                turns += up
                turns += right
                seen = (tile_left, tile_down, tile_up, tile_right)
            for way, prey in hunts:  # H7, after the moves and by ascending target
                target = seen[way]
                if target is not None and board[target] in prey:
                    turns.append(CAPTURES[space, target])
    ban = position.bans[position.to_move]
    if ban is not None:
        _drop_return(turns, board, ban)
    return turns


def _drop_return(turns: list[Turn], board: str, ban: Ban) -> None:
    """H10: take away the way back, whether by a plain move or by a capture."""
    way_back = (MOVES if board[ban.original] == EMPTY else CAPTURES)[ban]
    if way_back in turns:
        turns.remove(way_back)


# H12: the spaces on file e and rank 5, each with its rays to the exits.
_EXIT_LINES: Final = tuple(
    (space, rays) for space, rays in zip(SPACES, EXIT_RAYS, strict=True) if rays
)


def exit_turns(position: Position) -> list[Turn]:
    """H12: the moves off the board, in the final phase only."""
    if position.left is None:
        return []
    board, own = position.board, OWN[position.to_move]
    return [
        MOVES[space, ray[-1]]
        for space, rays in _EXIT_LINES
        if board[space] in own
        for ray in rays
        if len(ray) <= KIND[board[space]].reach and is_clear(board, WAYS[space, ray[-1]])
    ]


def candidate_turns(position: Position) -> list[Turn]:
    """Every turn of a round that goes on, before the chase rule: sorted, a forced pass included."""
    turns = ordinary_turns(position)
    if position.left is None:
        return turns
    for leaving in exit_turns(position):
        insort(turns, leaving, key=_text_order)
    return turns or [PASS]  # H13


def _text_order(turn: Turn) -> tuple[Space, bool, str]:
    """The order of moves by text: origin, then `-` before `x`, then the target's name."""
    assert isinstance(turn, Move)  # the final phase has no turn-overs
    return turn.origin, turn.captures, NAMES[turn.target]


def is_threatened(board: str, space: Space, by_faces: str) -> bool:
    """Whether one of `by_faces` could capture the tile on `space` as the board stands (H7)."""
    for direction in Direction:
        for distance, seen in enumerate(RAYS[space][direction], 1):
            if board[seen] != EMPTY:
                hunter = board[seen]
                if (
                    hunter in by_faces
                    and distance <= KIND[hunter].reach
                    and board[space] in PREY[hunter][direction.opposite]
                ):
                    return True
                break
    return False
