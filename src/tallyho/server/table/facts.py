"""What is fixed about a match: the game, its rules and clock, and who has the seats."""

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.play.actions import Seat
from tallyho.play.clock import DAY, Clock

Mode = Literal["computer", "local", "friend", "lobby", "challenge"]

TO_JOIN: Final = 14 * DAY  # how long an empty seat waits
TO_DEAL: Final = 2 * 60 * 1000  # how long a live match waits for somebody's commitment or bytes


class Sitter(NamedTuple):
    """Who takes a seat: a person, or without an id the computer or nobody yet."""

    id: str | None
    name: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """One match as it was agreed on."""

    id: str
    name: str
    rules: str
    mode: Mode
    clock: Clock
    rated: bool
    level: int | None
    computer: Seat | None
    people: tuple[str | None, str | None]  # None: the computer, or nobody yet
    names: tuple[str, str]
    invite: str | None
    created: int
    bots: tuple[bool, bool] = (False, False)

    @property
    def entry(self) -> Entry:
        """The game under its rules."""
        return catalog.find(self.name, self.rules)

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        """The seats that belong to this person: none for a spectator, both at one device."""
        return tuple(seat for seat in Seat if person is not None and self.people[seat] == person)

    @property
    def full(self) -> bool:
        """Whether both seats are taken."""
        return all(self.people[seat] or seat == self.computer for seat in Seat)

    def time_to_deal(self) -> int:
        """How long one step of the fair deal may take."""
        if self.clock.base is not None:
            return TO_DEAL
        return self.clock.per_turn or TO_JOIN


def facts_of(row: Any) -> Facts:
    """The facts in a row of the table `game`."""
    return Facts(
        id=row.id,
        name=row.name,
        rules=row.rules,
        mode=row.mode,
        clock=Clock(row.base, row.increment, row.per_turn),
        rated=row.rated,
        level=row.level,
        computer=None if row.computer is None else Seat(row.computer),
        people=(row.first, row.second),
        names=(row.first_name, row.second_name),
        invite=row.invite,
        created=row.created,
        bots=(row.first_bot, row.second_bot),
    )


def columns_of(facts: Facts) -> dict[str, Any]:
    """The facts as columns of the table `game`."""
    return {
        "id": facts.id,
        "name": facts.name,
        "rules": facts.rules,
        "mode": facts.mode,
        "base": facts.clock.base,
        "increment": facts.clock.increment,
        "per_turn": facts.clock.per_turn,
        "rated": facts.rated,
        "level": facts.level,
        "computer": facts.computer,
        "first": facts.people[0],
        "second": facts.people[1],
        "first_name": facts.names[0],
        "second_name": facts.names[1],
        "first_bot": facts.bots[0],
        "second_bot": facts.bots[1],
        "invite": facts.invite,
        "created": facts.created,
    }
