"""People on a running site: guests, names, passwords, leaving."""

import pytest
from sites import Site, befriend

from tallyho.contract import NotationError
from tallyho.server.people.person import check_name
from tallyho.server.storage.schema import metadata

PASSWORD = "correct horse"


def test_a_stranger_is_not_known(site: Site) -> None:
    with site.stranger() as client:
        assert client.get("/api/me").status_code == 401


def test_a_browser_is_known_by_its_cookie(site: Site) -> None:
    with site.stranger() as client:
        answer = client.post("/api/guests", json={})
        assert answer.json()["token"] is None
        header = answer.headers["set-cookie"]
        assert "HttpOnly" in header
        assert "samesite=lax" in header.lower()
        assert client.get("/api/me").json()["id"] == answer.json()["id"]


def test_a_guest_takes_a_name_and_keeps_the_games(site: Site) -> None:
    guest = site.guest()
    seat = guest.against_computer(begins="me")
    named = guest.post("/api/register", {"name": "Keeps Games", "password": PASSWORD})
    assert (named["id"], named["guest"], named["token"]) == (guest.me["id"], False, None)
    match = guest.get(seat.path)
    assert match["seats"] == [0]
    assert match["players"][0]["name"] == "Keeps Games"


def test_a_name_is_taken_whatever_its_case(site: Site) -> None:
    site.account("Only One")
    answer = site.guest().call("POST", "/api/register", {"name": "ONLY one", "password": PASSWORD})
    assert (answer.status_code, answer.json()["error"]) == (409, "taken")


@pytest.mark.parametrize(
    "name", ["ab", "a" * 21, "two  spaces", " edge", "x\ny z", "Guest 1", "a<b>"]
)
def test_names_that_nobody_may_take(name: str) -> None:
    with pytest.raises(NotationError, match="name"):
        check_name(name)


def test_logging_in_does_not_tell_which_half_is_wrong(site: Site) -> None:
    site.account("Log In")
    with site.stranger() as client:
        wrong = [
            client.post("/api/login", json={"name": name, "password": "wrong horse"})
            for name in ("Log In", "Nobody Here")
        ]
        assert [answer.status_code for answer in wrong] == [401, 401]
        assert wrong[0].content == wrong[1].content
        right = client.post("/api/login", json={"name": "log in", "password": PASSWORD})
        assert right.status_code == 200
        assert client.get("/api/me").json()["name"] == "Log In"


def login(site: Site, name: str, password: str) -> str:
    with site.stranger() as client:
        body = {"name": name, "password": password, "bearer": True}
        answer = client.post("/api/login", json=body)
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["token"]
    return token


def test_logging_out_here_and_everywhere(site: Site) -> None:
    here, there, third = site.account("Log Out"), site.guest(), site.guest()
    there.token, third.token = (login(site, "Log Out", PASSWORD) for _ in range(2))
    assert there.call("POST", "/api/logout").status_code == 204
    assert there.call("GET", "/api/me").status_code == 401
    assert here.call("POST", "/api/logout-everywhere").status_code == 204
    for visitor in (here, third):
        assert visitor.call("GET", "/api/me").status_code == 401


def test_a_new_password_logs_every_other_device_out(site: Site) -> None:
    here, there = site.account("New Password"), site.guest()
    there.token = login(site, "New Password", PASSWORD)
    wrong = {"old": "wrong horse", "new": "battery staple"}
    assert here.call("POST", "/api/password", wrong).status_code == 403
    change = {"old": PASSWORD, "new": "battery staple", "bearer": True}
    here.token = here.post("/api/password", change)["token"]
    assert here.call("GET", "/api/me").status_code == 200
    assert there.call("GET", "/api/me").status_code == 401
    login(site, "New Password", "battery staple")


def test_whoever_leaves_loses_open_matches_and_the_name_is_free(site: Site) -> None:
    leaver, other = site.account("Leaves Soon"), site.guest()
    first, second = befriend(leaver, other)
    leaver.post(f"{first.path}/chat/players", {"text": "goodbye"})
    assert leaver.call("DELETE", "/api/me", {"password": "wrong horse"}).status_code == 403
    assert leaver.call("DELETE", "/api/me", {"password": PASSWORD}).status_code == 204
    assert leaver.call("GET", "/api/me").status_code == 401
    match = other.get(first.path)
    assert match["state"]["ended"]["winner"] == second.number
    assert "Leaves Soon" not in str(match)
    assert other.get(f"{first.path}/chat/players") == []
    site.account("Leaves Soon")


def test_own_data_can_be_taken_away(site: Site) -> None:
    visitor = site.account("Takes Data")
    seat = visitor.against_computer()
    visitor.post(f"{seat.path}/chat/players", {"text": "hello"})
    answer = visitor.call("GET", "/api/me/data")
    data = answer.json()
    assert (data["name"], data["games"]) == ("Takes Data", [seat.game])
    assert data["chat"][0]["text"] == "hello"
    assert "argon2" not in answer.text
    assert visitor.token not in answer.text


def test_nothing_secret_is_in_the_database(site: Site) -> None:
    visitor = site.account("Not Stored", "a password to look for")
    tables = [site.sql(f'select * from "{name}"') for name in metadata.tables]
    stored = str(tables)
    assert "Not Stored" in stored
    assert "a password to look for" not in stored
    assert visitor.token not in stored
    assert visitor.token not in site.log.read_text()
