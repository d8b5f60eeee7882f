"""Chat at a game: one room for the players, another for those who watch."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from sqlalchemy import Connection, insert, select

from tallyho.contract import NotationError
from tallyho.server.errors import NotAllowed
from tallyho.server.live.bus import Bus, chat_topic
from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.shelf import Shelf
from tallyho.server.table.table import Table

Room = Literal["players", "spectators"]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
SHOWN: Final = 100


class Said(Struct, frozen=True):
    """One line of a chat; the text is plain, never markup."""

    id: int
    name: str
    text: str
    at: int


def may_read(table: Table, person: str | None, room: Room) -> bool:
    """Players read their own room, and the other one after the end; spectators theirs."""
    if table.facts.seats_of(person):
        return room == "players" or table.ended is not None
    return room == "spectators"


class Chat:
    """All chats."""

    def __init__(self, db: Database, bus: Bus, shelf: Shelf) -> None:
        self._db = db
        self._bus = bus
        self._shelf = shelf

    async def since(
        self, game: str, person: str | None, room: Room, after: int
    ) -> tuple[Said, ...]:
        """The newest lines after that one."""
        if not may_read(await self._shelf.look(game), person, room):
            raise NotAllowed("this room is not for you")
        chat = schema.chat.c
        query = select(schema.chat).where(chat.game == game, chat.room == room, chat.id > after)
        rows = await self._db.rows(query.order_by(chat.id.desc()).limit(SHOWN))
        return tuple(Said(row.id, row.name, row.text, row.at) for row in reversed(rows))

    async def say(self, game: str, person: Person, room: Room, text: str) -> Said:
        """Add a line."""
        table = await self._shelf.look(game)
        if bool(table.facts.seats_of(person.id)) != (room == "players"):
            raise NotAllowed("this room is not for you")
        if not text.isprintable() or text.isspace():
            raise NotationError("text", "write some words, in one line")
        values: dict[str, Any] = {"name": person.shown, "text": text, "at": now_ms()}

        def work(connection: Connection) -> int:
            added = insert(schema.chat).values(game=game, room=room, person=person.id, **values)
            made = connection.execute(added.returning(schema.chat.c.id))
            number: int = made.scalar_one()
            return number

        number = await self._db.write(work)
        await self._bus.publish(chat_topic(game, room), number)
        return Said(number, **values)
