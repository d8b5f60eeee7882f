"""The writer: one transaction for many works, each undone alone."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from tallyho.contract import NotationError
from tallyho.server.jobs.queue import FairQueue
from tallyho.server.settings import db_url
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.storage.driver import driver_for
from tallyho.server.storage.writer import Busy


def add(name: str, fail: bool = False):
    """A work that adds a person, and may fail after it has."""

    def work(connection: Connection) -> str:
        values = {"id": name, "created": 0, "deleted": False}
        connection.execute(schema.person.insert().values(**values))
        if fail:
            raise NotationError("name", "not this one")
        return name

    return work


@pytest.fixture
def address(db: str, tmp_path: Path) -> str:
    """Both kinds of database in turn."""
    return db_url(db or str(tmp_path / "x.db"))


async def people(db: Database) -> list[str]:
    return [
        row.id for row in await db.rows(select(schema.person.c.id).order_by(schema.person.c.id))
    ]


def test_a_work_that_fails_undoes_itself_alone(address: str) -> None:
    async def scenario() -> None:
        db = await Database.open(address)
        works = [db.write(add(name, fail=name == "b")) for name in "abc"]
        answers = await asyncio.gather(*works, return_exceptions=True)
        assert [answers[0], answers[2]] == ["a", "c"]
        assert isinstance(answers[1], NotationError)
        assert await people(db) == ["a", "c"]
        await db.close()
        with pytest.raises(Busy):
            await db.write(add("d"))

    asyncio.run(scenario())


def test_what_waits_is_written_before_the_database_closes(address: str) -> None:
    async def scenario() -> None:
        db = await Database.open(address)
        works = [asyncio.ensure_future(db.write(add(f"p{number}"))) for number in range(200)]
        await asyncio.sleep(0)
        await db.close()
        await asyncio.gather(*works)
        again = await Database.open(address)
        assert (await again.row(select(func.count()).select_from(schema.person)))[0] == 200
        await again.close()

    asyncio.run(scenario())


def test_commits_are_synchronous_and_readers_change_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        driver = driver_for(db_url(str(tmp_path / "x.db")))
        settings = [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
        for name, value in settings:
            found = await driver.write(
                lambda c, name=name: c.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            )
            assert found == value
        reads = await driver.read(lambda c: c.exec_driver_sql("PRAGMA query_only").scalar_one())
        assert reads == 1
        await driver.close()

    asyncio.run(scenario())


def test_a_database_that_cannot_be_reached_is_named() -> None:
    with pytest.raises(NotationError, match="db: the database cannot be opened"):
        asyncio.run(Database.open("postgresql+asyncpg://nobody@127.0.0.1:1/nothing"))


def test_other_databases_are_refused() -> None:
    with pytest.raises(NotationError, match="postgresql"):
        driver_for("mysql://nowhere/x")


def test_the_migrations_make_the_tables_that_the_code_knows(address: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    async def scenario() -> None:
        db = await Database.open(address)
        found = await db.read(
            lambda c: compare_metadata(MigrationContext.configure(c), schema.metadata)
        )
        assert found == []
        await db.close()

    asyncio.run(scenario())


def test_the_queue_lets_every_owner_have_a_turn() -> None:
    queue: FairQueue[str] = FairQueue()
    for owner, thing in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1")]:
        queue.put(owner, thing)
    assert [queue.take() for _ in range(len(queue))] == ["a1", "b1", "c1", "a2", "a3"]
