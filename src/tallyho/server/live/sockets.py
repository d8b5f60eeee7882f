"""All open sockets of this process: nobody has too many, and a closing site can say goodbye."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from tallyho.server import metrics
from tallyho.server.live.bus import Bus, Mailbox

CLOSING: Final = "closing"
SPREAD: Final = 5_000  # milliseconds over which clients come back, not all at once


Holder = Mapping[str, int]
"""Whom a socket counts for, such as a person and an address: how many each may have, 0 any."""


class Sockets:
    """The mailboxes behind the open sockets."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._open: set[Mailbox] = set()
        self._held: Counter[str] = Counter()
        self.closing = False

    def full(self, holder: Holder) -> bool:
        """Whether one more would be too many."""
        return any(most and self._held[key] >= most for key, most in holder.items())

    @contextmanager
    def listen(self, holder: Holder, *topics: str) -> Iterator[Mailbox]:
        """A mailbox for one socket; it also learns when the site closes."""
        with self._bus.listen(*topics) as mailbox:
            self._open.add(mailbox)
            self._held.update(holder.keys())
            metrics.SOCKETS.set(len(self._open))
            try:
                if self.closing:
                    mailbox.put(CLOSING, 1)
                yield mailbox
            finally:
                self._open.discard(mailbox)
                self._let_go(holder)
                metrics.SOCKETS.set(len(self._open))

    def _let_go(self, holder: Holder) -> None:
        self._held.subtract(holder.keys())
        for key in holder:
            if not self._held[key]:
                del self._held[key]

    def close(self) -> None:
        """Wake every socket to say goodbye."""
        self.closing = True
        for mailbox in self._open:
            mailbox.put(CLOSING, 1)


def wait_before_return() -> int:
    """How many milliseconds a client should wait before it comes back."""
    return random.randrange(500, SPREAD)
