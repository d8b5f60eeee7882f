"""Rate limits: a bucket of tokens for every address and every person."""

import ipaddress
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Protocol

from tallyho.server.live.redis import open_redis
from tallyho.server.settings import Settings

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG: Final = logging.getLogger(__name__)
MOST_KEYS: Final = 50_000
_PREFIX: Final = 64  # one visitor may have all addresses of an IPv6 network


_PATIENCE: Final = 0.25  # seconds that a request waits for Redis
_AWAY_SECONDS: Final = 5.0  # for which Redis is not asked after it has failed

# The same bucket as below, for all processes: tokens and when they were counted, in one step.
_TAKE: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local most = tonumber(ARGV[1])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(most, (kept[1] or most) + (now - (kept[2] or now)) * most / 60)
local taken = tokens >= 1 and 1 or 0
redis.call('HSET', KEYS[1], 'tokens', tokens - taken, 'at', now)
redis.call('EXPIRE', KEYS[1], 61)
return taken
"""


class Buckets(Protocol):
    """So many tokens a minute for each key, and as many saved up at most; 0 means no limit."""

    async def take(self, key: str) -> bool:
        """Take a token; False if none is left."""


class LocalBuckets:
    """The buckets of this process."""

    def __init__(self, per_minute: int) -> None:
        self._most = float(per_minute)
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def take(self, key: str) -> bool:
        """Take a token; False if none is left."""
        if not self._most:
            return True
        now = time.monotonic()
        tokens, at = self._kept.pop(key, (self._most, now))
        tokens = min(self._most, tokens + (now - at) * self._most / 60)
        self._kept[key] = (tokens - 1 if tokens >= 1 else tokens), now
        if len(self._kept) > MOST_KEYS:
            self._kept.popitem(last=False)
        return tokens >= 1


class SharedBuckets:
    """The buckets of all processes, in Redis; while that is away each process counts alone."""

    def __init__(self, per_minute: int, name: str, redis: "Redis") -> None:
        self._most = per_minute
        self._name = name
        self._here = LocalBuckets(per_minute)
        self._script = redis.register_script(_TAKE)
        self._away_until = 0.0

    async def take(self, key: str) -> bool:
        """Take a token; False if none is left here, or none anywhere."""
        if not await self._here.take(key):
            return False
        if not self._most or time.monotonic() < self._away_until:
            return True
        try:
            return bool(await self._script([f"tallyho:{self._name}:{key}"], [self._most]))
        except Exception as error:  # nobody is refused because Redis is away
            LOG.warning("limits are not shared", extra={"why": type(error).__name__})
            self._away_until = time.monotonic() + _AWAY_SECONDS
            return True


class Limits:
    """Everything that is counted: requests of addresses and of people, tries of passwords."""

    def __init__(self, settings: Settings) -> None:
        self._redis = open_redis(settings.redis, _PATIENCE) if settings.redis else None
        self.addresses = self._buckets("addresses", settings.requests_per_minute)
        self.people = self._buckets("people", settings.requests_per_minute)
        self.passwords = self._buckets("passwords", settings.passwords_per_minute)

    def _buckets(self, name: str, per_minute: int) -> Buckets:
        if self._redis is None:
            return LocalBuckets(per_minute)
        return SharedBuckets(per_minute, name, self._redis)

    async def close(self) -> None:
        """Count no more."""
        if self._redis is not None:
            await self._redis.aclose()


def address_key(host: str) -> str:
    """What counts as one address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(ipaddress.ip_network((address, _PREFIX), strict=False))
