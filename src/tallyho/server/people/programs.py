"""Tokens for programs: named, shown once, listed and revoked by their owner."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from sqlalchemy import Connection, delete, func, select

from tallyho.contract import NotationError
from tallyho.server.errors import NotAllowed, NotFound, TooMany
from tallyho.server.names import new_id, now_ms
from tallyho.server.people.person import Person
from tallyho.server.people.tokens import Tokens, give_token
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database

MOST_TOKENS: Final = 20
"""Tokens that one account gives to programs."""

TokenName = Annotated[str, Meta(min_length=1, max_length=40)]


class ProgramToken(Struct, frozen=True):
    """A program's token; the token itself is told once, when it is made."""

    id: str
    name: str
    created: int
    token: str | None = None


class Programs:
    """The tokens that people give to their programs."""

    def __init__(self, db: Database, tokens: Tokens) -> None:
        self._db = db
        self._tokens = tokens

    async def add(self, person: Person, name: str) -> ProgramToken:
        """A new token."""
        if person.guest:
            raise NotAllowed("tokens for programs need an account; take a name first")
        if not name.isprintable() or name.isspace():
            raise NotationError("name", "write some words, in one line")
        known: dict[str, Any] = {"id": new_id(), "name": name}

        def work(connection: Connection) -> str:
            count = select(func.count()).select_from(schema.token).where(_of(person))
            if connection.execute(count).scalar_one() >= MOST_TOKENS:
                raise TooMany(f"nobody has more than {MOST_TOKENS} tokens for programs")
            return give_token(connection, person.id, **known)

        token = await self._db.write(work)
        return ProgramToken(**known, created=now_ms(), token=token)

    async def of(self, person: Person) -> tuple[ProgramToken, ...]:
        """The person's tokens, the oldest first."""
        token = schema.token.c
        query = select(token.id, token.name, token.created).where(_of(person))
        rows = await self._db.rows(query.order_by(token.created, token.id))
        return tuple(ProgramToken(row.id, row.name, row.created) for row in rows)

    async def revoke(self, person: Person, token: str) -> None:
        """From now on nobody is known by it."""

        def work(connection: Connection) -> None:
            which = delete(schema.token).where(_of(person), schema.token.c.id == token)
            if not connection.execute(which).rowcount:
                raise NotFound("you have no such token")

        await self._db.write(work)
        self._tokens.forget(person.id)


def _of(person: Person) -> Any:
    token = schema.token.c
    return (token.person == person.id) & token.id.is_not(None)
