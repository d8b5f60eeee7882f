"""What a site does not wait for: slow senders, too many requests, clocks, people who have left."""

import random
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from insides import Inside, inside
from sites import Site, befriend

from tallyho.server.live import sightings
from tallyho.server.names import now_ms
from tallyho.server.table import shelf
from tallyho.server.web import guard, hurry

HASTE = 0.3  # seconds


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(guard, "BODY_SECONDS", HASTE)
    monkeypatch.setattr(hurry, "HEADER_SECONDS", HASTE)
    with inside(tmp_path) as site:
        yield site


def connection(site: Site) -> socket.socket:
    parts = urlsplit(site.address)
    return socket.create_connection((parts.hostname, parts.port), timeout=30)


def head(site: Site, length: int) -> bytes:
    lines = [
        "POST /api/guests HTTP/1.1",
        f"Host: {urlsplit(site.address).netloc}",
        "Content-Type: application/json",
        f"Content-Length: {length}",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def received(raw: socket.socket) -> bytes:
    """Everything up to the end of the connection."""
    said = b""
    try:
        while piece := raw.recv(65536):
            said += piece
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-"])
def test_headers_that_do_not_come_close_the_connection(hasty: Inside, sent: bytes) -> None:
    with connection(hasty) as raw:
        raw.sendall(sent)
        assert received(raw) == b""
    hasty.guest()


def test_the_second_requests_headers_are_waited_for_no_longer(hasty: Inside) -> None:
    with connection(hasty) as raw:
        raw.sendall(head(hasty, 2) + b"{}")
        assert raw.recv(65536).startswith(b"HTTP/1.1 201")
        raw.sendall(b"GET / HTTP/1.1\r\nHo")
        assert b"HTTP/1.1" not in received(raw)


def test_a_body_that_dribbles_in_is_refused(hasty: Inside) -> None:
    with connection(hasty) as raw:
        raw.sendall(head(hasty, 10) + b"{")
        said = raw.recv(65536)
    assert said.startswith(b"HTTP/1.1 408")
    assert b'"error":"unreadable"' in said


def test_a_request_in_time_is_not_hurried(hasty: Inside) -> None:
    """The answer may take longer than the headers may: a stream does."""
    visitor = hasty.guest()
    seat = visitor.against_computer()
    with hasty.stranger() as client, client.stream("GET", f"{seat.path}/stream") as answer:
        lines = answer.iter_lines()
        assert '"kind":"match"' in next(lines)
        with connection(hasty) as raw:
            assert received(raw) == b""  # as long as another one's patience lasts
        seat.act("abort")
        assert any('"kind":"update"' in line for line in lines)


def until_refused(call: Callable[[], httpx.Response], most: int) -> httpx.Response:
    for _ in range(most):
        if (answer := call()).status_code == 429:
            return answer
    raise AssertionError("there is no limit")


def test_too_many_requests_of_one_address_wait(tmp_path: Path) -> None:
    with inside(tmp_path, requests_per_minute=20) as site:
        answer = until_refused(lambda: site.http.get(f"{site.address}/api/games"), 25)
        assert answer.json()["error"] == "too-many"
        assert int(answer.headers["retry-after"]) > 0
        assert site.http.get(f"{site.address}/health").status_code == 200


def test_too_many_tries_of_passwords_wait(tmp_path: Path) -> None:
    with inside(tmp_path, passwords_per_minute=5) as site:
        body = {"name": "Somebody Else", "password": "wrong horse"}
        login = f"{site.address}/api/login"
        answer = until_refused(lambda: site.http.post(login, json=body), 8)
        assert answer.headers["retry-after"] == "60"
        assert site.http.get(f"{site.address}/api/games").status_code == 200


def test_over_https_the_cookie_belongs_to_the_host_alone(tmp_path: Path) -> None:
    with inside(tmp_path, origins=("https://play.example",)) as site:
        local = site.address
        headers = {"Host": "play.example", "Origin": "https://play.example"}
        answer = httpx.post(f"{local}/api/guests", json={}, headers=headers)
        assert answer.status_code == 201
        name, _, rest = answer.headers["set-cookie"].partition("=")
        words = {word.strip().lower() for word in rest.split(";")[1:]}
        assert name == "__Host-tallyho"
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= words
        assert not any(word.startswith("domain") for word in words)
        assert "max-age" in answer.headers["strict-transport-security"]
        token = rest.split(";")[0]
        for cookie, status in (("__Host-tallyho", 200), ("tallyho", 401)):
            known = httpx.get(f"{local}/api/me", headers=headers, cookies={cookie: token})
            assert known.status_code == status


class Later:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


def test_a_win_is_claimed_once_the_opponent_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Later()
    monkeypatch.setattr(sightings, "now_ms", later)
    with inside(tmp_path) as site:
        first, second = befriend(site.guest(), site.guest(), clock={"minutes": 5})
        first.play(random.Random(1), first.state)
        assert first.act("claim-win").json()["message"] == "your opponent was here a moment ago"
        later.ahead += sightings.GONE_AFTER + 1
        second.act("offer-draw")  # a sign of life
        assert first.act("claim-win").status_code == 409
        later.ahead += sightings.GONE_AFTER + 1
        ended = first.act("claim-win").json()["state"]["ended"]
        assert (ended["termination"], ended["winner"]) == ("abandoned", 0)


def test_without_a_live_clock_nobody_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Later()
    monkeypatch.setattr(sightings, "now_ms", later)
    with inside(tmp_path) as site:
        first, _ = befriend(site.guest(), site.guest(), clock={"days": 1})
        later.ahead += 10 * sightings.GONE_AFTER
        assert first.act("claim-win").json()["error"] == "not-now"


@pytest.mark.parametrize(("late", "status"), [(0, 200), (1, 409)])
def test_turn_or_flag_is_decided_by_the_millisecond_where_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: int, status: int
) -> None:
    with inside(tmp_path) as site:
        first, second = befriend(site.guest(), site.guest(), clock={"minutes": 1})
        state = first.state
        monkeypatch.setattr(shelf, "now_ms", lambda: state["deadline"] + late)
        answer = first.act("turn", state["version"], text="d4")
        assert answer.status_code == status
        ended = second.state["ended"]
        if late:
            assert (ended["termination"], ended["winner"]) == ("timeout", 1)
            assert ended["at"] == state["deadline"]
            assert second.state["version"] == state["version"] + 1
        else:
            assert ended is None
            assert second.state["left"] == [0, 60_000]


def test_the_record_tells_the_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(tmp_path) as site:
        terms = {"clock": {"minutes": 1, "increment": 2}}
        first, second = befriend(site.guest(), site.guest(), **terms)
        began = first.state["deadline"] - 60_000
        for number, seat in enumerate((first, second, first), 1):
            at = began + number * 1500
            monkeypatch.setattr(shelf, "now_ms", lambda at=at: at)
            seat.play(random.Random(number), seat.state)
        text = first.visitor.call("GET", f"{first.path}/record").text
    assert text.count("[%clk 0:01:00.5]") == 2
    assert text.count("[%clk 0:01:01]") == 1
