"""Random names for things, and the time, as the whole server counts it."""

import secrets
import time
from typing import Final

_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that looks like something else


def new_id(length: int = 12) -> str:
    """A name that nobody can guess: five bits for each letter."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def now_ms() -> int:
    """The time in whole milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
