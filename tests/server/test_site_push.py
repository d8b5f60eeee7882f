"""Notifications of turns: a real site, and a real push service that reads what it gets."""

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from insides import Inside, inside
from pushes import Browser, PushService, claims_of
from sites import Seat, Site, Visitor, befriend

from tallyho.contract import NotationError
from tallyho.server.people.tokens import hash_of
from tallyho.server.push.addresses import place_of, public
from tallyho.server.push.keys import read_keys, write_keys
from tallyho.server.push.post import Post, Undelivered
from tallyho.server.push.subscriptions import MOST

CONTACT = "mailto:operator@play.example"
DAYS = {"clock": {"days": 3}}
LIVE = {"clock": {"minutes": 10}}
PATIENCE = 1000


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with PushService(tmp_path_factory.mktemp("service")).running() as service:
        yield service


@pytest.fixture(scope="module")
def ringing(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Inside]:
    """A site with keys, which trusts the push service's certificate."""
    folder = tmp_path_factory.mktemp("ringing")
    keys = folder / "keys.json"
    write_keys(keys, CONTACT)
    options = {"push_keys": str(keys), "push_anywhere": True, "push_patience": PATIENCE}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(service.certificate))
        with inside(folder, **options) as site:
            yield site


def subscribe(visitor: Visitor, service: PushService, name: str) -> Browser:
    browser = Browser(f"{service.address}/{name}")
    answer = visitor.call("POST", "/api/me/push", browser.subscription)
    assert answer.status_code == 204, answer.text
    return browser


def told(visitor: Visitor) -> list[str]:
    """The addresses at which a visitor is told."""
    return [browser["endpoint"] for browser in visitor.get("/api/me/push")]


def play(seat: Seat) -> None:
    seat.play(random.Random(1), seat.state)


def test_whoever_has_the_turn_gets_a_sealed_and_signed_message(ringing, service) -> None:
    first, second = befriend(ringing.account("North"), ringing.account("South"), **DAYS)
    browser = subscribe(second.visitor, service, "sealed")
    play(first)
    push = service.next()
    assert push.path == "/sealed"
    message = {"game": first.game, "title": "Your turn", "body": "Tile game against North"}
    assert browser.read(push) == message
    assert first.game.encode() not in push.body
    assert (push.headers["content-encoding"], push.headers["topic"]) == ("aes128gcm", first.game)
    assert 0 < int(push.headers["ttl"]) <= 24 * 3600
    claims = claims_of(push, ringing.http.get(f"{ringing.address}/api/push").json()["key"])
    assert (claims["aud"], claims["sub"]) == (service.address, CONTACT)
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600


def test_a_turn_is_told_once_and_to_nobody_else(ringing, service) -> None:
    first, second = befriend(ringing.guest(), ringing.guest(), **DAYS)
    browser = subscribe(second.visitor, service, "once")
    subscribe(first.visitor, service, "other")
    state = first.state
    wish = {"do": "turn", "text": state["legal"][0], "version": state["version"], "id": "x"}
    for _ in range(2):
        assert first.visitor.call("POST", f"{first.path}/actions", wish).status_code == 200
    second.act("offer-draw")
    play(second)
    play(first)
    paths = [service.next().path for _ in range(3)]
    assert sorted(paths) == ["/once", "/once", "/other"]
    assert browser.endpoint in told(second.visitor)
    assert service.pushes.empty()


def test_the_message_is_in_the_language_of_the_browser(ringing, service) -> None:
    first, second = befriend(ringing.guest(), ringing.guest(), **DAYS)
    browser = Browser(f"{service.address}/german")
    headers = second.visitor.headers | {"Accept-Language": "de"}
    address = f"{ringing.address}/api/me/push"
    assert ringing.http.post(address, json=browser.subscription, headers=headers).is_success
    play(first)
    assert browser.read(service.next())["title"] == "Du bist am Zug"


