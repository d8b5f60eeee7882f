"""Chance as every game sees it: numbers come in, a deal of tiles or dice comes out."""

from typing import Protocol, TypeVar

Turn = TypeVar("Turn", contravariant=True)
Event = TypeVar("Event", covariant=True)


class Numbers(Protocol):
    """A source of uniform numbers; a dealer owns it."""

    def below(self, bound: int) -> int:
        """The next number in 0 … bound - 1, each equally likely."""


class Deal(Protocol[Turn, Event]):
    """All the chance of one round, fixed before its first turn and known to the dealer alone."""

    def event(self, turn: Turn | None, nth: int) -> Event:
        """What comes of `turn` (None: of a due throw); asked only where chance decides.

        `nth` counts the round's chance events from 0.
        """
