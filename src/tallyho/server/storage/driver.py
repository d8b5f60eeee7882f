"""How the database is spoken to: SQLite in threads of our own, PostgreSQL through asyncpg.

Works are plain functions of a connection, the same for both. For SQLite a whole work is one hop to
a thread and back; an asynchronous driver would hop several times for every statement.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tallyho.contract import NotationError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
READERS: Final = 4
POSTGRES_WRITERS: Final = 4
CONNECT_SECONDS: Final = 5
COMMAND_SECONDS: Final = 30


class Driver(Protocol):
    """Runs works in transactions; a write is on the disk when it returns."""

    writers: int  # so many writes at a time

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run the work and commit."""

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a work that changes nothing."""

    async def close(self) -> None:
        """Close all connections."""


class SqliteDriver:
    """One thread that writes, a few that read."""

    writers = 1

    def __init__(self, url: URL) -> None:
        if url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        self._writing = _sqlite_engine(url, "IMMEDIATE", 1)
        self._reading = _sqlite_engine(url, "DEFERRED", READERS)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run the work and commit."""
        return await _hop(self._writer, self._writing, work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a work that changes nothing."""
        return await _hop(self._readers, self._reading, work)

    async def close(self) -> None:
        """Close all connections."""
        for pool in (self._writer, self._readers):
            pool.shutdown()
        for engine in (self._writing, self._reading):
            engine.dispose()


async def _hop(pool: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
    def run() -> T:
        with engine.begin() as connection:
            return work(connection)

    return await asyncio.get_running_loop().run_in_executor(pool, run)


def _sqlite_engine(url: URL, mode: str, size: int) -> Engine:
    """Whole transactions by our own BEGIN; a commit is on the disk when it returns."""
    engine = create_engine(url, pool_size=size, max_overflow=0)

    @event.listens_for(engine, "connect")
    def tune(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for setting in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=10000",
            f"query_only={'OFF' if mode == 'IMMEDIATE' else 'ON'}",
        ):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {mode}")

    return engine


class PostgresDriver:
    """Connections through asyncpg: some that write, others that read."""

    writers = POSTGRES_WRITERS

    def __init__(self, url: URL) -> None:
        self._writing = _postgres_engine(url, "READ COMMITTED", POSTGRES_WRITERS)
        self._reading = _postgres_engine(url, "REPEATABLE READ", READERS)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run the work and commit."""
        with _one_kind_of_trouble():
            async with self._writing.begin() as connection:
                return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a work that changes nothing; once more if its connection had died meanwhile."""
        with _one_kind_of_trouble():
            try:
                return await self._read(work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            return await self._read(work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        for engine in (self._writing, self._reading):
            await engine.dispose()


def _postgres_engine(url: URL, isolation: str, size: int) -> "AsyncEngine":
    # Only here: it loads much that SQLite does not need, and asyncpg may not be installed.
    try:
        from sqlalchemy.ext.asyncio import create_async_engine

        return create_async_engine(
            url,
            pool_size=size,
            max_overflow=0,
            isolation_level=isolation,
            connect_args={"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS},
        )
    except ModuleNotFoundError:
        raise NotationError("db", "install the extra tallyho-games[postgres] first") from None


@contextmanager
def _one_kind_of_trouble() -> Iterator[None]:
    """A database that cannot be reached is a database error; the driver lets some others out."""
    from asyncpg import InterfaceError, PostgresError

    try:
        yield
    except (OSError, PostgresError, InterfaceError, PoolTimeout) as error:
        raise OperationalError("connect", {}, error) from error


def driver_for(address: str) -> Driver:
    """The driver for a database's address."""
    url = make_url(address)
    if url.drivername == "sqlite":
        return SqliteDriver(url)
    if url.drivername == "postgresql+asyncpg":
        return PostgresDriver(url)
    raise NotationError("db", "write a path for SQLite, or postgresql+asyncpg://…")
