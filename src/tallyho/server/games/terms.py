"""The terms of a match that somebody wishes for: game, rules, clock, side, rated or not."""

import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tallyho import catalog
from tallyho.contract import NotationError
from tallyho.play.actions import Seat
from tallyho.play.clock import Clock, days_per_turn, live
from tallyho.server.errors import NotAllowed
from tallyho.server.names import new_id, now_ms
from tallyho.server.people.person import Person
from tallyho.server.ratings.ladder import pool_of
from tallyho.server.table.facts import Facts, Mode, Sitter

Begins = Literal["me", "you", "chance"]
Level = Annotated[int, Meta(ge=1, le=10)]
Name = Annotated[str, Meta(min_length=1, max_length=20)]


class ClockTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """Live: minutes for each player and seconds added after each turn; or days for each turn."""

    minutes: Annotated[int, Meta(ge=1, le=180)] | None = None
    increment: Annotated[int, Meta(ge=0, le=180)] = 0
    days: Annotated[int, Meta(ge=1, le=14)] | None = None

    def clock(self) -> Clock:
        """The clock; nothing given means none."""
        if self.days is not None:
            if self.minutes is not None or self.increment:
                raise NotationError("clock", "give minutes and an increment, or days, or nothing")
            return days_per_turn(self.days)
        if self.minutes is None:
            if self.increment:
                raise NotationError("clock", "an increment needs minutes")
            return Clock()
        return live(self.minutes * 60, self.increment)


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that somebody wishes for; `begins` says who has the first side in round one."""

    game: Literal["hunt", "pegs"] = "hunt"
    rules: Annotated[str, Meta(max_length=200)] = ""
    clock: ClockTerms = ClockTerms()
    begins: Begins = "chance"
    rated: bool = False


def check_terms(terms: Terms, person: Person) -> None:
    """Refuse rules that cannot be read, clocks that cannot be, and rated matches of guests."""
    catalog.find(terms.game, terms.rules)
    clock = terms.clock.clock()
    if terms.rated and person.guest:
        raise NotAllowed("a rated match needs an account; take a name and a password first")
    if terms.rated and pool_of(terms.game, clock) is None:
        raise NotationError("clock", "a rated match needs a clock")


def check_kinds(rated: bool, one_is_bot: bool, other_is_bot: bool) -> None:
    """People and bots have ladders of their own."""
    if rated and one_is_bot != other_is_bot:
        raise NotAllowed("a match between a person and a bot is never rated")


def sitter(person: Person) -> Sitter:
    """This person, about to take a seat."""
    return Sitter(person.id, person.shown, person.bot)


def agree(
    terms: Terms,
    mode: Mode,
    first: Sitter,
    second: Sitter,
    level: int | None = None,
) -> Facts:
    """The facts of a new match; `first` is whoever wished for it."""
    by_chance = Seat(secrets.randbelow(2))
    seat = {"me": Seat.FIRST, "you": Seat.SECOND, "chance": by_chance}[terms.begins]
    pair = (first, second) if seat is Seat.FIRST else (second, first)
    return Facts(
        id=new_id(),
        name=terms.game,
        rules=catalog.find(terms.game, terms.rules).game.rules_text,
        mode=mode,
        clock=terms.clock.clock(),
        rated=terms.rated,
        level=level,
        computer=None if level is None else seat.other,
        people=(pair[0].id, pair[1].id),
        names=(pair[0].name, pair[1].name),
        bots=(pair[0].bot, pair[1].bot),
        invite=new_id(20) if mode == "friend" else None,
        created=now_ms(),
    )
