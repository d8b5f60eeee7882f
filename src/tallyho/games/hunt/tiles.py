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

    name: str
    letter: str
    owner: Side | None
    count: int
    points: int
    reach: int
    prey: str = ""

    @property
    def index(self) -> int:
        """The kind's place in KINDS and in winnings."""
        return "BFLHPDT".index(self.letter)

    @property
    def faces(self) -> str:
        """The board letters of this kind: four for a hunter (H3), one for every other."""
        return GUNS if self.letter == "H" else self.letter


FAR: Final = 7  # "any" distance: longer than any line on the board

KINDS: Final = (
    Kind("bear", "B", BLUE, count=2, points=10, reach=1, prey="LH"),
    Kind("fox", "F", BLUE, count=6, points=5, reach=FAR, prey="DP"),
    Kind("lumberjack", "L", BROWN, count=2, points=5, reach=1, prey="T"),
    Kind("hunter", "H", BROWN, count=8, points=5, reach=FAR, prey="BFDP"),
    Kind("pheasant", "P", None, count=8, points=3, reach=FAR),
    Kind("duck", "D", None, count=7, points=2, reach=FAR),
    Kind("tree", "T", None, count=15, points=2, reach=0),
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
