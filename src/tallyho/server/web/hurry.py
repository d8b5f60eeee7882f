"""Connections in a hurry: whoever opens one says soon what is wanted.

The web server waits without end for a request's headers; thousands of clients that send a letter
now and then would take every connection.
"""

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS: Final = 15.0


class HurriedProtocol(H11Protocol):
    """HTTP/1.1 whose headers are complete in time, or the connection is closed."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the base class
        """Somebody has come."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Some more bytes; between two requests there may be silence, but no half headers."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._calm()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._calm()
        elif self._patience is None:
            self._patience = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
