"""Connections to Redis, which the site can do without for a while."""

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tallyho.contract import NotationError

if TYPE_CHECKING:
    from redis.asyncio import Redis

PATIENCE: Final = 1.0  # seconds
WAITS: Final = 5.0


def open_redis(url: str, patience: float = PATIENCE) -> "Redis":
    """A client that fails soon and plainly; who uses it knows what to do instead."""
    return _client(url, 0, patience)


def open_enduring_redis(url: str) -> "Redis":
    """A client that waits until Redis is back, for those who can do nothing without it."""
    return _client(url, -1, 2 * WAITS)


async def end(tasks: "Iterable[asyncio.Task[None]]") -> None:
    """Cancel tasks that use Redis, until they have ended.

    Once is not enough: under Python 3.11 a cancellation that meets the client sending is lost.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)


def _client(url: str, retries: int, patience: float) -> "Redis":
    try:  # it may not be installed, and a site without it does not need it
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import ExponentialBackoff
    except ModuleNotFoundError:
        raise NotationError("redis", "install the extra tallyho-games[redis] first") from None
    logging.getLogger("saq").setLevel(logging.ERROR)  # it writes down every single job
    try:
        return Redis.from_url(
            url,
            socket_timeout=patience,
            socket_connect_timeout=PATIENCE,
            socket_keepalive=True,
            retry=Retry(ExponentialBackoff(cap=2, base=0.1), retries),
        )
    except ValueError as error:
        raise NotationError("redis", f"write it like redis://host:6379/0; {error}") from None
