"""The writer: what waits is written in one transaction, and told only after its commit."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar
from zlib import crc32

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from tallyho.server import metrics
from tallyho.server.storage.driver import Driver

T = TypeVar("T")
Work = Callable[[Connection], T]

MOST_TOGETHER: Final = 64
MOST_WAITING: Final = 4096
TRIES: Final = 3


class Busy(Exception):
    """More work waits than the disk can take, or the site is closing; come again later."""


@dataclass(slots=True, eq=False)
class _Job:
    work: Work[Any]
    key: str
    done: "asyncio.Future[Any]"


class Writer:
    """As many lanes as the database can use: one for SQLite, a few for PostgreSQL."""

    def __init__(self, driver: Driver) -> None:
        self._lanes = [Lane(driver) for _ in range(driver.writers)]

    async def write(self, work: Work[T], key: str = "") -> T:
        """Run the work and return its answer once it is on the disk; `key` names what it locks."""
        if key:  # always the same lane, so that lanes do not wait for one another
            lane = self._lanes[crc32(key.encode()) % len(self._lanes)]
        else:
            lane = min(self._lanes, key=len)
        return await lane.write(work, key)

    async def close(self) -> None:
        """Write what still waits, then stop."""
        await asyncio.gather(*(lane.close() for lane in self._lanes))


class Lane:
    """Runs works one after another, many in one transaction.

    A work may run again, when its transaction is lost or when another work of it fails, so it has
    no effect outside the database.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._waiting: list[_Job] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    def __len__(self) -> int:
        return len(self._waiting)

    async def write(self, work: Work[T], key: str) -> T:
        """Run the work and return its answer once it is on the disk."""
        if self._closing or len(self) >= MOST_WAITING:
            raise Busy
        job = _Job(work, key, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._wake.set()
        answer: T = await job.done
        return answer

    async def close(self) -> None:
        """Write what still waits, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            # One order for all processes, so that none waits for another in a circle.
            batch.sort(key=lambda job: job.key)
            _settle(batch, await self._commit([job.work for job in batch]))

    async def _commit(self, works: list[Work[Any]]) -> list[Any]:
        """What each work answers, or why it was undone; all the same if the commit fails."""
        for attempt in range(1, TRIES + 1):
            try:
                answers = await self._driver.write(partial(_answers, works))
            except Exception as error:
                if attempt == TRIES or not isinstance(error, DBAPIError | OSError):
                    return [error] * len(works)
                await asyncio.sleep(0.05 * attempt)
            else:
                metrics.BATCH.observe(len(works))
                return answers
        raise AssertionError("the last try returns")


def _answers(works: list[Work[Any]], connection: Connection) -> list[Any]:
    """What all works answer; if one fails, each runs again behind a savepoint of its own."""
    if len(works) > 1:
        together = _answer(connection, lambda connection: [work(connection) for work in works])
        if isinstance(together, list):
            return together
    return [_answer(connection, work) for work in works]


def _answer(connection: Connection, work: Work[Any]) -> Any:
    """What the work answers, or the exception that undid it and it alone."""
    try:
        with connection.begin_nested():
            return work(connection)
    except DBAPIError as error:
        if error.connection_invalidated or "deadlock" in str(error.orig).lower():
            raise
        return error
    except Exception as error:
        return error


def _settle(batch: list[_Job], answers: list[Any]) -> None:
    for job, answer in zip(batch, answers, strict=True):
        with suppress(asyncio.InvalidStateError):  # a sender that has gone away
            if isinstance(answer, Exception):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)
