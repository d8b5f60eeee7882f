"""The open database: connections for readers, one writer, and the schema brought up to date."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Executable, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tallyho.contract import NotationError
from tallyho.server.storage.writer import T, Work, Writer

DIALECTS = {"sqlite+aiosqlite": 4, "postgresql+asyncpg": 8}
"""The databases that are spoken to, and how many readers each gets."""


class Database:
    """Readers and the writer of one database."""

    def __init__(self, readers: AsyncEngine, writing: AsyncEngine) -> None:
        self.readers = readers
        self._writing = writing
        self._writer = Writer(writing)

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open the database, making it or bringing its tables up to date."""
        writing = _engine(url, 2, "IMMEDIATE")
        await _migrate(writing)
        return cls(_engine(url, 0, "DEFERRED"), writing)

    async def close(self) -> None:
        """Write what waits and leave."""
        await self._writer.close()
        await self._writing.dispose()
        await self.readers.dispose()

    async def write(self, work: Work[T], key: str = "") -> T:
        """Run the work in a transaction and answer after its commit."""
        return await self._writer.write(work, key)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one moment of the database."""
        async with self.readers.connect() as connection:
            yield connection

    async def rows(self, query: Executable) -> Sequence[Any]:
        """Every row that the query finds."""
        async with self.reading() as connection:
            return (await connection.execute(query)).all()

    async def row(self, query: Executable) -> Any:
        """The first row that the query finds, or None."""
        async with self.reading() as connection:
            return (await connection.execute(query)).first()


def _engine(url: str, size: int, mode: str) -> AsyncEngine:
    parsed = make_url(url)
    if parsed.drivername not in DIALECTS:
        known = ", ".join(f"{name}://…" for name in DIALECTS)
        raise NotationError("db", f"write a path for SQLite, or one of {known}")
    engine = create_async_engine(
        parsed, pool_size=size or DIALECTS[parsed.drivername], max_overflow=0, pool_pre_ping=True
    )
    if engine.dialect.name == "sqlite":
        if parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        _tune_sqlite(engine, mode)
    return engine


def _tune_sqlite(engine: AsyncEngine, mode: str) -> None:
    """Whole transactions by our own BEGIN; a commit is on the disk when it returns."""

    @event.listens_for(engine.sync_engine, "connect")
    def tune(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for setting in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=10000",
            f"query_only={'OFF' if mode == 'IMMEDIATE' else 'ON'}",
        ):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {mode}")


async def _migrate(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # processes that start together take turns
            await connection.execute(text("SELECT pg_advisory_xact_lock(7411040)"))
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
