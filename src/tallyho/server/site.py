"""The running site: everything that the routes need, put together once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tallyho.server.games.challenges import Challenges
from tallyho.server.games.chat import Chat
from tallyho.server.games.lobby import Lobby
from tallyho.server.games.matches import Matches
from tallyho.server.jobs.sweeper import Sweeper
from tallyho.server.jobs.threads import ThreadJobs
from tallyho.server.live.bus import Bus, MemoryBus
from tallyho.server.live.sightings import Sightings
from tallyho.server.live.sockets import Sockets
from tallyho.server.people.accounts import Accounts
from tallyho.server.people.programs import Programs
from tallyho.server.people.tokens import Tokens
from tallyho.server.settings import Settings
from tallyho.server.storage.database import Database
from tallyho.server.table.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of one running site."""

    settings: Settings
    db: Database
    bus: Bus
    shelf: Shelf
    sightings: Sightings
    sockets: Sockets
    tokens: Tokens
    accounts: Accounts
    programs: Programs
    matches: Matches
    lobby: Lobby
    challenges: Challenges
    chat: Chat


@asynccontextmanager
async def open_site(settings: Settings) -> AsyncIterator[Site]:
    """Open the database and start the workers; at the end everything is stored and closed."""
    db = await Database.open(settings.db)
    try:
        bus = MemoryBus()
        shelf = Shelf(db, bus, settings.tables_in_memory)
        sightings = Sightings(db)
        shelf.jobs = jobs = ThreadJobs(shelf, settings.engine_threads)
        sweeper = Sweeper(db, shelf, jobs, sightings)
        try:
            yield _site(settings, db, bus, shelf, sightings)
        finally:
            await sweeper.close()
            await jobs.close()
    finally:
        await db.close()


def _site(settings: Settings, db: Database, bus: Bus, shelf: Shelf, sightings: Sightings) -> Site:
    tokens = Tokens(db)
    matches = Matches(db, shelf, sightings)
    return Site(
        settings=settings,
        db=db,
        bus=bus,
        shelf=shelf,
        sightings=sightings,
        sockets=Sockets(bus),
        tokens=tokens,
        accounts=Accounts(db, tokens),
        programs=Programs(db, tokens),
        matches=matches,
        lobby=Lobby(db, bus, matches, shelf),
        challenges=Challenges(db, bus, matches, shelf),
        chat=Chat(db, bus, shelf),
    )
