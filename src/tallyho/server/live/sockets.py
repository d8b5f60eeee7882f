"""All open sockets of this process, so that a closing site can say goodbye to each."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tallyho.server import metrics
from tallyho.server.live.bus import Bus, Mailbox

CLOSING: Final = "closing"
SPREAD: Final = 5_000  # milliseconds over which clients come back, not all at once


class Sockets:
    """The mailboxes behind the open sockets."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._open: set[Mailbox] = set()
        self.closing = False

    @contextmanager
    def listen(self, *topics: str) -> Iterator[Mailbox]:
        """A mailbox for one socket; it also learns when the site closes."""
        with self._bus.listen(*topics) as mailbox:
            self._open.add(mailbox)
            metrics.SOCKETS.set(len(self._open))
            try:
                if self.closing:
                    mailbox.put(CLOSING, 1)
                yield mailbox
            finally:
                self._open.discard(mailbox)
                metrics.SOCKETS.set(len(self._open))

    def close(self) -> None:
        """Wake every socket to say goodbye."""
        self.closing = True
        for mailbox in self._open:
            mailbox.put(CLOSING, 1)


def wait_before_return() -> int:
    """How many milliseconds a client should wait before it comes back."""
    return random.randrange(500, SPREAD)
