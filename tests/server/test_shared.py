"""What processes share through Redis: news and limits, and how they do without it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from services import Redis

from tallyho.contract import NotationError
from tallyho.server.live.bus import Mailbox
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


def test_the_bus_comes_back_with_redis_and_lets_everybody_look(redis: Redis) -> None:
    async def scenario() -> None:
        async with two_buses(redis) as (one, other):
            with other.listen("game:a") as mailbox:
                await tell_until_heard(one, mailbox, "game:a", 1)
                redis.kill()
                await one.publish("game:a", 2)  # nobody carries it
                redis.start()
                assert await mailbox.take() == {"game:a": 0}  # something may have been missed
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


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="redis://host"):
        open_redis("nonsense")
