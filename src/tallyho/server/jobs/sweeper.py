"""The sweeper: ends matches whose deadline has passed, and finds engine turns that were lost."""

import asyncio
import logging
import random
from typing import Final

from sqlalchemy import select

from tallyho.server.jobs.jobs import Due, Jobs
from tallyho.server.live.sightings import Sightings
from tallyho.server.names import now_ms
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.shelf import Shelf

LOG: Final = logging.getLogger(__name__)
EVERY: Final = 1.0
SLOWLY: Final = 5  # every so many rounds: sightings, and engine turns
AT_ONCE: Final = 200
LOST_AFTER: Final = 5_000  # milliseconds after which an engine turn is asked for again


class Sweeper:
    """Looks through the database for what is due."""

    def __init__(
        self, db: Database, shelf: Shelf, jobs: Jobs, sightings: Sightings, alone: bool
    ) -> None:
        self._alone = alone
        self._db = db
        self._shelf = shelf
        self._jobs = jobs
        self._sightings = sightings
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, with the last sightings stored."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._sightings.store()

    async def _run(self) -> None:
        rounds = 0
        while True:
            try:
                await self.sweep()
                if rounds % SLOWLY == 0:
                    # When the only process starts no turn can be under way: those of a crash
                    # are found at once.
                    await self.find_lost_turns(LOST_AFTER if rounds or not self._alone else 0)
                    await self._sightings.store()
            except Exception:
                LOG.exception("sweep failed")
            rounds += 1
            await asyncio.sleep(EVERY)

    async def sweep(self) -> None:
        """End what is past its deadline; whether it is, the transaction decides."""
        game = schema.game.c
        due = select(game.id).where(game.deadline < now_ms(), game.status != "over")
        for row in await self._db.rows(due.order_by(game.deadline).limit(AT_ONCE)):
            try:
                await self._shelf.expire(row.id)
            except Exception:  # the other matches are due all the same
                LOG.exception("deadline not kept", extra={"game": row.id})

    async def find_lost_turns(self, lost_after: int) -> None:
        """Ask again for engine turns that nobody seems to work on."""
        game = schema.game.c
        due = select(game.id, game.version, game.first, game.second).where(
            game.engine_due, game.changed <= now_ms() - lost_after
        )
        rows = list(await self._db.rows(due.order_by(game.changed).limit(AT_ONCE)))
        random.shuffle(rows)  # processes that find the same turns do not all begin with one
        for row in rows:
            self._jobs.ask(Due(row.id, row.version, row.first or row.second or ""))
