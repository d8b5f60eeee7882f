"""The wire to a site: calls with JSON bodies, and streams of JSON lines."""

import json
import random
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Final
from urllib.parse import quote, urlsplit

from tallyho.contract import NotationError

CALL_SECONDS: Final = 30.0
SILENT_SECONDS: Final = 45.0  # three keep-alive lines have not come
LONGEST_LINE: Final = 1 << 22
LOST: Final = (OSError, HTTPException, ValueError)
"""What a connection does that is lost; an answer that is no JSON counts too."""

AGAIN: Final = frozenset({408, 429, 502, 503, 504})


class Refused(Exception):
    """The site's refusal, as its API words it."""

    def __init__(self, status: int, body: Any) -> None:
        self.status = status
        self.body: dict[str, Any] = body if isinstance(body, dict) else {}
        self.error = str(self.body.get("error", status))
        super().__init__(str(self.body.get("message", f"the site answers {status}")))


class Stopped(Exception):
    """The bot is told to leave."""


class Backoff:
    """Waits longer and longer, never the same time as others, up to a minute."""

    def __init__(self, stop: threading.Event, first: float = 0.5, most: float = 60.0) -> None:
        self._stop = stop
        self._first = first
        self._most = most
        self._tries = 0

    def reset(self) -> None:
        """All is well again."""
        self._tries = 0

    def wait(self, seconds: float | None = None) -> None:
        """Wait, as long as the site advised if it did."""
        if seconds is None:
            limit = min(self._most, self._first * 2 ** min(self._tries, 10))
            seconds = random.uniform(limit / 2, limit)
            self._tries += 1
        if self._stop.wait(seconds):
            raise Stopped


class Wire:
    """One account's connections to a site; every call and stream has one of its own."""

    def __init__(self, site: str, token: str, stop: threading.Event) -> None:
        parts = urlsplit(site)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise NotationError("site", "write it like https://play.example")
        self._parts = parts
        self._headers = {"Authorization": f"Bearer {token}"}
        self._stop = stop
        self._open: set[HTTPConnection] = set()
        self._ahead = 0.0  # seconds by which the site's clock is before ours

    def now(self) -> int:
        """The site's time in milliseconds, as its answers tell it."""
        return int((time.time() + self._ahead) * 1000)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to one call, tried again while the site is away or busy."""
        backoff = Backoff(self._stop)
        while True:
            try:
                return self.once(method, path, body)
            except Refused as refusal:
                if refusal.status not in AGAIN:
                    raise
            except LOST:
                pass
            backoff.wait()

    def once(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to one call."""
        with self._answer(method, path, body, CALL_SECONDS) as answer:
            return _told(answer)

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """What a stream tells until it ends; an empty value for each keep-alive line."""
        with self._answer("GET", path, None, SILENT_SECONDS) as answer:
            if answer.status != 200:
                _told(answer)
            while line := answer.readline(LONGEST_LINE):
                yield json.loads(line) if line.strip() else {}

    def close(self) -> None:
        """Break every open connection off, wherever somebody waits for one."""
        for connection in list(self._open):
            with suppress(OSError, AttributeError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _answer(self, method: str, path: str, body: Any, seconds: float) -> "_Answer":
        if self._stop.is_set():
            raise Stopped
        connection = self._connection(seconds)
        self._open.add(connection)
        done = _Answer(connection, self._open.discard)
        try:
            data = None if body is None else json.dumps(body).encode()
            headers = self._headers | ({"Content-Type": "application/json"} if data else {})
            connection.request(method, self._parts.path.rstrip("/") + quote(path), data, headers)
            done.answer = connection.getresponse()
            self._set_clock(done.answer.headers.get("Date"))
        except BaseException:
            done.close()
            raise
        return done

    def _connection(self, seconds: float) -> HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            context = ssl.create_default_context()
            return HTTPSConnection(host, port, timeout=seconds, context=context)
        return HTTPConnection(host, port, timeout=seconds)

    def _set_clock(self, date: str | None) -> None:
        with suppress(ValueError, TypeError):
            self._ahead = parsedate_to_datetime(date or "").timestamp() + 0.5 - time.time()


class _Answer:
    """An answer that closes its connection."""

    def __init__(self, connection: HTTPConnection, forget: Callable[[HTTPConnection], None]):
        self._connection = connection
        self._forget = forget
        self.answer: HTTPResponse

    def __enter__(self) -> HTTPResponse:
        return self.answer

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._forget(self._connection)
        self._connection.close()


def _told(answer: HTTPResponse) -> Any:
    """The body, or the refusal that it is."""
    data = answer.read()
    is_json = answer.headers.get_content_type() == "application/json"
    body = json.loads(data) if data and is_json else data.decode("utf-8", "replace")
    if answer.status >= 400:
        raise Refused(answer.status, body)
    return body
