"""Which browsers want to be told; each is known as long as its visitor is logged in there."""

from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.people.tokens import hash_of
from tallyho.server.push.addresses import Subscription, place_of
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database

MOST: Final = 10
"""Browsers of one person that are told; for one more, the oldest is forgotten."""


class Subscriptions:
    """The browsers that are told."""

    def __init__(self, db: Database, anywhere: bool) -> None:
        self._db = db
        self._anywhere = anywhere

    async def add(self, person: Person, token: str, new: Subscription, language: str) -> None:
        """Tell this browser from now on, and whoever used it before no longer."""
        place_of(new.endpoint, self._anywhere)
        values = {
            "endpoint": new.endpoint,
            "person": person.id,
            "token": hash_of(token),
            "p256dh": new.p256dh,
            "auth": new.auth,
            "language": language,
            "created": now_ms(),
        }

        def work(connection: Connection) -> None:
            connection.execute(_drop(_columns.endpoint == new.endpoint))
            connection.execute(_drop(_of(person.id), _columns.endpoint.not_in(_newest(person))))
            connection.execute(insert(schema.subscription).values(**values))

        await self._db.write(work)

    async def remove(self, person: Person, endpoint: str) -> None:
        """Tell this browser no longer."""
        await self._remove(_of(person.id), _columns.endpoint == endpoint)

    async def forget(self, endpoint: str) -> None:
        """The push service does not know this browser any more."""
        await self._remove(_columns.endpoint == endpoint)

    async def _remove(self, *which: Any) -> None:
        def work(connection: Connection) -> None:
            connection.execute(_drop(*which))

        await self._db.write(work)

    async def of(self, person: str) -> Any:
        """The browsers of a person, as rows."""
        query = select(schema.subscription).where(_of(person))
        return await self._db.rows(query.order_by(_columns.created))


_columns: Final = schema.subscription.c


def _of(person: str) -> Any:
    return _columns.person == person


def _drop(*which: Any) -> Any:
    return delete(schema.subscription).where(*which)


def _newest(person: Person) -> Any:
    newest = select(_columns.endpoint).where(_of(person.id))
    return newest.order_by(_columns.created.desc(), _columns.endpoint).limit(MOST - 1)
