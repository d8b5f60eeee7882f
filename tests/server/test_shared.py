"""What processes share through Redis: news and limits, and how they do without it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from redis.asyncio import Redis as Client
from services import Redis

from tallyho.contract import NotationError
from tallyho.server.jobs.jobs import Due
from tallyho.server.jobs.saq_jobs import AT_ONCE, QUEUE, WORKERS_ALIVE, SaqJobs
from tallyho.server.live.bus import Mailbox, MemoryBus, game_topic
from tallyho.server.live.redis import open_redis
from tallyho.server.live.redis_bus import RedisBus
from tallyho.server.settings import Settings
from tallyho.server.web.buckets import Limits

POSTGRES = "postgresql+asyncpg://nowhere/nothing"


def run(scenario: Coroutine[Any, Any, None]) -> None:
    async def within() -> None:
        async with asyncio.timeout(60):
            await scenario

    asyncio.run(within())


@asynccontextmanager
async def two_buses(redis: Redis) -> AsyncIterator[tuple[RedisBus, RedisBus]]:
    """The buses of two processes."""
    one, other = RedisBus(redis.url), RedisBus(redis.url)
    try:
        yield one, other
    finally:
        await one.close()
        await other.close()


async def tell_until_heard(bus: RedisBus, mailbox: Mailbox, topic: str, version: int) -> None:
    """Publish again and again, as long as nobody listens at the other end yet."""
    heard: dict[str, int] = {}
    while heard.get(topic, 0) < version:
        await bus.publish(topic, version)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                heard = await mailbox.take()


def test_news_of_one_process_are_heard_in_another(redis: Redis) -> None:
    async def scenario() -> None:
        async with two_buses(redis) as (one, other):
            with other.listen("game:a") as mailbox:
                await tell_until_heard(one, mailbox, "game:a", 1)
                with other.listen("game:b") as elsewhere:
                    await one.publish("game:a", 2)
                    await one.publish("game:b", 7)
                    assert await elsewhere.take() == {"game:b": 7}
                assert (await mailbox.take())["game:a"] == 2

    run(scenario())


def test_a_process_hears_itself_once_and_without_redis() -> None:
    async def scenario() -> None:
        bus = RedisBus("redis://127.0.0.1:1")
        with bus.listen("lobby") as mailbox:
            await bus.publish("lobby", 1)
            assert await mailbox.take() == {"lobby": 1}
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await mailbox.take()
        await bus.close()

    run(scenario())


def test_a_bus_ends_at_any_moment(redis: Redis) -> None:
    async def scenario() -> None:
        for moment in range(60):
            bus = RedisBus(redis.url)
            for _ in range(moment):
                await asyncio.sleep(0)
            await bus.close()

    run(scenario())


def test_the_bus_comes_back_with_redis_and_lets_everybody_look(redis: Redis) -> None:
    async def scenario() -> None:
        async with two_buses(redis) as (one, other):
            with other.listen("game:a") as mailbox:
                await tell_until_heard(one, mailbox, "game:a", 1)
                redis.kill()
                await one.publish("game:a", 2)  # it waits
                redis.start()
                assert "game:a" in await mailbox.take()  # told now, or to look for what was missed
                await tell_until_heard(one, mailbox, "game:a", 3)

    run(scenario())


def test_limits_count_for_all_processes_together(redis: Redis) -> None:
    async def scenario() -> None:
        settings = Settings(POSTGRES, passwords_per_minute=6, redis=redis.url)
        one, other = Limits(settings), Limits(settings)
        taken = [await limits.passwords.take("address") for limits in (one, other) * 6]
        assert taken[:6] == [True] * 6
        assert taken.count(False) >= 4  # a token may have come back meanwhile
        assert await one.passwords.take("another address")
        for limits in (one, other):
            await limits.close()

    run(scenario())


def test_without_redis_every_process_counts_alone() -> None:
    async def scenario() -> None:
        settings = Settings(POSTGRES, passwords_per_minute=3, redis="redis://127.0.0.1:1")
        one, other = Limits(settings), Limits(settings)
        for limits in (one, other):
            taken = [await limits.passwords.take("address") for _ in range(4)]
            assert taken == [True, True, True, False]
            await limits.close()

    run(scenario())


class Notes:
    """Jobs that are only written down."""

    def __init__(self) -> None:
        self.asked: list[Due] = []

    def ask(self, due: Due) -> None:
        self.asked.append(due)

    async def close(self) -> None:
        pass


async def queued(client: Client, many: int) -> list[str]:
    """The jobs in the common queue, once there are so many."""
    while len(jobs := await client.lrange(f"saq:{QUEUE}:queued", 0, -1)) < many:
        pass
    return [job.decode().rpartition(":")[2] for job in jobs]


def test_whoever_has_many_turns_due_does_not_hold_the_others_up(redis: Redis) -> None:
    async def scenario() -> None:
        bus, here, client = MemoryBus(), Notes(), open_redis(redis.url)
        await client.set(WORKERS_ALIVE, 1, ex=60)
        jobs = SaqJobs(redis.url, bus, here)
        for number in range(10):
            jobs.ask(Due(f"a{number}", 1, "a"))
        jobs.ask(Due("b0", 1, "b"))
        assert sorted(await queued(client, AT_ONCE + 1)) == [*(f"a{n}.1" for n in range(4)), "b0.1"]
        await bus.publish(game_topic("a0"), 2)  # done: the next of the same person follows
        assert "a4.1" in await queued(client, AT_ONCE + 2)
        assert here.asked == []
        await jobs.close()
        await client.flushall()
        await client.aclose()

    run(scenario())


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "of the fixture"])
def test_without_redis_or_without_workers_turns_are_made_here(redis: Redis, url: str) -> None:
    async def scenario() -> None:
        here = Notes()
        jobs = SaqJobs(redis.url if "fixture" in url else url, MemoryBus(), here)
        jobs.ask(Due("a0", 1, "a"))
        while not here.asked:
            await asyncio.sleep(0)
        assert here.asked == [Due("a0", 1, "a")]
        await jobs.close()

    run(scenario())


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="redis://host"):
        open_redis("nonsense")
