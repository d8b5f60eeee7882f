"""Who was seen at a game and when, so that a win can be claimed from somebody who has left."""

from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert as insert_postgres
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from tallyho.play.actions import Seat
from tallyho.server.names import now_ms
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database

GONE_AFTER: Final = 60_000
"""Milliseconds without a sign of life; sockets give one every 15 seconds."""


class Sightings:
    """The newest sign of life of every seat: here at once, in the database a little later."""

    def __init__(self, db: Database, gone_after: int = GONE_AFTER) -> None:
        self._db = db
        self._gone_after = gone_after
        self._since = now_ms()  # nobody could be seen before the site was up
        self._new: dict[tuple[str, int], int] = {}

    def saw(self, game: str, seat: Seat) -> None:
        """A sign of life."""
        self._new[game, int(seat)] = now_ms()

    async def gone(self, game: str, seat: Seat) -> bool:
        """Whether nothing was heard of this seat for too long."""
        heard = max(self._since, self._new.get((game, int(seat)), 0))
        if now_ms() - heard <= self._gone_after:
            return False
        return now_ms() - await self.last(game, seat) > self._gone_after

    async def last(self, game: str, seat: Seat) -> int:
        """The last sign of life of this seat, 0 if there was none."""
        sighting = schema.sighting.c
        query = select(sighting.at).where(sighting.game == game, sighting.seat == seat)
        row = await self._db.row(query)
        return max(self._new.get((game, int(seat)), 0), row.at if row else 0)

    async def store(self) -> None:
        """Let other processes know."""
        new, self._new = self._new, {}
        if not new:
            return
        rows = [{"game": game, "seat": seat, "at": at} for (game, seat), at in sorted(new.items())]

        def work(connection: Connection) -> None:
            postgres = connection.dialect.name == "postgresql"
            insert = (insert_postgres if postgres else insert_sqlite)(schema.sighting)
            at = insert.excluded.at
            newer = insert.on_conflict_do_update(
                index_elements=["game", "seat"],
                set_={"at": at},
                where=at > schema.sighting.c.at,  # another process may have seen more
            )
            connection.execute(newer, rows)

        await self._db.write(work)
