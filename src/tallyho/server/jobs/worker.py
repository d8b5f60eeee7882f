"""A worker: a process that serves nobody and finds engine turns for a site's other processes."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, Final

from saq import Worker
from saq.queue.redis import RedisQueue

from tallyho.server.jobs.saq_jobs import ENGINE_TURN, QUEUE, WORKERS_ALIVE
from tallyho.server.jobs.threads import Thinkers
from tallyho.server.live.redis import WAITS, open_enduring_redis
from tallyho.server.live.redis_bus import RedisBus
from tallyho.server.live.sightings import Sightings
from tallyho.server.push.bell import Notice
from tallyho.server.push.opening import open_bell
from tallyho.server.settings import Settings
from tallyho.server.storage.database import Database
from tallyho.server.table.shelf import Shelf

ALIVE_SECONDS: Final = 5


async def work(settings: Settings, notice: Notice) -> None:
    """Find engine turns until told to stop."""
    async with AsyncExitStack() as stack:
        db = await Database.open(settings.db)
        stack.push_async_callback(db.close)
        bus = RedisBus(settings.redis)
        stack.push_async_callback(bus.close)
        queue = RedisQueue(open_enduring_redis(settings.redis), name=QUEUE)
        stack.push_async_callback(queue.redis.aclose)  # its own way to close would wait for Redis
        shelf = Shelf(db, bus, settings.tables_in_memory)
        shelf.bell = bell = open_bell(settings, db, shelf, Sightings(db), notice)
        if bell is not None:
            stack.push_async_callback(bell.close)
        thinkers = Thinkers(shelf, settings.engine_threads)
        stack.callback(thinkers.close)
        await _say_alive(queue)
        living = asyncio.create_task(_live(queue))
        stack.callback(living.cancel)
        stack.callback(thinkers.stop)
        print(f"Tallyho's worker thinks with {settings.engine_threads} threads", flush=True)
        await _worker(queue, thinkers, settings.engine_threads).start()


def _worker(queue: RedisQueue, thinkers: Thinkers, threads: int) -> Worker[Any]:
    async def engine_turn(_: Any, *, game: str) -> None:
        while await thinkers.turn(game):  # the computer may have the next turn too
            pass

    return Worker(
        queue,
        [(ENGINE_TURN, engine_turn)],
        concurrency=threads,
        timers={"schedule": 60, "worker_info": 10, "sweep": 10, "abort": 10},
        dequeue_timeout=WAITS,
        shutdown_grace_period_s=2,
    )


async def _say_alive(queue: RedisQueue) -> None:
    """Let the site know that there is somebody to think."""
    await queue.redis.set(WORKERS_ALIVE, 1, ex=ALIVE_SECONDS)


async def _live(queue: RedisQueue) -> None:
    while True:
        await asyncio.sleep(ALIVE_SECONDS / 3)
        await _say_alive(queue)
