"""Rate limits: a bucket of tokens for every address and every person."""

import ipaddress
import time
from collections import OrderedDict
from typing import Final

MOST_KEYS: Final = 50_000
_PREFIX: Final = 64  # one visitor may have all addresses of an IPv6 network


class Buckets:
    """So many tokens a minute for each key, and as many saved up at most; 0 means no limit."""

    def __init__(self, per_minute: int) -> None:
        self._most = float(per_minute)
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
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


def address_key(host: str) -> str:
    """What counts as one address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(ipaddress.ip_network((address, _PREFIX), strict=False))
