"""Ratings of people: settled in the transaction that ends a rated match."""

from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from tallyho.play.actions import Seat
from tallyho.play.clock import DAY, Clock
from tallyho.server.ratings.glicko import Result, Strength, rate
from tallyho.server.storage import schema
from tallyho.server.table.events import LogEvent
from tallyho.server.table.facts import Facts

PERIOD: Final = 7 * DAY  # one week without a game is one rating period
FAST: Final = 10 * 60 * 1000  # live matches shorter than this for each player are fast
USUAL_TURNS: Final = 40


def speed_of(clock: Clock) -> str | None:
    """fast, slow or days; None without a clock."""
    if clock.per_turn is not None:
        return "days"
    if clock.base is None:
        return None
    return "fast" if clock.base + USUAL_TURNS * clock.increment < FAST else "slow"


def pool_of(name: str, clock: Clock) -> str | None:
    """The pool that a match counts in, such as hunt-fast; None if it can count in none."""
    speed = speed_of(clock)
    return speed and f"{name}-{speed}"


def settle(connection: Connection, facts: Facts, ended: LogEvent, now: int) -> None:
    """Rate both players; a match that was abandoned without a winner counts for nobody."""
    pool, (first, second) = pool_of(facts.name, facts.clock), facts.people
    if pool is None or first is None or second is None:
        return
    if ended.termination == "abandoned" and ended.winner is None:
        return
    known = _known(connection, pool, first, second)
    before = {seat: _rested(known.get(facts.people[seat]), now) for seat in Seat}
    for seat in Seat:
        score = 0.5 if ended.winner is None else float(ended.winner == seat)
        after = rate(before[seat], [Result(before[seat.other], score)])
        person = facts.people[seat] or ""
        row = known.get(person)
        _store(connection, facts.id, person, pool, row, before[seat], after, now)


def _known(connection: Connection, pool: str, *people: str) -> dict[str | None, Any]:
    rating = schema.rating.c
    query = select(schema.rating).where(rating.pool == pool, rating.person.in_(people))
    rows = connection.execute(query.order_by(rating.person).with_for_update())
    return {row.person: row for row in rows}


def _rested(row: Any, now: int) -> Strength:
    if row is None:
        return Strength()
    strength = Strength(row.rating, row.deviation, row.volatility)
    return strength.rested((now - row.at) / PERIOD)


def _store(
    connection: Connection,
    game: str,
    person: str,
    pool: str,
    row: Any,
    before: Strength,
    after: Strength,
    now: int,
) -> None:
    rating = schema.rating.c
    values = {"rating": after.rating, "deviation": after.deviation, "volatility": after.volatility}
    names = {"person": person, "pool": pool, "at": now}
    # A row that is known stays and is changed: a transaction that waits for it must find it.
    if row is None:
        connection.execute(insert(schema.rating).values(**names, **values, games=1))
    else:
        mine = (rating.person == person) & (rating.pool == pool)
        changed = update(schema.rating).where(mine)
        connection.execute(changed.values(at=now, **values, games=row.games + 1))
    step = {"game": game, "before": before.rating, "after": after.rating}
    connection.execute(insert(schema.rating_step).values(**names, **step))
