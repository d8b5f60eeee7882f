"""Lists of games: to watch, one's own, and somebody's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, or_, select

from tallyho.play.actions import Termination
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.facts import Mode
from tallyho.server.table.table import Status
from tallyho.server.table.views import ClockView

PAGE: Final = 50
LAST_MOMENT: Final = 2**53
"""Far beyond every moment; numbers up to here are exact in every program."""
MOST_RUNNING: Final = 100

Result = Literal["won", "lost", "drawn"]
Opponent = Literal["people", "computer", "device"]
_MODES: Final[dict[Opponent, tuple[str, ...]]] = {
    "people": ("friend", "lobby", "challenge"),
    "computer": ("computer",),
    "device": ("local",),
}


class Listed(Struct, frozen=True):
    """One line of a list of games; `seats` are those of the person whose list it is."""

    id: str
    game: str
    rules: str
    mode: Mode
    rated: bool
    players: tuple[str, str]
    status: Status
    version: int
    termination: Termination | None
    winner: int | None
    changed: int
    clock: ClockView
    level: int | None
    to_act: int | None
    seats: tuple[int, ...] = ()

    @property
    def my_turn(self) -> bool:
        """Whether the match waits for the person whose list it is."""
        return self.to_act in self.seats


class Page(Struct, frozen=True):
    """Part of a list; `before` asks for the next part, None at the end."""

    games: tuple[Listed, ...]
    before: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a person's matches to list; None leaves it open."""

    game: str | None = None
    opponent: Opponent | None = None
    result: Result | None = None

    def where(self, person: str) -> Iterator[ColumnElement[bool]]:
        """The conditions that the matches fulfil."""
        game = schema.game.c
        if self.game is not None:
            yield game.name == self.game
        if self.opponent is not None:
            yield game.mode.in_(_MODES[self.opponent])
        if self.result is not None:
            yield (game.status == "over") & (game.mode != "local") & _result(self.result, person)


def _result(result: Result, person: str) -> ColumnElement[bool]:
    game = schema.game.c
    if result == "drawn":
        return game.winner.is_(None) & (game.termination != "abandoned")
    first, second = (0, 1) if result == "won" else (1, 0)
    theirs = (game.first == person) & (game.winner == first)
    return theirs | ((game.second == person) & (game.winner == second))


ANY: Final = Wanted()


async def to_watch(db: Database, before: int | None) -> Page:
    """Matches that are being played, but not those of two at one device."""
    game = schema.game.c
    return await _page(db, (game.status == "playing") & (game.mode != "local"), before)


async def games_of(
    db: Database, person: str, before: int | None, own: bool, wanted: Wanted = ANY
) -> Page:
    """A person's matches; others see only those that were played over the wire."""
    game = schema.game.c
    theirs = and_(_of(person), *wanted.where(person))
    if not own:
        theirs &= (game.mode != "local") & game.status.in_(("playing", "over"))
    return await _page(db, theirs, before, person)


async def under_way(db: Database, person: str) -> tuple[Listed, ...]:
    """A person's matches whose both seats are taken and that are not over, the oldest first."""
    game = schema.game.c
    there = select(schema.game).where(_of(person), game.status.in_(("dealing", "playing")))
    return tuple(map(_listed, await db.rows(there.order_by(game.created, game.id))))


async def listed(db: Database, games: Iterable[str]) -> tuple[Listed, ...]:
    """The lines of these matches."""
    rows = await db.rows(select(schema.game).where(schema.game.c.id.in_(list(games))))
    return tuple(map(_listed, rows))


async def running(db: Database, person: str) -> list[Listed]:
    """A person's matches that are not over: those that wait for the person come first."""
    game = schema.game.c
    query = select(schema.game).where(_of(person), game.status != "over")
    rows = await db.rows(query.order_by(game.changed.desc(), game.id).limit(MOST_RUNNING))
    return sorted((_listed(row, person) for row in rows), key=lambda listed: not listed.my_turn)


def _of(person: str) -> ColumnElement[bool]:
    return or_(schema.game.c.first == person, schema.game.c.second == person)


async def _page(
    db: Database, which: ColumnElement[bool], before: int | None, person: str | None = None
) -> Page:
    game = schema.game.c
    query = select(schema.game).where(which).order_by(game.changed.desc(), game.id).limit(PAGE)
    rows = await db.rows(query if before is None else query.where(game.changed < before))
    return Page(tuple(_listed(row, person) for row in rows), _next(rows))


def _next(rows: Sequence[Any]) -> int | None:
    return rows[-1].changed if len(rows) == PAGE else None


def _listed(row: Any, person: str | None = None) -> Listed:
    people = (row.first, row.second)
    return Listed(
        id=row.id,
        game=row.name,
        rules=row.rules,
        mode=row.mode,
        rated=row.rated,
        players=(row.first_name, row.second_name),
        status=row.status,
        version=row.version,
        termination=row.termination,
        winner=row.winner,
        changed=row.changed,
        clock=ClockView(row.base, row.increment, row.per_turn),
        level=row.level,
        to_act=row.to_act,
        seats=tuple(seat for seat in (0, 1) if person is not None and people[seat] == person),
    )
