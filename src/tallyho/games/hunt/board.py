"""The 7 × 7 forest (H1): spaces, straight ways between them, and the four exits.

A board is a text of 49 letters, one a space, file by file:

    index 0 = b2, 1 = b3, … 6 = b8, 7 = c2, … 24 = e5 (the centre), … 48 = h8

so one step up is +1 and one step right is +7, and ascending index is the sorted order of names. The
exits are numbered on: 49 = a5, 50 = e1, 51 = e9, 52 = i5.
"""

from enum import IntEnum
from typing import Final, NamedTuple, NewType

from tallyho.games.hunt.tiles import EMPTY, FACE_DOWN

Space = NewType("Space", int)


class Direction(IntEnum):
    """The four straight directions, in the order of the guns `^ > v <`."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    @property
    def opposite(self) -> "Direction":
        """The direction that leads back."""
        return Direction((self + 2) % 4)


SPACES: Final = tuple(Space(index) for index in range(49))
EXITS: Final = tuple(Space(index) for index in range(49, 53))
FIRST_EXIT: Final = EXITS[0]
CENTRE: Final = Space(24)
NAMES: Final = (*(file + rank for file in "bcdefgh" for rank in "2345678"), "a5", "e1", "e9", "i5")
SPACE: Final = {name: Space(index) for index, name in enumerate(NAMES)}

START_BOARD: Final = FACE_DOWN * 24 + EMPTY + FACE_DOWN * 24


def _step(space: Space, direction: Direction) -> Space | None:
    """The next space in that direction; an exit from the four edge spaces beside it, else None."""
    file, rank = (ord(NAMES[space][0]), ord(NAMES[space][1]))
    file += {Direction.RIGHT: 1, Direction.LEFT: -1}.get(direction, 0)
    rank += {Direction.UP: 1, Direction.DOWN: -1}.get(direction, 0)
    return SPACE.get(chr(file) + chr(rank))


def _ray(space: Space, direction: Direction) -> tuple[Space, ...]:
    """Every space from `space` to the rim in that direction, an exit at its end included."""
    ray: list[Space] = []
    reached = _step(space, direction)
    while reached is not None:
        ray.append(reached)
        reached = None if reached in EXITS else _step(reached, direction)
    return tuple(ray)


# RAYS[space][direction]: the spaces to the rim, nearest first; EXIT_RAYS end in an exit (H12).
_FULL: Final = tuple(tuple(_ray(space, direction) for direction in Direction) for space in SPACES)
RAYS: Final = tuple(
    tuple(tuple(to for to in ray if to not in EXITS) for ray in rays) for rays in _FULL
)
EXIT_RAYS: Final = tuple(tuple(ray for ray in rays if ray and ray[-1] in EXITS) for rays in _FULL)


class Way(NamedTuple):
    """A straight way: its direction, its length in steps, and the slice of spaces passed over."""

    direction: Direction
    length: int
    between: slice


def _way(origin: Space, direction: Direction, ray: tuple[Space, ...], length: int) -> Way:
    passed = sorted(ray[: length - 1])
    step = 1 if direction in (Direction.UP, Direction.DOWN) else 7
    between = slice(passed[0], passed[-1] + 1, step) if passed else slice(0, 0)
    return Way(direction, length, between)


# WAYS[origin, target]: only straight pairs have one (H6); targets include the exits (H12).
WAYS: Final = {
    (origin, target): _way(origin, direction, ray, length)
    for origin in SPACES
    for direction, ray in zip(Direction, _FULL[origin], strict=True)
    for length, target in enumerate(ray, 1)
}


def is_clear(board: str, way: Way) -> bool:
    """Whether every space that the way passes over is empty (H6)."""
    return not board[way.between].strip(EMPTY)


def put(board: str, space: Space, letter: str) -> str:
    """The board with `letter` on `space`."""
    return board[:space] + letter + board[space + 1 :]


def moved(board: str, origin: Space, target: Space) -> str:
    """The board after the tile on `origin` has gone to `target`."""
    tile = board[origin]
    if origin < target:
        between = board[origin + 1 : target]
        return board[:origin] + EMPTY + between + tile + board[target + 1 :]
    return board[:target] + tile + board[target + 1 : origin] + EMPTY + board[origin + 1 :]


def rows(board: str) -> tuple[str, ...]:
    """The board as people see it: seven texts, rank 8 first, files b to h."""
    return tuple(board[rank::7] for rank in range(6, -1, -1))


def from_rows(lines: tuple[str, ...]) -> str:
    """The board whose `rows` these are."""
    return "".join(line[file] for file in range(7) for line in reversed(lines))
