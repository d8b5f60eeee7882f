"""The web server around the application: sockets, addresses, and a close within seconds."""

import asyncio
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from litestar import Litestar

from tallyho.contract import NotationError
from tallyho.server.settings import Settings
from tallyho.server.web.app import make_app
from tallyho.server.web.guard import App
from tallyho.server.web.hurry import HurriedProtocol

EVERYWHERE: Final = ("0.0.0.0", "::")
NOBODY: Final = "192.0.2.1"  # an address for documentation, which nobody has
NEXT_PORTS: Final = 20
GOODBYE_SECONDS: Final = 0.5
CLOSE_SECONDS: Final = 5
MAX_LIVE_MESSAGE: Final = 1024
SWITCH_SECONDS: Final = 0.0005  # between threads: the writer gives way with every statement

Tell = Callable[[], bool]
"""Whether it is for this process to say where the site is; another one may have done it."""

Beat = Callable[[], None]
"""A sign of life from the event loop."""


class SiteServer(uvicorn.Server):
    """Says where it is once it is up, and goodbye to every socket before it closes."""

    def __init__(
        self, config: uvicorn.Config, site: Litestar, announce: Callable[[], None], beat: Beat
    ) -> None:
        super().__init__(config)
        self._site = site
        self._announce = announce
        self._beat = beat

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Up, and told."""
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self._beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Down, with goodbyes."""
        if "site" in self._site.state:
            self._site.state.site.sockets.close()
            await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket at the port, or at the next one that is free; 0 takes any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + NEXT_PORTS if port else 1):
        # Named as TCP, or asyncio leaves Nagle's delay on and every answer costs 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(2048)
        except OSError:
            listener.close()
        else:
            return listener
    raise NotationError("port", f"{host} has no free port from {port} on")


def local_origins(host: str, port: int) -> tuple[str, ...]:
    """What browsers call the site: on this machine, and where it listens everywhere, around it."""
    if host in EVERYWHERE:
        names = list(dict.fromkeys([own_address(), "127.0.0.1", "localhost"]))
    else:
        shown = f"[{host}]" if ":" in host else host
        names = [shown, "localhost"] if host in ("127.0.0.1", "::1") else [shown]
    return tuple(f"http://{name}:{port}" for name in names)


def own_address() -> str:
    """By which address others in the same network reach this machine, as far as it can tell."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOBODY, 9))  # chooses a way out, and sends nothing
            address: str = probe.getsockname()[0]
        except OSError:  # no network
            return "127.0.0.1"
    return address


def run(
    settings: Settings, listener: socket.socket, open_browser: bool, tell: Tell, beat: Beat
) -> None:
    """Serve until told to stop."""
    sys.setswitchinterval(SWITCH_SECONDS)
    app, site = make_app(settings)
    address = settings.origins[0]

    def announce() -> None:
        if not tell():
            return
        print(f"Tallyho is at {address}", flush=True)
        if open_browser and sys.stdout.isatty():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    SiteServer(_config(app), site, announce, beat).run(sockets=[listener])


def _config(app: App) -> uvicorn.Config:
    options: dict[str, Any] = {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "http": HurriedProtocol,
        "ws": "websockets-sansio",
        "ws_max_size": MAX_LIVE_MESSAGE,
        "ws_ping_interval": 25.0,
        "ws_ping_timeout": 60.0,  # slow phones sleep
        "timeout_graceful_shutdown": CLOSE_SECONDS,
    }
    return uvicorn.Config(app, **options)
