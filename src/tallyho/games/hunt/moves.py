"""The turns there are, and which of them are legal (H4–H10, H12, H13).

Every Move and TurnOver that can exist is made once, in the tables below, so that listing the legal
turns makes no new objects.
"""

from dataclasses import dataclass
from itertools import compress
from typing import Final, NamedTuple

from tallyho.games.hunt.board import EXIT_RAYS, EXITS, NAMES, RAYS, SPACES, WAYS, Direction, Space
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.tiles import EMPTY, FACE_DOWN, FACES, FAR, KIND, MOVABLE, OWN, PREY


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

# Occupied spaces as bits: space 0 is the highest of 49, as int(…, 2) reads a board from the left.
_OCCUPIED: Final = str.maketrans(dict.fromkeys(FACES + FACE_DOWN, "1") | {EMPTY: "0"})
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
            if occupied & _BIT[space]:
                return self._moves(ray[:steps]), space
        return self._moves(ray), None

    def _moves(self, targets: tuple[Space, ...]) -> tuple[Move, ...]:
        return tuple(MOVES[self.space, target] for target in targets)


# AXES[face][space]: the axis along the rank with its mask, and the axis along the file with its.
_AXES_BY_REACH: Final = {
    reach: tuple(
        (rank, rank.mask, file, file.mask)
        for space in SPACES
        for rank in (Axis(space, Direction.LEFT, reach),)
        for file in (Axis(space, Direction.DOWN, reach),)
    )
    for reach in (1, FAR)
}
AXES: Final = {face: _AXES_BY_REACH[kind.reach] for face, kind in KIND.items() if kind.reach}

# Names sort left, down, up, right around a space; lists of targets keep that order.
_BY_NAME: Final = (Direction.LEFT, Direction.DOWN, Direction.UP, Direction.RIGHT)

# HUNTS[face]: in which of these four ways it captures, and what.
HUNTS: Final = {
    face: tuple((way, PREY[face][to]) for way, to in enumerate(_BY_NAME) if PREY[face][to])
    for face in KIND
}

# NEIGHBOURS[space]: the next space in each of these ways, None beyond the rim, and all as bits.
NEIGHBOURS: Final = tuple(
    (
        tuple(rays[to][0] if rays[to] else None for to in _BY_NAME),
        sum(_BIT[rays[to][0]] for to in _BY_NAME if rays[to]),
    )
    for rays in RAYS
)

# For each side a byte table that keeps the letters it can act on and makes all others zero.
_ACTS_ON: Final = tuple(
    bytes(code if chr(code) in movable + FACE_DOWN else 0 for code in range(256))
    for movable in MOVABLE
)


def ordinary_turns(position: Position) -> list[Turn]:
    """Every turn on the board by H4–H10, sorted by text; exits and the chase rule come on top."""
    board, lock = position.board, position.lock
    occupied = int(board.translate(_OCCUPIED), 2)
    turns: list[Turn] = []
    for space in compress(SPACES, board.encode().translate(_ACTS_ON[position.to_move])):
        face = board[space]
        if face == FACE_DOWN:
            turns.append(TURN_OVERS[space])
        elif space != lock:  # H9
            seen, beside = NEIGHBOURS[space]
            if occupied & beside != beside:  # not hemmed in: there are moves (H6)
                rank, rank_mask, file, file_mask = AXES[face][space]
                left, right, tile_left, tile_right = rank[occupied & rank_mask]
                down, up, tile_down, tile_up = file[occupied & file_mask]
                turns += left
                turns += down
                turns += up
                turns += right
                seen = (tile_left, tile_down, tile_up, tile_right)
            for way, prey in HUNTS[face]:  # H7, after the moves and by ascending target
                target = seen[way]
                if target is not None and board[target] in prey:
                    turns.append(CAPTURES[space, target])
    _drop_return(turns, position)
    return turns


def _drop_return(turns: list[Turn], position: Position) -> None:
    """H10: take away the way back, whether by a plain move or by a capture."""
    ban = position.bans[position.to_move]
    if ban is not None:
        way_back = (MOVES if position.board[ban.original] == EMPTY else CAPTURES)[ban]
        if way_back in turns:
            turns.remove(way_back)


def exit_turns(position: Position) -> list[Move]:
    """H12: the moves off the board, in the final phase only."""
    if position.left is None:
        return []
    board = position.board
    return [
        MOVES[space, ray[-1]]
        for space in SPACES
        if board[space] in OWN[position.to_move]
        for ray in EXIT_RAYS[space]
        if len(ray) <= KIND[board[space]].reach
        and all(board[passed] == EMPTY for passed in ray[:-1])
    ]


def candidate_turns(position: Position) -> list[Turn]:
    """Every turn of a round that goes on, before the chase rule: sorted, a forced pass included."""
    turns = ordinary_turns(position)
    if position.left is None:
        return turns
    moves = [turn for turn in turns if isinstance(turn, Move)] + exit_turns(position)
    moves.sort(key=_text_order)
    return [*moves] or [PASS]  # H13


def _text_order(move: Move) -> tuple[Space, bool, str]:
    """The order of the moves' texts: origin, then `-` before `x`, then the target's name."""
    return move.origin, move.captures, NAMES[move.target]


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
