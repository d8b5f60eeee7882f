"""A real site for the tests: the command `tallyho serve` on a private port, and its visitors."""

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, text
from websockets.sync.client import ClientConnection, connect

from tallyho.contract import Side
from tallyho.play.fair import commit_bytes
from tallyho.server.settings import db_url
from tallyho.server.storage.driver import driver_for

READY = "Tallyho is at "


class Site:
    """A server process that can be stopped, killed and started again on the same database."""

    def __init__(self, folder: Path, *options: str, db: str = "") -> None:
        self.db = db or folder / "site.db"
        self.log = folder / "site.log"
        self.options = ("--db", str(self.db), "--rate", "0", "--log-level", "info", *options)
        self.address = ""
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None
        self.http: httpx.Client

    def start(self) -> "Site":
        self.http = httpx.Client(timeout=30)
        command = [sys.executable, "-m", "tallyho", "serve", "--port", self._port, *self.options]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, encoding="utf-8", env=dict(os.environ)
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith(READY), self.log.read_text()
        self.address = line.removeprefix(READY).strip()
        self._port = self.address.rpartition(":")[2]
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        process = self._process
        assert process is not None
        self.http.close()
        assert process.stdout is not None
        process.send_signal(how)
        code = process.wait(timeout=30)
        process.stdout.close()
        self._process = None
        return code

    @property
    def up(self) -> bool:
        return self._process is not None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def sql(self, statement: str, **values: Any) -> list[Any]:
        """What the database behind the site answers, without asking the site."""

        def work(connection: Connection) -> list[Any]:
            found = connection.execute(text(statement), values)
            return list(found) if found.returns_rows else []

        async def ask() -> list[Any]:
            driver = driver_for(db_url(str(self.db)))
            try:
                return await driver.write(work)
            finally:
                await driver.close()

        return asyncio.run(ask())

    def stranger(self) -> httpx.Client:
        """Somebody who is not known yet, with a cookie jar of their own; `http` is shared."""
        return httpx.Client(base_url=self.address, timeout=30)

    def guest(self) -> "Visitor":
        return Visitor(self, "/api/guests", {"bearer": True})

    def account(self, name: str, password: str = "correct horse") -> "Visitor":
        named = {"name": name, "password": password, "bearer": True}
        return Visitor(self, "/api/register", named)


@contextmanager
def running(folder: Path, *options: str, db: str = "") -> Iterator[Site]:
    site = Site(folder, *options, db=db).start()
    try:
        yield site
    finally:
        if site.up:
            site.stop()


