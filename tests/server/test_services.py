"""The services that other tests rely on: real, private, and able to come back."""

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from redis.asyncio import Redis as Client
from services import Postgres, Redis, program


def ask(address: str, query: str) -> object:
    """What a database answers."""

    async def scenario() -> object:
        connection = await asyncpg.connect(address.replace("+asyncpg", ""))
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    return asyncio.run(scenario())


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_postgres_knows_what_was_committed_before_it_went_down(
    postgres: Postgres, mode: str
) -> None:
    address = postgres.database()
    ask(address, "create table kept as select 7 as number")
    postgres.stop(mode)
    postgres.start()
    assert ask(address, "select number from kept") == 7


def test_every_database_is_new(postgres: Postgres) -> None:
    assert postgres.database() != postgres.database()


def with_client(redis: Redis, work: Callable[[Client], Awaitable[object]]) -> object:
    """What Redis answers."""

    async def scenario() -> object:
        async with Client.from_url(redis.url) as client:
            return await work(client)

    return asyncio.run(scenario())


def test_redis_forgets_when_it_is_killed(redis: Redis) -> None:
    assert with_client(redis, lambda client: client.set("a", "b")) is True
    redis.kill()
    redis.start()
    assert with_client(redis, lambda client: client.get("a")) is None


def test_a_missing_program_is_named() -> None:
    with pytest.raises(AssertionError, match="no-such-server is missing: `make test`"):
        program("no-such-server")
