"""The post to push services.

A name is looked up once and the connection made to that very address; nothing is followed, and
nothing of the answer is read but its status.
"""

import asyncio
import ssl
from concurrent.futures import ThreadPoolExecutor
from socket import SOCK_STREAM, getaddrinfo
from typing import Final

import h11

from tallyho.server.push.addresses import HTTPS, Place, place_of, public

SECONDS: Final = 10.0


class Undelivered(Exception):
    """The service could not be reached, or does not speak like one."""


class Post:
    """Sends pushes, with a bound on the time that each may take."""

    def __init__(self, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._tls = ssl.create_default_context()
        # Threads of its own: a name server that is slow on purpose holds up nothing else.
        self._lookups = ThreadPoolExecutor(4, thread_name_prefix="push")

    async def send(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """The status with which the service answers."""
        place = place_of(endpoint, self._anywhere)
        try:
            async with asyncio.timeout(SECONDS):
                address = await self._address(place)
                reader, writer = await asyncio.open_connection(
                    address, place.port, ssl=self._tls, server_hostname=place.host
                )
                try:
                    return await _exchange(reader, writer, _request(place, headers, body), body)
                finally:
                    writer.transport.abort()  # a goodbye would have to be waited for
        except (OSError, UnicodeError, h11.ProtocolError) as error:
            raise Undelivered(type(error).__name__) from error

    async def _address(self, place: Place) -> str:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._lookups, lambda: getaddrinfo(place.host, place.port, type=SOCK_STREAM)
        )
        addresses = [str(where[0]) for *_, where in found]
        if not self._anywhere and not all(map(public, addresses)):
            raise OSError("the name leads into a private net")
        return addresses[0]

    def close(self) -> None:
        """Look up nothing more."""
        self._lookups.shutdown(wait=False, cancel_futures=True)


def _request(place: Place, headers: dict[str, str], body: bytes) -> h11.Request:
    host = place.host if place.port == HTTPS else f"{place.host}:{place.port}"
    always = {"Host": host, "Content-Length": str(len(body)), "Connection": "close"}
    return h11.Request(method="POST", target=place.target, headers=list((always | headers).items()))


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> int:
    wire = h11.Connection(h11.CLIENT)
    for part in (request, h11.Data(body), h11.EndOfMessage()):
        writer.write(wire.send(part) or b"")
    await writer.drain()
    while not isinstance(event := wire.next_event(), h11.Response):
        if event is h11.NEED_DATA:
            wire.receive_data(await reader.read(4096))
    return event.status_code
