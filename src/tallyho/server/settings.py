"""What an operator can choose: the database, the addresses, and how much of the machine to use."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tallyho.contract import NotationError

MAX_BODY: Final = 16 * 1024
"""The longest request body in bytes; the longest honest one holds nine rounds' bytes."""

THREADS: Final = max(1, (os.cpu_count() or 2) // 2)


@dataclass(frozen=True, slots=True)
class Settings:
    """One running site."""

    db: str
    origins: tuple[str, ...] = ("http://127.0.0.1:8000", "http://localhost:8000")
    engine_threads: int = THREADS
    requests_per_minute: int = 1200  # of one address; 0 counts nothing
    passwords_per_minute: int = 20  # tries of one address, because each costs memory and time
    sockets_per_person: int = 20  # open ones, streams too; 0 counts nothing
    sockets_per_address: int = 200  # of all its guests and strangers
    tables_in_memory: int = 2000
    redis: str = ""  # left out, the site is one process
    push_keys: str = ""  # a file; left out, nobody is notified
    push_patience: int = 25_000  # milliseconds in which an open page gives a sign of life
    push_anywhere: bool = False  # for tests: push services at any address and port
    hosts: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        for origin in self.origins:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
                raise NotationError("origin", "write it like https://play.example, without a path")
        if self.redis and not self.db.startswith("postgresql"):
            raise NotationError("redis", "several processes share a PostgreSQL, not a file")
        object.__setattr__(self, "hosts", frozenset(urlsplit(o).netloc for o in self.origins))

    @property
    def secure(self) -> bool:
        """Whether people come by https, so that cookies may be kept to it."""
        return all(origin.startswith("https:") for origin in self.origins)

    @property
    def cookie(self) -> str:
        """The cookie's name; browsers take the prefix `__Host-` over https only."""
        return "__Host-tallyho" if self.secure else "tallyho"


def default_db() -> str:
    """Where the site keeps its data unless told otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "tallyho" / "site.db")


def db_url(place: str) -> str:
    """A database address; a plain path means an SQLite file."""
    if "://" in place:
        return place
    return f"sqlite:///{Path(place).resolve()}"
