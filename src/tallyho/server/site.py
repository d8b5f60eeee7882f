"""The running site: everything that the routes need, put together once."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from tallyho.server.games.challenges import Challenges
from tallyho.server.games.chat import Chat
from tallyho.server.games.lobby import Lobby
from tallyho.server.games.matches import Matches
from tallyho.server.jobs.jobs import Jobs
from tallyho.server.jobs.sweeper import Sweeper
from tallyho.server.jobs.threads import ThreadJobs
from tallyho.server.live.bus import Bus, MemoryBus
from tallyho.server.live.sightings import Sightings
from tallyho.server.live.sockets import Sockets
from tallyho.server.people.accounts import Accounts
from tallyho.server.people.programs import Programs
from tallyho.server.people.tokens import Tokens
from tallyho.server.push.bell import Bell, Notice
from tallyho.server.push.opening import open_bell
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
    bell: Bell | None


@asynccontextmanager
async def open_site(settings: Settings, notice: Notice) -> AsyncIterator[Site]:
    """Open the database and start the workers; at the end everything is stored and closed."""
    async with AsyncExitStack() as stack:
        db = await Database.open(settings.db)
        stack.push_async_callback(db.close)
        bus = _bus(settings)
        stack.push_async_callback(bus.close)
        shelf = Shelf(db, bus, settings.tables_in_memory)
        sightings = Sightings(db)
        shelf.jobs = jobs = _jobs(settings, bus, shelf)
        stack.push_async_callback(jobs.close)
        shelf.bell = bell = open_bell(settings, db, shelf, sightings, notice)
        if bell is not None:
            stack.push_async_callback(bell.close)
        sweeper = Sweeper(db, shelf, jobs, sightings, alone=not settings.redis)
        stack.push_async_callback(sweeper.close)
        yield _site(settings, db, bus, shelf, sightings, bell)


def _bus(settings: Settings) -> Bus:
    if not settings.redis:
        return MemoryBus()
    from tallyho.server.live.redis_bus import RedisBus  # the extra may not be installed

    return RedisBus(settings.redis)


def _jobs(settings: Settings, bus: Bus, shelf: Shelf) -> Jobs:
    here = ThreadJobs(shelf, settings.engine_threads)
    if not settings.redis:
        return here
    from tallyho.server.jobs.saq_jobs import SaqJobs  # the extra may not be installed

    return SaqJobs(settings.redis, bus, here)


def _site(
    settings: Settings,
    db: Database,
    bus: Bus,
    shelf: Shelf,
    sightings: Sightings,
    bell: Bell | None,
) -> Site:
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
        bell=bell,
    )
