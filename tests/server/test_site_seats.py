"""Who may do what: every route and every seat, on a running site."""

import pytest
from sites import Seat, Site, Visitor, befriend, friends

PLAYING = [
    ("POST", "/commit", {"commitments": ["00" * 32] * 2}),
    ("POST", "/reveal", {"bytes": ["00" * 32] * 2}),
    ("POST", "/rematch", None),
    ("POST", "/chat/players", {"text": "hello"}),
    ("GET", "/chat/players", None),
    ("GET", "/invitation", None),
    *(
        ("POST", "/actions", {"do": do, "version": 1, "id": "x"})
        for do in (
            "resign",
            "offer-draw",
            "accept-draw",
            "decline-draw",
            "claim-draw",
            "ask-takeback",
            "accept-takeback",
            "decline-takeback",
            "abort",
            "claim-win",
        )
    ),
    ("POST", "/actions", {"do": "turn", "version": 1, "id": "x", "text": "d4"}),
]
PERSONAL = [
    ("GET", "/api/me", None),
    ("DELETE", "/api/me", {}),
    ("GET", "/api/me/data", None),
    ("GET", "/api/me/games", None),
    ("POST", "/api/logout", None),
    ("POST", "/api/logout-everywhere", None),
    ("POST", "/api/password", {"old": "x" * 8, "new": "y" * 8}),
    ("POST", "/api/games/computer", {"level": 1}),
    ("POST", "/api/games/local", {"names": ["North", "South"]}),
    ("POST", "/api/games/friend", {}),
    ("POST", "/api/seeks", {}),
    ("DELETE", "/api/seeks/none", None),
    ("POST", "/api/seeks/none/accept", None),
    ("GET", "/api/challenges", None),
    ("POST", "/api/challenges", {"to": "x"}),
    ("POST", "/api/challenges/nobody/accept", None),
    ("DELETE", "/api/challenges/nobody", None),
    ("POST", "/api/bot/account", None),
    ("GET", "/api/bot/events", None),
    ("POST", "/api/bot/games/nowhere/turn/d4", None),
    ("GET", "/api/me/tokens", None),
    ("POST", "/api/me/tokens", {"name": "x", "password": "y"}),
    ("DELETE", "/api/me/tokens/nothing", None),
    ("GET", "/api/me/push", None),
    ("POST", "/api/me/push", {"endpoint": "x", "p256dh": "x", "auth": "x"}),
    ("DELETE", "/api/me/push", {"endpoint": "x"}),
]
NAMED = {
    "/none": "/{seek}",
    "/nobody": "/{challenge}",
    "/nothing": "/{token}",
    "/nowhere": "/{game}",
    "/turn/d4": "/turn/{text}",
}
PUBLIC = {
    ("POST", "/api/guests"),
    ("POST", "/api/register"),
    ("POST", "/api/login"),
    ("GET", "/api/push"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}"),
    ("GET", "/api/games/{game}/events"),
    ("GET", "/api/games/{game}/moments"),
    ("GET", "/api/games/{game}/record"),
    ("GET", "/api/games/{game}/stream"),
    ("GET", "/api/seeks"),
    ("GET", "/api/leaderboards/{pool}"),
    ("GET", "/api/people/{name}"),
    ("GET", "/api/people/{name}/games"),
    ("GET", "/api/people/{name}/ratings/{pool}"),
    ("GET", "/api/games/{game}/chat/{room}"),  # spectators' room; the players' is in PLAYING
}


@pytest.fixture(scope="module")
def table(site: Site) -> tuple[Seat, Seat]:
    return friends(site)


@pytest.mark.parametrize(("method", "path", "body"), PLAYING, ids=lambda part: str(part)[:40])
def test_a_seat_is_its_owners_alone(site: Site, table, method, path, body) -> None:
    first, _ = table
    before = first.state
    assert site.guest().call(method, first.path + path, body).status_code == 403
    with site.stranger() as client:
        stranger = client.request(method, first.path + path, json=body)
    assert stranger.status_code == (403 if method == "GET" and "chat" in path else 401)
    assert first.state == before


@pytest.mark.parametrize(("method", "path", "body"), PERSONAL, ids=lambda part: str(part)[:40])
def test_strangers_have_no_person(site: Site, method, path, body) -> None:
    with site.stranger() as client:
        answer = client.request(method, path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (401, "unknown")


def route_of(path: str) -> str:
    for name, parameter in NAMED.items():
        path = path.replace(name, parameter)
    return path


def test_every_route_is_in_one_of_these_lists(site: Site) -> None:
    document = site.http.get(f"{site.address}/openapi/openapi.json").json()
    routes = {
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    }
    covered = {(method, route_of(path)) for method, path, _ in PERSONAL} | PUBLIC
    for method, path, _ in PLAYING:
        known = path.replace("/players", "/{room}")
        covered.add((method, "/api/games/{game}" + known))
    covered.add(("POST", "/api/games/{game}/join"))  # tested with invitations
    assert routes == covered


@pytest.mark.parametrize("wanted", [0, 1])
def test_nobody_acts_for_the_other_seat(table, wanted: int) -> None:
    other = table[1 - wanted].visitor
    answer = other.act(table[0].game, "resign", table[0].state["version"], seat=wanted)
    assert answer.status_code == 403


def test_not_yet_and_no_longer(site: Site) -> None:
    one, other = site.guest(), site.guest()
    match = one.post("/api/games/friend", {"terms": {"begins": "me"}})
    waiting = Seat(one, match["id"], 0)
    assert waiting.act("turn", text="d4").json()["error"] == "not-now"
    assert one.call("POST", f"{waiting.path}/rematch").json()["error"] == "not-now"
    early = one.call("POST", f"{waiting.path}/commit", {"commitments": ["00" * 32] * 2})
    assert early.json()["error"] == "not-now"
    first, second = befriend(one, other)
    first.act("resign")
    for do in ("resign", "offer-draw", "abort", "ask-takeback"):
        assert second.act(do).json()["error"] == "not-your-turn"
    assert second.act("claim-win").json()["error"] == "not-now"


def test_the_computers_seat_is_nobodys(site: Site) -> None:
    visitor: Visitor = site.guest()
    seat = visitor.against_computer(begins="me")
    assert visitor.act(seat.game, "resign", 1, seat=1).status_code == 403
    assert visitor.call("POST", f"{seat.path}/join", {"invite": ""}).status_code == 403
