"""Tokens: what a browser or a program shows to be known again. Only their hashes are stored."""

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select

from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database

REMEMBERED_SECONDS: Final = 5.0
MOST_REMEMBERED: Final = 10_000

_person, _token = schema.person.c, schema.token.c
_WHOSE: Final = (  # built once: it is asked all the time
    select(_person.id, _person.name, _person.bot)
    .select_from(schema.person.join(schema.token, _token.person == _person.id))
    .where(_token.hash == bindparam("shown"))
)


def hash_of(token: str) -> bytes:
    """What is stored of a token; it is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()


def give_token(connection: Connection, person: str, **named: Any) -> str:
    """A new token for the person; a program's is `named`."""
    token = secrets.token_urlsafe(32)
    values = {"hash": hash_of(token), "person": person, "created": now_ms(), **named}
    connection.execute(insert(schema.token).values(**values))
    return token


class Tokens:
    """Finds the person behind a token, remembering for a few seconds whom it found."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: OrderedDict[bytes, tuple[Person, float]] = OrderedDict()

    async def person(self, token: str) -> Person | None:
        """Whose token this is, None if nobody's."""
        key = hash_of(token)
        person, until = self._known.get(key, (None, 0.0))
        if person is None or until < time.monotonic():
            person = await self._find(key)
            self._remember(key, person)
        return person

    async def _find(self, key: bytes) -> Person | None:
        row = await self._db.read(lambda c: c.execute(_WHOSE, {"shown": key}).first())
        return Person(row.id, row.name, row.bot) if row else None

    def _remember(self, key: bytes, person: Person | None) -> None:
        if person is None:
            self._known.pop(key, None)
            return
        self._known[key] = person, time.monotonic() + REMEMBERED_SECONDS
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, person: str) -> None:
        """Look this person up again next time."""
        for key in [key for key, (known, _) in self._known.items() if known.id == person]:
            del self._known[key]

    async def drop(self, token: str, person: str) -> None:
        """Log out here."""
        await self._drop(person, schema.token.c.hash == hash_of(token))

    async def drop_all(self, person: str) -> None:
        """Log out everywhere."""
        await self._drop(person, schema.token.c.person == person)

    async def _drop(self, person: str, which: ColumnElement[bool]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(schema.token).where(which))

        await self._db.write(work)
        self.forget(person)