def test_whoever_sits_at_the_board_of_a_live_match_is_left_alone(ringing, service) -> None:
    one, other = ringing.guest(), ringing.guest()
    seen, missed = befriend(one, other, **LIVE), befriend(one, other, **LIVE)
    browser = subscribe(other, service, "live")
    with other.live(f"{seen[0].path}/live") as socket:
        socket.recv(timeout=30)
        play(seen[0])
        socket.recv(timeout=30)
        play(missed[0])  # it is found missed after the same time, so later than the other
        assert browser.read(service.next())["game"] == missed[0].game
    assert service.pushes.empty()


def test_a_turn_that_was_made_meanwhile_is_not_told(ringing, service) -> None:
    one, other = ringing.guest(), ringing.guest()
    quick, slow = befriend(one, other, **LIVE), befriend(one, other, **LIVE)
    browser = subscribe(other, service, "quick")
    play(quick[0])
    play(quick[1])
    play(slow[0])
    assert browser.read(service.next())["game"] == slow[0].game
    assert service.pushes.empty()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(ringing, service, status: int) -> None:
    first, second = befriend(ringing.guest(), ringing.guest(), **DAYS)
    subscribe(second.visitor, service, f"gone{status}")
    service.answers[f"/gone{status}"] = status
    play(first)
    service.next()
    while told(second.visitor):
        pass


@pytest.mark.parametrize("status", [307, 500])
def test_nothing_is_followed_and_nothing_sent_again(ringing, service, status: int) -> None:
    first, second = befriend(ringing.guest(), ringing.guest(), **DAYS)
    name = f"refuses{status}"
    browser = subscribe(second.visitor, service, name)
    service.answers[f"/{name}"] = status
    for _ in range(2):
        play(first)
        assert service.next().path == f"/{name}"
        play(second)
    assert told(second.visitor) == [browser.endpoint]
    assert service.pushes.empty()


def test_a_service_that_is_down_delays_nobody(ringing, service) -> None:
    first, second = befriend(ringing.guest(), ringing.guest(), **DAYS)
    down = Browser("https://localhost:1/down")
    second.visitor.call("POST", "/api/me/push", down.subscription)
    subscribe(second.visitor, service, "up")
    play(first)
    assert service.next().path == "/up"
    assert down.endpoint in told(second.visitor)


def test_one_browser_more_than_allowed_takes_the_place_of_the_oldest(ringing, service) -> None:
    visitor = ringing.guest()
    made = [subscribe(visitor, service, f"many{number}") for number in range(MOST + 1)]
    assert sorted(told(visitor)) == sorted(browser.endpoint for browser in made[1:])
    subscribe(visitor, service, "many5")
    assert len(told(visitor)) == MOST


def test_a_browser_belongs_to_whoever_used_it_last(ringing, service) -> None:
    one, other = ringing.guest(), ringing.guest()
    browser = subscribe(one, service, "shared")
    subscribe(other, service, "shared")
    assert (told(one), told(other)) == ([], [browser.endpoint])
    one.call("DELETE", "/api/me/push", {"endpoint": browser.endpoint})
    assert told(other) == [browser.endpoint]
    other.call("DELETE", "/api/me/push", {"endpoint": browser.endpoint})
    assert told(other) == []


def stored(site: Site, browser: Browser) -> list[bytes]:
    """The token's hash of a subscription, if there is one."""
    query = "select token from subscription where endpoint = :endpoint"
    return [bytes(row.token) for row in site.sql(query, endpoint=browser.endpoint)]


@pytest.mark.parametrize("way", ["/api/logout", "/api/logout-everywhere"])
def test_whoever_logs_out_is_not_told(ringing, service, way: str) -> None:
    visitor = ringing.guest()
    browser = subscribe(visitor, service, "logout")
    assert stored(ringing, browser)
    assert visitor.call("POST", way).status_code == 204
    assert stored(ringing, browser) == []


