"""Engine turns in threads of this process, a bounded number at a time, in fair order."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tallyho.server import metrics
from tallyho.server.jobs.engine_turn import find_turn, make_turn
from tallyho.server.jobs.queue import FairQueue
from tallyho.server.table.shelf import Shelf

LOG: Final = logging.getLogger(__name__)


class ThreadJobs:
    """The in-process jobs: a game that is asked for twice waits once."""

    def __init__(self, shelf: Shelf, threads: int) -> None:
        self._shelf = shelf
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="engine")
        self._queue: FairQueue[str] = FairQueue()
        self._asked: set[str] = set()
        self._ready = asyncio.Semaphore(0)
        self._stopped = False
        self._workers = [asyncio.create_task(self._work()) for _ in range(threads)]

    def ask(self, game: str, person: str) -> None:
        """The computer has to move in this game."""
        if game not in self._asked:
            self._asked.add(game)
            self._queue.put(person, game)
            metrics.ENGINE_WAITING.set(len(self._queue))
            self._ready.release()

    async def close(self) -> None:
        """Stop thinking and give up what has not been done."""
        self._stopped = True
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def _work(self) -> None:
        while True:
            await self._ready.acquire()
            game = self._queue.take()
            metrics.ENGINE_WAITING.set(len(self._queue))
            try:
                await self._turn(game)
            except Exception:
                LOG.exception("engine job failed", extra={"game": game})
            finally:
                self._asked.discard(game)

    async def _turn(self, game: str) -> None:
        table = await self._shelf.look(game)
        if not table.engine_due:
            return
        loop = asyncio.get_running_loop()
        text = await loop.run_in_executor(self._pool, find_turn, table, lambda: self._stopped)
        self._asked.discard(game)  # the turn may bring the next one of the same computer
        await make_turn(self._shelf, table, text)
