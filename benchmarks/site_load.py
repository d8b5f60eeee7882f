"""Load for a site: matches in which both players have a live socket and take turns at random."""

import asyncio
import base64
import random
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from site_store import LiveMatch

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from wire import LOST, Wire  # the tests' lean client, found by the line above


@dataclass(slots=True)
class Load:
    """What a load has measured: each turn's seconds from sending to the stored answer."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Acknowledged turns a second."""
        return len(self.waits) / self.seconds

    def wait(self, part: float) -> float:
        """The wait in milliseconds that this part of the turns did not exceed."""
        waits = sorted(self.waits) or [0.0]
        return 1000 * waits[min(len(waits) - 1, int(part * len(waits)))]


class Deaf(asyncio.Protocol):
    """A live socket whose news are taken in and thrown away, at no cost to the one who measures."""

    def __init__(self) -> None:
        self.heard = 0
        self.open = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        """Note only that the first update has come; the handshake is shorter."""
        self.heard += len(data)
        if self.heard > 600:
            self.open.set()


async def listen(address: str, path: str, token: str) -> asyncio.Transport:
    """Open a live socket."""
    place = urlsplit(address)
    loop = asyncio.get_running_loop()
    transport, deaf = await loop.create_connection(Deaf, place.hostname, place.port)
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {place.netloc}",
        f"Authorization: Bearer {token}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
    ]
    transport.write("\r\n".join((*lines, "", "")).encode())
    await deaf.open.wait()
    return transport


class Board:
    """One match under load, played from one place."""

    def __init__(self, address: str, match: LiveMatch) -> None:
        self._wire = Wire(address)
        self._match = match
        self._path = f"/api/games/{match.game}"
        self._sockets: list[asyncio.Transport] = []
        self._state: dict[str, Any] = {}

    async def open(self) -> None:
        """Look at the match and open both players' sockets."""
        self._wire.token = self._match.tokens[0]
        _, answer = await self._wire.call("GET", self._path)
        self._state = answer["state"]
        for token in self._match.tokens:
            self._sockets.append(await listen(self._wire.address, f"{self._path}/live", token))

    async def play(self, load: Load, until: float, think: float, rng: random.Random) -> None:
        """Random turns until then; a pause for thinking before each, none for full speed."""
        if think:
            await asyncio.sleep(rng.uniform(0, think))
        while time.perf_counter() < until and self._state["ended"] is None:
            began = time.perf_counter()
            await self._turn(rng)
            load.waits.append(time.perf_counter() - began)
            if think:
                await asyncio.sleep(rng.uniform(0.5 * think, 1.5 * think))

    async def _turn(self, rng: random.Random) -> None:
        state = self._state
        self._wire.token = self._match.tokens[state["seat_to_act"]]
        wish = {"do": "turn", "text": rng.choice(state["legal"]), "version": state["version"]}
        wish["id"] = secrets.token_hex(8)
        status, answer = await self._send(wish)
        if status != 200:
            raise RuntimeError(f"{status}: {answer}")
        self._state = answer["state"]

    async def _send(self, wish: dict[str, object]) -> tuple[int, Any]:
        """The answer; a connection that the site has closed meanwhile is opened again."""
        while True:
            try:
                return await self._wire.call("POST", f"{self._path}/actions", wish)
            except LOST:
                continue

    def close(self) -> None:
        """Leave."""
        self._wire.close()
        for socket in self._sockets:
            socket.abort()


async def opened(address: str, matches: Sequence[LiveMatch], at_once: int = 50) -> list[Board]:
    """All boards with their sockets."""
    boards = [Board(address, match) for match in matches]
    for begin in range(0, len(boards), at_once):
        await asyncio.gather(*(board.open() for board in boards[begin : begin + at_once]))
    return boards


async def run(boards: Sequence[Board], seconds: float, think: float = 0.0) -> Load:
    """All boards play for so long; what waits at the end is still counted."""
    load, rng, began = Load(), random.Random(1), time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(board.play(load, until, think, rng) for board in boards))
    load.seconds = time.perf_counter() - began
    return load
