"""The lobby: open seeks that anybody may accept; they survive a restart."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select

from tallyho.server.errors import NotAllowed, NotFound, TooMany
from tallyho.server.games.matches import Matches
from tallyho.server.games.terms import Terms, agree, check_terms, sitter
from tallyho.server.live.bus import LOBBY, Bus
from tallyho.server.names import new_id, now_ms
from tallyho.server.people.person import Person
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.facts import Sitter
from tallyho.server.table.shelf import Shelf
from tallyho.server.table.table import Table

MOST_SEEKS: Final = 5
"""Seeks of one person."""

SHOWN: Final = 200


class Seek(Struct, frozen=True):
    """Somebody looks for an opponent on these terms."""

    id: str
    name: str
    terms: Terms
    created: int


class Lobby:
    """All open seeks."""

    def __init__(self, db: Database, bus: Bus, matches: Matches, shelf: Shelf) -> None:
        self._db = db
        self._bus = bus
        self._matches = matches
        self._shelf = shelf

    async def seeks(self) -> tuple[Seek, ...]:
        """The oldest seeks first."""
        query = select(schema.seek).order_by(schema.seek.c.created).limit(SHOWN)
        return tuple(map(_seek, await self._db.rows(query)))

    async def add(self, person: Person, terms: Terms) -> Seek:
        """Look for an opponent."""
        _check_kind(person)
        check_terms(terms, person)
        seek = Seek(new_id(), person.shown, terms, now_ms())

        def work(connection: Connection) -> None:
            mine = schema.seek.c.person == person.id
            count = select(func.count()).select_from(schema.seek).where(mine)
            if (connection.execute(count)).scalar_one() >= MOST_SEEKS:
                raise TooMany(f"nobody has more than {MOST_SEEKS} seeks at a time")
            wish = msgspec.json.encode(terms).decode()
            values = {"id": seek.id, "person": person.id, "name": seek.name, "wish": wish}
            connection.execute(insert(schema.seek).values(**values, created=seek.created))

        await self._db.write(work)
        await self._bus.publish(LOBBY, seek.created)
        return seek

    async def withdraw(self, person: Person, seek: str) -> None:
        """Stop looking."""

        def work(connection: Connection) -> None:
            row = _take(connection, seek)
            if row.person != person.id:
                raise NotAllowed("this is not your seek")

        await self._db.write(work)
        await self._bus.publish(LOBBY, now_ms())

    async def accept(self, person: Person, seek: str) -> Table:
        """Play with whoever looks for an opponent; the seek is gone."""
        _check_kind(person)

        def work(connection: Connection) -> Table:
            row = _take(connection, seek)
            if row.person == person.id:
                raise NotAllowed("this is your own seek")
            terms = _seek(row).terms
            check_terms(terms, person)
            sides = Sitter(row.person, row.name), sitter(person)
            return self._matches.create(connection, agree(terms, "lobby", *sides))

        table = await self._db.write(work)
        await self._shelf.opened(table)
        await self._bus.publish(LOBBY, now_ms())
        return table


def _check_kind(person: Person) -> None:
    if person.bot:
        raise NotAllowed("the lobby is for people; bots are challenged")


def _take(connection: Connection, seek: str) -> Any:
    """The seek, which is gone unless the transaction fails."""
    which = schema.seek.c.id == seek
    row = (connection.execute(select(schema.seek).where(which).with_for_update())).first()
    if row is None:
        raise NotFound("there is no such seek any more")
    connection.execute(delete(schema.seek).where(which))
    return row


def _seek(row: Any) -> Seek:
    return Seek(row.id, row.name, msgspec.json.decode(row.wish, type=Terms), row.created)
