"""The open database: reading, the one writer, and the schema brought up to date."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Executable, text
from sqlalchemy.exc import OperationalError

from tallyho.contract import NotationError
from tallyho.server.storage.driver import Driver, driver_for
from tallyho.server.storage.writer import T, Work, Writer


class Database:
    """Where the site keeps everything."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._writer = Writer(driver)

    @classmethod
    async def open(cls, address: str) -> "Database":
        """Open the database, making it or bringing its tables up to date."""
        driver = driver_for(address)
        try:
            await driver.write(_migrate)
        except OperationalError as error:
            await driver.close()
            raise NotationError("db", f"the database cannot be opened: {error.orig}") from None
        return cls(driver)

    async def close(self) -> None:
        """Write what waits and leave."""
        await self._writer.close()
        await self._driver.close()

    async def write(self, work: Work[T], key: str = "") -> T:
        """Run the work in a transaction, perhaps with others; answers after the commit."""
        return await self._writer.write(work, key)

    async def read(self, work: Work[T]) -> T:
        """Run a work that changes nothing and sees one moment of the database."""
        return await self._driver.read(work)

    async def rows(self, query: Executable) -> Sequence[Any]:
        """Every row that the query finds."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def row(self, query: Executable) -> Any:
        """The first row that the query finds, or None."""
        return await self.read(lambda connection: connection.execute(query).first())


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":  # processes that start together take turns
        connection.execute(text("SELECT pg_advisory_xact_lock(7411040)"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
