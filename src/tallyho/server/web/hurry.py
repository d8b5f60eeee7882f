"""Connections in a hurry: whoever opens one says soon, and shortly, what is wanted.

The web server waits without end for a request's headers; thousands of clients that send a letter
now and then would take every connection.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS: Final = 15.0
MOST_HEADERS: Final = 16 * 1024  # bytes


class HurriedProtocol(HttpToolsProtocol):
    """HTTP/1.1 whose headers are short and complete in time, or the connection is closed."""

    _patience: asyncio.TimerHandle | None = None
    _size = 0  # of the headers that have come so far

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the base class
        """Somebody has come."""
        super().connection_made(transport)
        self._hurry()

    def data_received(self, data: bytes) -> None:
        """Some more bytes; between two requests there may be silence, but no half headers."""
        super().data_received(data)
        if self._patience is not None and not self.transport.is_closing():
            self._size += len(data)
            if self._size > MOST_HEADERS:
                self.send_400_response("The headers are too long.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self._calm()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """The first bytes of a request."""
        super().on_message_begin()
        self._hurry()

    def on_headers_complete(self) -> None:
        """All headers are there; whoever reads the body has patience of their own."""
        self._calm()
        if sum(len(name) + len(value) for name, value in self.headers) > MOST_HEADERS:
            raise ValueError("the headers are too long")  # which the parser takes for a 400
        super().on_headers_complete()

    def _hurry(self) -> None:
        if self._patience is None:
            self._size = 0
            self._patience = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _calm(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
