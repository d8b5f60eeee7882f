"""The Game protocol: a few pure functions over frozen positions, the same for every game."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Final, Protocol, TypeVar


class Side(IntEnum):
    """One of the two sides of a round; the first side begins."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Side":
        """The opponent's side."""
        return Side.FIRST if self else Side.SECOND


class Chance(Enum):
    """The third actor: dice or face-down tiles, which only a dealer speaks for."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: each side's points, and the tiles (or pegs) that break a tie."""

    points: tuple[int, int]
    tiles: tuple[int, int]

    @property
    def winner(self) -> Side | None:
        """The side with more points, then more tiles; None for a draw."""
        first, second = zip(self.points, self.tiles, strict=True)
        if first == second:
            return None
        return Side.FIRST if first > second else Side.SECOND


def total(outcomes: Iterable[Outcome]) -> Outcome:
    """A match's sums, seen from the seats: who sits first has the first side in odd rounds."""
    points, tiles = [0, 0], [0, 0]
    for index, outcome in enumerate(outcomes):
        for seat in (0, 1):
            side = seat if index % 2 == 0 else 1 - seat
            points[seat] += outcome.points[side]
            tiles[seat] += outcome.tiles[side]
    return Outcome((points[0], points[1]), (tiles[0], tiles[1]))


Position = TypeVar("Position")
Turn = TypeVar("Turn")
Event = TypeVar("Event")


class Game(Protocol[Position, Turn, Event]):
    """The rules of one game under one rule set.

    A *turn* is what a player decides (`d4`: turn that tile over); an *event* is what then happened
    (`d4=F`: it was a fox). Where no chance is involved the two are the same value.
    """

    @property
    def name(self) -> str:
        """The game's name in commands and records."""

    @property
    def sides(self) -> tuple[str, str]:
        """What the two sides are called, the beginner first."""

    @property
    def rules_text(self) -> str:
        """The rule set as records and commands write it."""

    @property
    def rounds(self) -> int:
        """How many rounds make a match; the players swap sides after each."""

    def start(self) -> Position:
        """The position before the first turn."""

    def to_act(self, position: Position) -> Side | Chance | None:
        """Who acts next: a side, CHANCE (dice are to be thrown), or None when the round is over."""

    def legal(self, position: Position) -> tuple[Turn, ...]:
        """Every legal turn, sorted by its text; empty unless a side is to act."""

    def chances(
        self, position: Position, turn: Turn | None = None
    ) -> tuple[tuple[Event, Fraction], ...]:
        """What can come of a legal `turn`, or else of a due throw, with exact probabilities."""

    def turn_of(self, event: Event) -> Turn | None:
        """The decision behind an event (`d4` behind `d4=F`); None behind a throw."""

    def play(self, position: Position, event: Event) -> Position:
        """The position after `event`; raises IllegalTurn with the rule's number."""

    def outcome(self, position: Position) -> Outcome | None:
        """Points and tiles once the round is over, None before."""

    def claim(self, position: Position, announced: Turn | None = None) -> None:
        """Return if the side to act may claim a draw now; raises IllegalTurn if it may not."""
