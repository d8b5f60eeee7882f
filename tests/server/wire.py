"""A lean client of the site for many visitors at once: one kept connection, JSON both ways."""

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

LOST = (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError)
"""What a lost connection raises; whether the call was done, nobody knows."""

PATIENCE = 20.0


class Away(OSError):
    """The site did not take the call at all."""


class Wire:
    """One HTTP connection of one visitor, opened when it is needed."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the answer; raises one of LOST if there is none."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._exchange(self._request(method, path, body))
        except BaseException:  # half an answer must not be taken for the next one
            self.close()
            raise

    def close(self) -> None:
        """Leave without a word."""
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None

    def _request(self, method: str, path: str, body: Any) -> bytes:
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(self.address).netloc}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if body is not None:
            lines.append("Content-Type: application/json")
        lines.append(f"Content-Length: {len(data)}")
        return "\r\n".join((*lines, "", "")).encode() + data

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        place = urlsplit(self.address)
        try:
            self._streams = await asyncio.open_connection(place.hostname, place.port)
        except OSError as error:
            raise Away(str(error)) from error
        return self._streams

    async def _exchange(self, request: bytes) -> tuple[int, Any]:
        if self._streams is not None and self._streams[0].at_eof():  # the site tidies up
            self.close()
        reader, writer = self._streams or await self._open()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if line)
        data = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        status = int(first.split()[1])
        if headers.get("content-type", "").startswith("application/json"):
            return status, json.loads(data)
        return status, data.decode()
