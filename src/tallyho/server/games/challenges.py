"""Challenges: somebody asks somebody else by name, a person or a bot, for a match on terms."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, or_, select

from tallyho.play.clock import DAY
from tallyho.server.errors import NotAllowed, NotFound, TooMany
from tallyho.server.games.matches import Matches
from tallyho.server.games.terms import Terms, agree, check_kinds, check_terms, sitter
from tallyho.server.live.bus import Bus, person_topic
from tallyho.server.names import new_id, now_ms
from tallyho.server.people.person import Person, name_key
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.shelf import Shelf
from tallyho.server.table.table import Table

STANDS: Final = DAY
MOST_SENT: Final = 10
"""Challenges of one person that wait for an answer."""

MOST_RECEIVED: Final = 50


class Challenger(Struct, frozen=True):
    """One of the two in a challenge."""

    name: str
    bot: bool


class Challenge(Struct, frozen=True):
    """A match that is asked for; it stands for a day. `begins` is said by the challenger."""

    id: str
    challenger: Challenger
    opponent: Challenger
    terms: Terms
    created: int


class ChallengeList(Struct, frozen=True):
    """Challenges that wait for your answer, and those that you wait for."""

    received: tuple[Challenge, ...]
    sent: tuple[Challenge, ...]


class Challenges:
    """All challenges that wait for an answer."""

    def __init__(self, db: Database, bus: Bus, matches: Matches, shelf: Shelf) -> None:
        self._db = db
        self._bus = bus
        self._matches = matches
        self._shelf = shelf

    async def of(self, person: Person) -> ChallengeList:
        """The person's challenges, the oldest first."""
        challenge = schema.challenge.c
        mine = or_(challenge.person == person.id, challenge.opponent == person.id)
        rows = await self._db.rows(_standing().where(mine).order_by(challenge.created))
        received = tuple(_challenge(row) for row in rows if row.opponent == person.id)
        return ChallengeList(received, tuple(_challenge(r) for r in rows if r.person == person.id))

    async def add(self, person: Person, name: str, terms: Terms) -> Challenge:
        """Challenge somebody with an account."""
        check_terms(terms, person)
        opponent = await self._named(name)
        if opponent.id == person.id:
            raise NotAllowed("this is your own name")
        check_kinds(terms.rated, person.bot, opponent.bot)
        challenge = Challenge(new_id(), _side(person), _side(opponent), terms, now_ms())

        def work(connection: Connection) -> None:
            _clear(connection)
            _check_counts(connection, person.id, opponent.id)
            values = {"id": challenge.id, "person": person.id, "opponent": opponent.id}
            wish = msgspec.json.encode(terms).decode()
            added = insert(schema.challenge).values(**values, wish=wish, created=challenge.created)
            connection.execute(added)

        await self._db.write(work)
        await self._tell(person.id, opponent.id)
        return challenge

    async def accept(self, person: Person, challenge: str) -> Table:
        """Play the match that was asked for; the challenge is gone."""

        def work(connection: Connection) -> Table:
            row = _take(connection, challenge)
            if row.opponent != person.id:
                raise NotAllowed("this challenge is not for you")
            terms = _challenge(row).terms
            check_terms(terms, person)
            challenger = Person(row.person, row.name, row.bot)
            facts = agree(terms, "challenge", sitter(challenger), sitter(person))
            return self._matches.create(connection, facts)

        table = await self._db.write(work)
        await self._shelf.opened(table)
        return table

    async def decline(self, person: Person, challenge: str) -> None:
        """Do not play it: said by whoever was challenged, or taken back by the challenger."""

        def work(connection: Connection) -> Any:
            row = _take(connection, challenge)
            if person.id not in (row.person, row.opponent):
                raise NotAllowed("this challenge is between others")
            return row

        row = await self._db.write(work)
        await self._tell(row.person, row.opponent)

    async def _named(self, name: str) -> Person:
        person = schema.person.c
        query = select(person.id, person.name, person.bot)
        row = await self._db.row(query.where(person.key == name_key(name)))
        if row is None:
            raise NotFound("there is nobody of that name")
        return Person(row.id, row.name, row.bot)

    async def _tell(self, *people: str) -> None:
        for person in people:
            await self._bus.publish(person_topic(person), now_ms())


_by, _to = schema.person.alias("by"), schema.person.alias("to")


def _standing() -> Any:
    """All challenges that have not grown old, with the names of both."""
    challenge = schema.challenge
    both = challenge.join(_by, _by.c.id == challenge.c.person)
    both = both.join(_to, _to.c.id == challenge.c.opponent)
    names = _by.c.name, _by.c.bot, _to.c.name.label("to_name"), _to.c.bot.label("to_bot")
    fresh = challenge.c.created > now_ms() - STANDS
    return select(challenge, *names).select_from(both).where(fresh)


def _take(connection: Connection, challenge: str) -> Any:
    """The challenge, which is gone unless the transaction fails."""
    row = connection.execute(_standing().where(schema.challenge.c.id == challenge)).first()
    gone = delete(schema.challenge).where(schema.challenge.c.id == challenge)
    # Where several processes write, only one of them deletes it.
    if row is None or not connection.execute(gone).rowcount:
        raise NotFound("there is no such challenge any more")
    return row


def _clear(connection: Connection) -> None:
    old = schema.challenge.c.created <= now_ms() - STANDS
    connection.execute(delete(schema.challenge).where(old))


def _check_counts(connection: Connection, person: str, opponent: str) -> None:
    challenge = schema.challenge.c
    for mine, most, why in (
        (challenge.person == person, MOST_SENT, "you have challenged enough people for now"),
        (challenge.opponent == opponent, MOST_RECEIVED, "too many have challenged them already"),
    ):
        count = select(func.count()).select_from(schema.challenge).where(mine)
        if connection.execute(count).scalar_one() >= most:
            raise TooMany(why)


def _side(person: Person) -> Challenger:
    return Challenger(person.shown, person.bot)


def _challenge(row: Any) -> Challenge:
    return Challenge(
        row.id,
        _side(Person(row.person, row.name, row.bot)),
        _side(Person(row.opponent, row.to_name, row.to_bot)),
        msgspec.json.decode(row.wish, type=Terms),
        row.created,
    )
