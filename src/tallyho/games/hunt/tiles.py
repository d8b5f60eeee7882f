"""The 48 tiles (H2, H3): colours, points, reach and prey.

A *face* is the one letter that stands for a tile on the board: `B F L P D T`, and for a hunter the
direction of the gun, `^ > v <`. A *kind* is one of the seven rows of H2; hunters are one kind with
four faces.
"""

from dataclasses import dataclass
from typing import Final

from tallyho.contract import Side

BLUE: Final = Side.FIRST
BROWN: Final = Side.SECOND
SIDES: Final = ("blue", "brown")
OPPONENT: Final = (BROWN, BLUE)

FACE_DOWN: Final = "?"
EMPTY: Final = "."
GUNS: Final = "^>v<"  # up, right, down, left, in the order of board.Direction


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of H2; `owner` is None for neutral tiles, `prey` lists letters of kinds."""

    index: int  # the kind's place in KINDS and in winnings
    name: str
    letter: str
    faces: str  # its letters on the board: four for a hunter (H3), one for every other
    owner: Side | None
    count: int
    points: int
    reach: int
    prey: str = ""


FAR: Final = 7  # "any" distance: longer than any line on the board

KINDS: Final = (
    Kind(0, "bear", "B", "B", BLUE, count=2, points=10, reach=1, prey="LH"),
    Kind(1, "fox", "F", "F", BLUE, count=6, points=5, reach=FAR, prey="DP"),
    Kind(2, "lumberjack", "L", "L", BROWN, count=2, points=5, reach=1, prey="T"),
    Kind(3, "hunter", "H", GUNS, BROWN, count=8, points=5, reach=FAR, prey="BFDP"),
    Kind(4, "pheasant", "P", "P", None, count=8, points=3, reach=FAR),
    Kind(5, "duck", "D", "D", None, count=7, points=2, reach=FAR),
    Kind(6, "tree", "T", "T", None, count=15, points=2, reach=0),
)

KIND: Final = {face: kind for kind in KINDS for face in kind.faces}
FACES: Final = "".join(KIND)
BIRDS: Final = "DP"

# H5: what each side moves – its own colour, ducks and pheasants.
MOVABLE: Final = tuple(
    "".join(face for face, kind in KIND.items() if kind.reach and kind.owner in (side, None))
    for side in Side
)
OWN: Final = tuple(
    "".join(face for face, kind in KIND.items() if kind.owner is side) for side in Side
)


def _prey(face: str, direction: int) -> str:
    """The faces that `face` captures in `direction`: a hunter only along the gun (H7)."""
    if face in GUNS and GUNS[direction] != face:
        return ""
    return "".join(victim for victim, kind in KIND.items() if kind.letter in KIND[face].prey)


# PREY[face][direction] lists the faces that may be captured in that direction.
PREY: Final = {face: tuple(_prey(face, direction) for direction in range(4)) for face in KIND}

Winnings = tuple[int, int, int, int, int, int, int]
"""How many tiles of each kind, in the order of KINDS."""

NOTHING: Final[Winnings] = (0, 0, 0, 0, 0, 0, 0)


def with_tile(winnings: Winnings, face: str) -> Winnings:
    """The winnings with one more tile."""
    b, f, l, h, p, d, t = (  # noqa: E741 - l is the lumberjack's letter
        count + (face in kind.faces) for count, kind in zip(winnings, KINDS, strict=True)
    )
    return b, f, l, h, p, d, t


def points(winnings: Winnings) -> int:
    """H15: what the winnings are worth."""
    return sum(count * kind.points for count, kind in zip(winnings, KINDS, strict=True))
