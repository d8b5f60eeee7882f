"""Engine turns for the workers of all machines, by way of SAQ over Redis.

Whatever they do not do in time is done in this process, so neither a lost Redis nor a lost worker
holds a match up for long. A turn that is made twice is stored once.
"""

import asyncio
import logging
from typing import Final
from weakref import WeakValueDictionary

from redis.exceptions import RedisError
from saq.queue.redis import RedisQueue

from tallyho.server.jobs.jobs import Due, Jobs
from tallyho.server.live.bus import Bus, game_topic
from tallyho.server.live.redis import end, open_redis

LOG: Final = logging.getLogger(__name__)
QUEUE: Final = "tallyho"
ENGINE_TURN: Final = "engine_turn"
WORKERS_ALIVE: Final = "tallyho:workers"  # a key that lives on as long as some worker does
AT_ONCE: Final = 4  # turns of one person that this process puts into the common queue
PATIENCE: Final = 5.0  # seconds that a worker has for a turn, waiting included
JOB_SECONDS: Final = 30


class SaqJobs:
    """Puts turns into the common queue, in fair order: few of each person at a time."""

    def __init__(self, url: str, bus: Bus, here: Jobs) -> None:
        self._queue = RedisQueue(open_redis(url), name=QUEUE)
        self._bus = bus
        self._here = here
        self._tasks: dict[Due, asyncio.Task[None]] = {}
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def ask(self, due: Due) -> None:
        """Let the turn be found and made, by a worker if there is one."""
        if due not in self._tasks:
            self._tasks[due] = task = asyncio.create_task(self._do(due))
            task.add_done_callback(lambda _: self._tasks.pop(due))

    async def close(self) -> None:
        """Wait for nothing more; what workers have begun they finish."""
        await end(self._tasks.values())
        await self._queue.redis.aclose()  # its own way to close would wait for Redis
        await self._here.close()

    async def _do(self, due: Due) -> None:
        gate = self._gates.setdefault(due.person, asyncio.Semaphore(AT_ONCE))
        async with gate:
            try:
                done = await self._by_worker(due)
            except (RedisError, OSError, TimeoutError) as error:
                LOG.info("engine turn comes home", extra={"why": type(error).__name__})
                done = False
        if not done:
            self._here.ask(due)

    async def _by_worker(self, due: Due) -> bool:
        """Whether there are workers; returns when the match has gone on."""
        topic = game_topic(due.game)
        with self._bus.listen(topic) as mailbox:
            async with asyncio.timeout(PATIENCE):
                if not await self._queue.redis.exists(WORKERS_ALIVE):
                    return False
                await self._queue.enqueue(
                    ENGINE_TURN,
                    key=f"{due.game}.{due.version}",
                    game=due.game,
                    timeout=JOB_SECONDS,
                    retries=2,
                    ttl=-1,  # the key is free again once the job is done
                )
                while (await mailbox.take())[topic] <= due.version:
                    pass
        return True
