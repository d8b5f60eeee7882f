"""Leaderboards, and one person's ratings with their history."""

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import select

from tallyho.server.ratings.glicko import CERTAIN
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database

SHOWN: Final = 100
MOST_STEPS: Final = 500


class Standing(Struct, frozen=True):
    """One rating."""

    pool: str
    name: str
    rating: int
    deviation: int
    games: int


class Step(Struct, frozen=True):
    """What one match did to a rating."""

    game: str
    before: int
    after: int
    at: int


async def leaderboard(db: Database, pool: str, bots: bool) -> tuple[Standing, ...]:
    """The best of a pool whose ratings are certain enough; people and bots stand apart."""
    rating = schema.rating.c
    best = rating.pool == pool, rating.deviation < CERTAIN, schema.person.c.bot == bots
    query = _joined().where(*best).order_by(rating.rating.desc()).limit(SHOWN)
    return tuple(map(_standing, await db.rows(query)))


async def standings_of(db: Database, person: str) -> tuple[Standing, ...]:
    """All ratings of a person."""
    query = _joined().where(schema.rating.c.person == person).order_by(schema.rating.c.pool)
    return tuple(map(_standing, await db.rows(query)))


async def history(db: Database, person: str, pool: str) -> tuple[Step, ...]:
    """A person's rated matches in a pool, the newest first."""
    step = schema.rating_step.c
    query = select(schema.rating_step).where(step.person == person, step.pool == pool)
    rows = await db.rows(query.order_by(step.at.desc()).limit(MOST_STEPS))
    return tuple(Step(row.game, round(row.before), round(row.after), row.at) for row in rows)


def _joined() -> Any:
    both = schema.rating.join(schema.person, schema.person.c.id == schema.rating.c.person)
    return select(schema.rating, schema.person.c.name).select_from(both)


def _standing(row: Any) -> Standing:
    return Standing(row.pool, row.name, round(row.rating), round(row.deviation), row.games)
