"""The one writer: what waits is written in one transaction, and told only after its commit."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tallyho.server import metrics

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

MOST_TOGETHER: Final = 64
MOST_WAITING: Final = 4096
TRIES: Final = 3


class Busy(Exception):
    """More work waits than the disk can take; the sender should come again later."""


@dataclass(slots=True, eq=False)
class _Job:
    work: Work[Any]
    key: str
    done: "asyncio.Future[Any]"


class Writer:
    """Runs works one after another, many in one transaction, each behind its own savepoint.

    A work may run again when its transaction is lost, so it has no effect outside the database.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[_Job] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    async def write(self, work: Work[T], key: str = "") -> T:
        """Run the work and return its answer once it is on the disk; `key` names what it locks."""
        if self._closing or len(self._waiting) >= MOST_WAITING:
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
            await self._commit(batch)

    async def _commit(self, batch: list[_Job]) -> None:
        for attempt in range(1, TRIES + 1):
            try:
                async with self._engine.begin() as connection:
                    answers = [await _answer(connection, job.work) for job in batch]
            except Exception as error:
                if attempt == TRIES or not isinstance(error, DBAPIError | OSError):
                    return _settle(batch, [error] * len(batch))
                await asyncio.sleep(0.05 * attempt)
            else:
                metrics.BATCH.observe(len(batch))
                return _settle(batch, answers)


async def _answer(connection: AsyncConnection, work: Work[Any]) -> Any:
    """What the work answers, or the exception that undid it and it alone."""
    try:
        async with connection.begin_nested():
            return await work(connection)
    except DBAPIError as error:
        if error.connection_invalidated or "deadlock" in str(error.orig).lower():
            raise
        return error
    except Exception as error:
        return error


def _settle(batch: list[_Job], answers: list[Any]) -> None:
    for job, answer in zip(batch, answers, strict=True):
        with suppress(asyncio.InvalidStateError):  # a sender that has gone away
            if isinstance(answer, BaseException):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)
