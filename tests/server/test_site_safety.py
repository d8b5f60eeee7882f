"""What a running site lets through its door, and what not."""

import json
import re
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from sites import Site, friends
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tallyho.server.web.serving import local_origins, own_address

OTHER = "https://elsewhere.example"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "OWN"}, 403),
        ({"Origin": "OWN"}, 201),
        ({"Origin": OTHER}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_commands_come_from_own_pages_or_from_programs(site: Site, headers, status) -> None:
    sent = {name: value.replace("OWN", site.address) for name, value in headers.items()}
    answer = site.http.post(f"{site.address}/api/guests", json={"bearer": True}, headers=sent)
    assert answer.status_code == status


def test_a_live_socket_from_elsewhere_is_refused(site: Site) -> None:
    address = site.address.replace("http", "ws") + "/api/live"
    with pytest.raises(InvalidStatus):
        connect(address, origin=OTHER)
    with connect(address, origin=site.address) as own:
        assert json.loads(own.recv(timeout=30))["kind"] == "lobby"


def test_another_hosts_name_is_refused(site: Site) -> None:
    answer = site.http.get(f"{site.address}/api/games", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 421
    assert site.http.get(f"{site.address}/health", headers={"Host": "x"}).status_code == 200


def test_every_answer_carries_the_policy(site: Site) -> None:
    for path in ("/", "/docs", "/api/games", "/api/nothing", "/assets/icon.svg"):
        headers = site.http.get(site.address + path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_pages_have_no_inline_script_and_no_inline_style(site: Site) -> None:
    for path in ("/", "/docs"):
        text = site.http.get(site.address + path).text
        scripts = re.findall(r"<script\b[^>]*>", text)
        assert scripts
        assert all("src=" in tag or 'type="application/json"' in tag for tag in scripts)
        assert "style=" not in text
        assert "<style" not in text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"bearer": "yes"}',
        b'{"bearer": true, "more": 1}',
        b'{"bearer": "\xff"}',
        b'{"bearer": NaN}',
        b"[" * 5000,
        b'{"a":' * 2000,
    ],
)
def test_bodies_that_cannot_be_read_are_refused(site: Site, body: bytes) -> None:
    answer = site.http.post(f"{site.address}/api/guests", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "unreadable"


@pytest.mark.parametrize(
    "path", ["/api/games/%ff", "/api/games/%00", "/api/people/%ff%fe", "/%2e%2e/x"]
)
def test_paths_that_lead_nowhere_are_not_found(site: Site, path: str) -> None:
    assert site.http.get(site.address + path).status_code == 404


def test_a_huge_body_is_refused(site: Site) -> None:
    answer = site.http.post(f"{site.address}/api/guests", content=b" " * 20_000)
    assert answer.status_code == 413


def test_a_huge_header_closes_the_connection(site: Site) -> None:
    parts = urlsplit(site.address)
    with socket.create_connection((parts.hostname, parts.port), timeout=30) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100_000 + b"\r\n\r\n")
        answer = raw.recv(65536)
    assert answer.startswith(b"HTTP/1.1 4") or answer == b""


def closing_code(client: ClientConnection) -> int | None:
    """The code with which the site closes the socket."""
    with suppress(ConnectionClosed):
        while True:
            client.recv(timeout=30)
    return client.close_code


@pytest.mark.parametrize(("messages", "length", "code"), [(100, 1, 4400), (1, 5000, 1009)])
def test_a_socket_that_says_too_much_is_closed(site: Site, messages, length, code) -> None:
    with connect(site.address.replace("http", "ws") + "/api/live") as client:
        with suppress(ConnectionClosed):
            for _ in range(messages):
                client.send("x" * length)
        assert closing_code(client) == code


def test_numbers_out_of_range_are_refused(site: Site) -> None:
    first, _ = friends(site)
    for version in (-1, 10**12, 1.5, "1", None, True):
        wish = {"do": "resign", "version": version, "id": "x"}
        assert first.visitor.call("POST", f"{first.path}/actions", wish).status_code == 400
    for action_id in ("", "a" * 41, "a b", "é", 7):
        wish = {"do": "resign", "version": 1, "id": action_id}
        assert first.visitor.call("POST", f"{first.path}/actions", wish).status_code == 400
    assert first.state["ended"] is None


def test_the_operators_routes_answer(site: Site) -> None:
    assert site.http.get(f"{site.address}/health").text == "ok\n"
    assert site.http.get(f"{site.address}/ready").text == "ready\n"
    counted = site.http.get(f"{site.address}/metrics").text
    assert "tallyho_requests_total" in counted
    assert "tallyho_actions_total" in counted


def test_the_log_is_json_without_queries(site: Site) -> None:
    site.http.get(f"{site.address}/api/games?before=123456789")
    with connect(site.address.replace("http", "ws") + "/api/live?x=123456789"):
        pass
    lines = [json.loads(line) for line in site.log.read_text().splitlines()]
    assert {"at", "level", "from", "message"} <= set(lines[-1])
    assert "123456789" not in site.log.read_text()


def test_the_api_document_is_openapi_3_1(site: Site) -> None:
    document = site.http.get(f"{site.address}/openapi/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for path, methods in document["paths"].items():
        for call in methods.values():
            assert call["description"], path


def test_an_unknown_token_is_nobody(site: Site) -> None:
    for token in ("x", "x" * 10_000, "%ff"):
        headers = {"Authorization": f"Bearer {token}"}
        answer = site.http.get(f"{site.address}/api/me", headers=headers)
        assert answer.status_code == 401


def test_a_site_that_listens_everywhere_knows_what_it_is_called() -> None:
    first, *others = local_origins("0.0.0.0", 8000)
    assert first == f"http://{own_address()}:8000"
    assert {first, *others} >= {"http://127.0.0.1:8000", "http://localhost:8000"}
    assert local_origins("127.0.0.1", 8000) == ("http://127.0.0.1:8000", "http://localhost:8000")
    assert local_origins("::1", 8000) == ("http://[::1]:8000", "http://localhost:8000")
