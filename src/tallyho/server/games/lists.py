"""Lists of games: to watch, one's own, and somebody's."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, or_, select

from tallyho.play.actions import Termination
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.facts import Mode
from tallyho.server.table.table import Status

PAGE: Final = 50
LAST_MOMENT: Final = 2**53
"""Far beyond every moment; numbers up to here are exact in every program."""


class Listed(Struct, frozen=True):
    """One line of a list of games."""

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


class Page(Struct, frozen=True):
    """Part of a list; `before` asks for the next part, None at the end."""

    games: tuple[Listed, ...]
    before: int | None


async def to_watch(db: Database, before: int | None) -> Page:
    """Matches that are being played, but not those of two at one device."""
    game = schema.game.c
    return await _page(db, (game.status == "playing") & (game.mode != "local"), before)


async def games_of(db: Database, person: str, before: int | None, own: bool) -> Page:
    """A person's matches; others see only those that were played over the wire."""
    game = schema.game.c
    theirs = or_(game.first == person, game.second == person)
    if not own:
        theirs &= (game.mode != "local") & game.status.in_(("playing", "over"))
    return await _page(db, theirs, before)


async def under_way(db: Database, person: str) -> tuple[Listed, ...]:
    """A person's matches whose both seats are taken and that are not over, the oldest first."""
    game = schema.game.c
    theirs = or_(game.first == person, game.second == person)
    there = select(schema.game).where(theirs, game.status.in_(("dealing", "playing")))
    return tuple(map(_listed, await db.rows(there.order_by(game.created, game.id))))


async def listed(db: Database, games: Iterable[str]) -> tuple[Listed, ...]:
    """The lines of these matches."""
    rows = await db.rows(select(schema.game).where(schema.game.c.id.in_(list(games))))
    return tuple(map(_listed, rows))


async def _page(db: Database, which: ColumnElement[bool], before: int | None) -> Page:
    game = schema.game.c
    query = select(schema.game).where(which).order_by(game.changed.desc(), game.id).limit(PAGE)
    rows = await db.rows(query if before is None else query.where(game.changed < before))
    return Page(tuple(map(_listed, rows)), _next(rows))


def _next(rows: Sequence[Any]) -> int | None:
    return rows[-1].changed if len(rows) == PAGE else None


def _listed(row: Any) -> Listed:
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
    )
