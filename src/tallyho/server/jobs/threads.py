"""Engine turns in threads of this process, a bounded number at a time, in fair order."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tallyho.server import metrics
from tallyho.server.jobs.engine_turn import find_turn, make_turn
from tallyho.server.jobs.jobs import Due
from tallyho.server.jobs.queue import FairQueue
from tallyho.server.table.shelf import Shelf

LOG: Final = logging.getLogger(__name__)


class Thinkers:
    """The threads that find turns, so that the rest of the process goes on."""

    def __init__(self, shelf: Shelf, threads: int) -> None:
        self._shelf = shelf
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="engine")
        self._stopped = False

    async def turn(self, game: str) -> bool:
        """Find and make the computer's turn; False if it has none, or not any more."""
        table = await self._shelf.look(game)
        if not table.engine_due:
            return False
        loop = asyncio.get_running_loop()
        text = await loop.run_in_executor(self._pool, find_turn, table, lambda: self._stopped)
        return await make_turn(self._shelf, table, text)

    def stop(self) -> None:
        """Come to an end with every thought."""
        self._stopped = True

    def close(self) -> None:
        """Wait for the last thoughts."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class ThreadJobs:
    """The in-process jobs: a turn that is asked for twice waits once."""

    def __init__(self, shelf: Shelf, threads: int) -> None:
        self._thinkers = Thinkers(shelf, threads)
        self._queue: FairQueue[Due] = FairQueue()
        self._asked: set[Due] = set()
        self._ready = asyncio.Semaphore(0)
        self._workers = [asyncio.create_task(self._work()) for _ in range(threads)]

    def ask(self, due: Due) -> None:
        """Let the turn be found and made here."""
        if due not in self._asked:
            self._asked.add(due)
            self._queue.put(due.person, due)
            metrics.ENGINE_WAITING.set(len(self._queue))
            self._ready.release()

    async def close(self) -> None:
        """Stop thinking and give up what has not been done."""
        self._thinkers.stop()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._thinkers.close()

    async def _work(self) -> None:
        while True:
            await self._ready.acquire()
            due = self._queue.take()
            metrics.ENGINE_WAITING.set(len(self._queue))
            try:
                await self._thinkers.turn(due.game)
            except Exception:
                LOG.exception("engine job failed", extra={"game": due.game})
            finally:
                self._asked.discard(due)
