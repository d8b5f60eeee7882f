"""A site inside the test's own process, whose clocks and limits a test can turn."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from sites import Site

from tallyho.server.settings import Settings, db_url
from tallyho.server.web.app import make_app
from tallyho.server.web.hurry import HurriedProtocol
from tallyho.server.web.serving import bind, local_origins


class Inside(Site):
    """Like a site of its own, but in a thread of this process."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder)
        self._listener = bind("127.0.0.1", 0)
        origins = local_origins("127.0.0.1", self._listener.getsockname()[1])
        limits = {
            "origins": origins,
            "requests_per_minute": 0,
            "passwords_per_minute": 0,
            **settings,
        }
        self.address = origins[0]
        with warnings.catch_warnings():
            # Markers for dependencies that only the newest versions of the framework know.
            warnings.simplefilter("ignore", DeprecationWarning)
            app, _ = make_app(Settings(db_url(str(self.db)), **limits))
        config = uvicorn.Config(app, http=HurriedProtocol, log_config=None, access_log=False)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    def start(self) -> "Inside":
        self.http = httpx.Client(timeout=30)
        self._thread.start()
        while self.http.get(f"{self.address}/ready").status_code != 200:
            pass  # the socket listens already, so the first call waits for the site
        return self

    def stop(self, *_: object) -> int:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(30)
        self._listener.close()
        return 0


@contextmanager
def inside(folder: Path, **settings: Any) -> Iterator[Inside]:
    site = Inside(folder, **settings).start()
    try:
        yield site
    finally:
        site.stop()
