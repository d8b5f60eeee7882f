"""The dice: throws, and the numbers that a throw gives to play (P3, P8, P9)."""

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from tallyho.games.pegs.rules import Rules

FACES: Final = range(1, 7)
TALLY: Final = 1

# The compulsory numbers and the optional ones, each ascending.
Remaining: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

_NOTHING: Final[Remaining] = ((), ())


@dataclass(frozen=True, slots=True)
class Throw:
    """Two dice as they fell."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


THROWS: Final = tuple(Throw(first, second) for first in FACES for second in FACES)


def thrown(rules: Rules, throw: Throw) -> Remaining:
    """The numbers that `throw` gives to play: two compulsory ones, extras for doublets (P8, P9)."""
    face = throw.first
    if face != throw.second:
        return (min(face, throw.second), max(face, throw.second)), ()
    extras = {"plain": (), "double": (face,) * 2, "opposites": (face,) * 2 + (7 - face,) * 4}
    return (face, face), tuple(sorted(extras[rules.doublets]))


def spend(compulsory: tuple[int, ...], optional: tuple[int, ...], number: int) -> Remaining:
    """What remains once `number` has been played, a compulsory one before an optional one (P9)."""
    if number in compulsory:
        return _without(compulsory, number), optional
    return compulsory, _without(optional, number)


@cache
def remainders(rules: Rules) -> frozenset[Remaining]:
    """Everything that can remain to be played in the middle of a turn."""
    found: set[Remaining] = set()
    unseen = [thrown(rules, throw) for throw in THROWS]
    while unseen:
        remaining = unseen.pop()
        if remaining not in found:
            found.add(remaining)
            compulsory, optional = remaining
            unseen += [spend(*remaining, number) for number in {*compulsory, *optional}]
    return frozenset(found - {_NOTHING})


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]