class Visitor:
    """A person with a bearer token, who plays through the API only."""

    def __init__(self, site: Site, route: str, hello: dict[str, Any]) -> None:
        self.site = site
        with site.stranger() as client:
            answer = client.post(route, json=hello)
        assert answer.status_code == 201, answer.text
        self.me = answer.json()
        self.token = self.me["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return self.site.http.request(
            method, self.site.address + path, json=body, headers=self.headers
        )

    def get(self, path: str) -> Any:
        answer = self.call("GET", path)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.call("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json()

    def live(self, path: str) -> ClientConnection:
        address = self.site.address.replace("http", "ws")
        return connect(address + path, additional_headers=self.headers)

    def against_computer(self, level: int = 3, **terms: Any) -> "Seat":
        match = self.post("/api/games/computer", {"level": level, "terms": terms})
        return Seat(self, match["id"], match["seats"][0])

    def act(self, game: str, do: str, version: int, **more: Any) -> httpx.Response:
        wish = {"do": do, "version": version, "id": secrets.token_hex(8), **more}
        return self.call("POST", f"/api/games/{game}/actions", wish)


class Seat:
    """A visitor's seat in a match, with bytes for the fair deal."""

    def __init__(self, visitor: Visitor, game: str, number: int) -> None:
        self.visitor = visitor
        self.game = game
        self.number = number
        self.bytes: list[bytes] = []

    @property
    def path(self) -> str:
        return f"/api/games/{self.game}"

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.visitor.get(self.path)["state"]
        return state

    def commit(self) -> dict[str, Any]:
        """Seal random bytes for each round, from the site's commitments."""
        digests = []
        for seal in self.state["seals"]:
            data, number = secrets.token_bytes(32), seal["round"]
            side = Side(self.number if number % 2 else 1 - self.number)
            sealed = bytes.fromhex(seal["commitment"])
            digests.append(commit_bytes(self.game, number, sealed, side, data).hex())
            self.bytes.append(data)
        body = {"commitments": digests, "seat": self.number}
        update: dict[str, Any] = self.visitor.post(f"{self.path}/commit", body)
        return update

    def reveal(self) -> dict[str, Any]:
        body = {"bytes": [piece.hex() for piece in self.bytes], "seat": self.number}
        update: dict[str, Any] = self.visitor.post(f"{self.path}/reveal", body)
        return update

    def act(self, do: str, version: int | None = None, **more: Any) -> httpx.Response:
        version = self.state["version"] if version is None else version
        return self.visitor.act(self.game, do, version, seat=self.number, **more)

    def play(self, rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
        """A random legal turn."""
        turn = rng.choice(state["legal"])
        answer = self.act("turn", state["version"], text=turn)
        assert answer.status_code == 200, answer.text
        update: dict[str, Any] = answer.json()
        return update


def deal(*seats: Seat) -> None:
    """All steps of the fair deal for these seats."""
    for seat in seats:
        seat.commit()
    for seat in seats:
        seat.reveal()


def friends(site: Site, **terms: Any) -> tuple[Seat, Seat]:
    """Two guests at one table, dealt and ready; the first one begins."""
    return befriend(site.guest(), site.guest(), **terms)


def befriend(one: Visitor, other: Visitor, **terms: Any) -> tuple[Seat, Seat]:
    """Two visitors at one table, dealt and ready; the first one begins."""
    match = one.post("/api/games/friend", {"terms": {"begins": "me", **terms}})
    other.post(f"/api/games/{match['id']}/join", {"invite": match["invite"]})
    seats = Seat(one, match["id"], 0), Seat(other, match["id"], 1)
    deal(*seats)
    return seats


def until_over(seat: Seat) -> dict:
    """The state once the site has ended the match by itself."""
    with seat.visitor.live(f"{seat.path}/live") as socket:
        while (state := seat.state)["ended"] is None:
            socket.recv(timeout=30)
    return state


def set_back(site: Site, game: str, milliseconds: int) -> None:
    """Let time pass for a game of a site that is down: all it remembers lies further back."""
    which = "where game = :game and version = :version"
    for version, data in site.sql("select version, data from event where game = :game", game=game):
        event = json.loads(data)
        event["at"] -= milliseconds
        written = json.dumps(event)
        site.sql(f"update event set data = :data {which}", data=written, game=game, version=version)
    passed = "update game set deadline = deadline - :passed where id = :game"
    site.sql(passed, passed=milliseconds, game=game)


class Lines:
    """An open stream of JSON lines; keep-alive lines are passed over."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self._client = visitor.site.stranger()
        request = self._client.build_request("GET", path, headers=visitor.headers)
        self.answer = self._client.send(request, stream=True)
        self._lines = self.answer.iter_lines()
        self.said = b""

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self._client.close()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for line in self._lines:
            self.said += line.encode() + b"\n"
            if line:
                yield json.loads(line)

    def next(self, *kinds: str) -> dict[str, Any]:
        """The next line, of one of these kinds if any are named."""
        return next(line for line in self if not kinds or line["kind"] in kinds)


def bot_account(site: Site, name: str) -> Visitor:
    """An account that has turned into a bot, known by a program's token."""
    visitor = site.account(name)
    visitor.post("/api/bot/account")
    visitor.token = new_token(visitor)["token"]
    return visitor


def new_token(visitor: Visitor, name: str = "a program") -> dict[str, Any]:
    body = {"name": name, "password": "correct horse"}
    token: dict[str, Any] = visitor.post("/api/me/tokens", body)
    return token


def challenge(visitor: Visitor, to: str, **terms: Any) -> str:
    """Challenge somebody; the challenge's id."""
    made: str = visitor.post("/api/challenges", {"to": to, "terms": terms})["id"]
    return made
