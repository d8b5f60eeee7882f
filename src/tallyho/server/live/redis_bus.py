"""The bus of several processes: Redis tells the others.

While Redis is away every process hears itself alone, and heartbeats bring the rest. News are kept
for its return.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from time import monotonic
from typing import Final

from tallyho.server.live.bus import Mailbox, MemoryBus
from tallyho.server.live.redis import end, open_redis
from tallyho.server.names import new_id

LOG: Final = logging.getLogger(__name__)
CHANNEL: Final = "tallyho:news"
BEAT: Final = 5.0  # seconds after which a bus without news gives a sign of life
SILENCE: Final = 3 * BEAT  # without any sign the connection is dead, though nobody has closed it
SOON, LATE = 0.1, 2.0  # seconds before the next try
MOST_KEPT: Final = 10_000


class RedisBus:
    """Tells listeners of this process at once, and those of others through one channel."""

    lossless = False

    def __init__(self, url: str) -> None:
        self._redis = open_redis(url)
        self._here = MemoryBus()
        self._me = new_id()
        self._outbox = Mailbox()
        works = (self._send, self._hear)
        self._tasks = [asyncio.create_task(_keep_on(work)) for work in works]

    async def publish(self, topic: str, version: int) -> None:
        """Tell it to all listeners of the topic; never waits for Redis."""
        await self._here.publish(topic, version)
        self._outbox.put(topic, version)

    def listen(self, *topics: str) -> AbstractContextManager[Mailbox]:
        """A mailbox for these topics while the context lasts."""
        return self._here.listen(*topics)

    async def close(self) -> None:
        """Stop sending and hearing."""
        await end(self._tasks)
        await self._redis.aclose()

    async def _send(self) -> None:
        while True:
            news = {"": 0}  # a sign of life
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    news = await self._outbox.take()
            try:
                await self._carry(news)
            except Exception:
                if len(news) <= MOST_KEPT:  # for when Redis is back
                    for topic, version in news.items():
                        self._outbox.put(topic, version)
                raise

    async def _carry(self, news: dict[str, int]) -> None:
        async with self._redis.pipeline(transaction=False) as pipe:
            for topic, version in news.items():
                pipe.publish(CHANNEL, f"{self._me} {version} {topic}")
            await pipe.execute()

    async def _hear(self) -> None:
        async with self._redis.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            self._here.wake()  # whatever was said before could not be heard
            while message := await pubsub.get_message(timeout=SILENCE):
                if message["type"] == "message":
                    await self._heard(message["data"].decode())
            raise TimeoutError("nothing was heard")

    async def _heard(self, said: str) -> None:
        sender, version, topic = said.split(" ", 2)
        if sender != self._me:
            await self._here.publish(topic, int(version))


async def _keep_on(work: Callable[[], Awaitable[None]]) -> None:
    """Do a work that ends only by failing, again and again, with longer and longer breaks."""
    wait = SOON
    while True:
        began = monotonic()
        try:
            await work()
        except Exception as error:
            lasted = monotonic() - began > LATE
            if lasted or wait == SOON:  # once for each time that it goes away
                LOG.warning("the bus lost Redis", extra={"why": f"{type(error).__name__}: {error}"})
            wait = SOON if lasted else min(2 * wait, LATE)
        await asyncio.sleep(wait * random.uniform(0.5, 1))
