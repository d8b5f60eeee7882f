"""The board: three circles of holes, who fills which, and the way that pegs travel (P1, P2, P6)."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from tallyho.contract import Side

COLOURS: Final = ("white", "black")
WHITE: Final = "w"
BLACK: Final = "b"
PEGS: Final = (WHITE, BLACK)
EMPTY: Final = "."


class Circle(IntEnum):
    """One of the three circles, from the rim of the board to its middle."""

    OUTER = 0
    CENTRE = 1
    INNER = 2

    @property
    def letter(self) -> str:
        """The letter that stands for the circle in a hole's text."""
        return "oci"[self]

    @property
    def title(self) -> str:
        """The circle's name within a sentence."""
        return ("outer circle", "centre", "inner circle")[self]


@dataclass(frozen=True, slots=True)
class Hole:
    """One hole: its circle, and its number counted from the mark in the direction of play (P1)."""

    circle: Circle
    number: int

    def __str__(self) -> str:
        return f"{self.circle.letter}{self.number}"


def home(side: Side) -> Circle:
    """The circle that the side fills at the start (P2)."""
    return Circle.INNER if side else Circle.OUTER


def next_circle(side: Side, circle: Circle) -> Circle:
    """Where a peg of `side` goes on from `circle`: to the centre, from there to the enemy (P6)."""
    return home(side.other) if circle is Circle.CENTRE else Circle.CENTRE
