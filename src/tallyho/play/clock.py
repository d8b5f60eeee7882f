"""Clocks: none, live (base and increment) or days per turn; they are told the time, never ask it.

All times are whole milliseconds; moments count from any fixed point, such as 1970 in UTC.
"""

from dataclasses import dataclass, replace
from typing import Final

DAY: Final = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Clock:
    """What a match allows: `base` and `increment`, or so much `per_turn`, or no clock."""

    base: int | None = None
    increment: int = 0
    per_turn: int | None = None

    def __post_init__(self) -> None:
        """A clock is live or per turn, not both, and never negative."""
        if self.base is not None and self.per_turn is not None:
            raise ValueError("a clock is either live or per turn")
        if min(self.base or 0, self.increment, self.per_turn or 0) < 0:
            raise ValueError("times cannot be negative")


NO_CLOCK: Final = Clock()


def live(base_seconds: int, increment_seconds: int) -> Clock:
    """So many seconds for each player, and some more after each turn."""
    return Clock(base=base_seconds * 1000, increment=increment_seconds * 1000)


def days_per_turn(days: int) -> Clock:
    """Correspondence: so many days for each turn."""
    return Clock(per_turn=days * DAY)


@dataclass(frozen=True, slots=True)
class ClockState:
    """Both seats' remaining time, and the moment since which the seat to act is thinking."""

    clock: Clock
    left: tuple[int, int]
    since: int

    @classmethod
    def start(cls, clock: Clock, at: int) -> "ClockState":
        """Full clocks, running from `at`."""
        full = clock.base or 0
        return cls(clock, (full, full), at)

    def deadline(self, seat: int) -> int | None:
        """The last moment at which this seat may still act, None without a clock."""
        if self.clock.base is not None:
            return self.since + self.left[seat]
        if self.clock.per_turn is not None:
            return self.since + self.clock.per_turn
        return None

    def acted(self, seat: int, at: int, turn_complete: bool) -> "ClockState":
        """After this seat acted: its time is used up, and a complete turn earns the increment."""
        if self.clock.base is None:
            return replace(self, since=at) if turn_complete else self
        left = list(self.left)
        left[seat] -= at - self.since
        if turn_complete:
            left[seat] += self.clock.increment
        return replace(self, left=(left[0], left[1]), since=at)

    def restarted(self, at: int) -> "ClockState":
        """Somebody else thinks from now on, as after a takeback; nobody's time is given back."""
        return replace(self, since=at)