def test_a_new_password_leaves_this_browser_and_no_other(ringing, service) -> None:
    here = ringing.account("Push Password")
    with ringing.stranger() as client:
        body = {"name": "Push Password", "password": "correct horse", "bearer": True}
        there = ringing.guest()
        there.token = client.post("/api/login", json=body).json()["token"]
    browsers = [subscribe(here, service, "here"), subscribe(there, service, "there")]
    change = {"old": "correct horse", "new": "battery staple", "bearer": True}
    here.token = here.post("/api/password", change)["token"]
    assert [stored(ringing, browser) for browser in browsers] == [[hash_of(here.token)], []]


def test_whoever_leaves_is_forgotten_and_own_data_has_the_browsers(ringing, service) -> None:
    visitor = ringing.account("Push Leaves")
    browser = subscribe(visitor, service, "leaves")
    assert visitor.get("/api/me/data")["notified"][0]["endpoint"] == browser.endpoint
    visitor.call("DELETE", "/api/me", {"password": "correct horse"})
    assert stored(ringing, browser) == []


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("endpoint", "http://push.example/x", 422),
        ("endpoint", "https://user@push.example/x", 422),
        ("endpoint", "https://push.example/x y", 422),
        ("endpoint", "https://push.example/x#y", 422),
        ("endpoint", "https://push.example", 422),
        ("endpoint", "https://push.example/" + "x" * 1000, 400),
        ("p256dh", "AAAA", 422),
        ("p256dh", "é", 422),
        ("auth", "AAAA", 422),
    ],
)
def test_what_no_browser_sends_is_refused(ringing, field: str, value: str, status: int) -> None:
    body = Browser("https://push.example/x").subscription | {field: value}
    answer = ringing.guest().call("POST", "/api/me/push", body)
    assert (answer.status_code, answer.json().get("field")) == (
        status,
        field if status == 422 else None,
    )


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1", "8.8.8.8:8443"]
)
def test_numbers_of_private_nets_are_refused(host: str) -> None:
    with pytest.raises(NotationError, match="public net"):
        place_of(f"https://{host}/x", anywhere=False)
    assert place_of("https://8.8.8.8/x", anywhere=False).port == 443


@pytest.mark.parametrize(
    "address",
    [
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "ff0e::1",
    ],
)
def test_private_addresses_of_the_newer_kind_are_known(address: str) -> None:
    assert not public(address)
    assert public("2001:4860:4860::8888")


def test_a_name_that_leads_home_gets_nothing() -> None:
    post = Post(anywhere=False)
    with pytest.raises(Undelivered) as refused:
        asyncio.run(post.send("https://localhost/home", {}, b""))
    assert "private net" in str(refused.value.__cause__)
    post.close()


def test_without_keys_there_is_nothing(site: Site) -> None:
    guest = site.guest()
    body = Browser("https://push.example/x").subscription
    calls = [("GET", "/api/push", None), ("GET", "/api/me/push", None)]
    calls += [("POST", "/api/me/push", body), ("DELETE", "/api/me/push", {"endpoint": "x"})]
    for method, path, sent in calls:
        assert guest.call(method, path, sent).status_code == 404
    for page in ("/settings", "/privacy"):
        assert "otification" not in site.http.get(site.address + page).text.partition("<main")[2]


def test_the_settings_offer_it_where_there_are_keys(ringing) -> None:
    key = ringing.http.get(f"{ringing.address}/api/push").json()["key"]
    assert f'data-push-key="{key}"' in ringing.http.get(f"{ringing.address}/settings").text
    assert "otification" in ringing.http.get(f"{ringing.address}/privacy").text


def test_keys_are_kept_from_others_and_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    made = write_keys(file, CONTACT)
    assert file.stat().st_mode & 0o777 == 0o600
    assert read_keys(file).public == made.public
    with pytest.raises(NotationError, match="exists"):
        write_keys(file, CONTACT)
    file.chmod(0o604)
    with pytest.raises(NotationError, match="chmod"):
        read_keys(file)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"private": "é", "contact": ""}', '{"private": 1}']
)
def test_a_file_without_keys_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.json"
    file.touch(0o600)
    file.write_text(text)
    with pytest.raises(NotationError, match="no keys"):
        read_keys(file)


def test_a_contact_is_an_address(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="contact"):
        write_keys(tmp_path / "keys.json", "somebody")
