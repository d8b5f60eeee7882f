"""Bots on a running site: accounts, tokens, challenges, streams and turns."""

import random
from pathlib import Path

import pytest
from sites import (
    Lines,
    Seat,
    Site,
    befriend,
    bot_account,
    challenge,
    deal,
    friends,
    new_token,
    running,
)

from tallyho.server.games.challenges import MOST_SENT
from tallyho.server.people.programs import MOST_TOKENS

RATED = {"rated": True, "clock": {"minutes": 5}}


def test_an_account_turns_into_a_bot_before_its_first_match(site: Site) -> None:
    fresh, played = site.account("Fresh Bot"), site.account("Has Played")
    assert fresh.post("/api/bot/account")["bot"] is True
    assert fresh.post("/api/bot/account")["bot"] is True
    assert fresh.get("/api/me")["bot"] is True
    assert fresh.get("/api/people/Fresh Bot")["bot"] is True
    played.against_computer()
    assert played.call("POST", "/api/bot/account").json()["error"] == "not-now"
    assert site.guest().call("POST", "/api/bot/account").status_code == 403


def test_whoever_turns_into_a_bot_looks_for_nobody_any_more(site: Site) -> None:
    person, other = site.account("Seeks Then Bot"), site.guest()
    seek = person.post("/api/seeks", {})
    asked = challenge(other, "Seeks Then Bot")
    person.post("/api/bot/account")
    assert seek["id"] not in [listed["id"] for listed in other.get("/api/seeks")]
    assert other.get("/api/challenges") == {"received": [], "sent": []}
    assert person.call("POST", f"/api/challenges/{asked}/accept").status_code == 404


def test_a_programs_token_is_shown_once_and_can_be_revoked(site: Site) -> None:
    owner = site.account("Token Owner")
    made = new_token(owner, "my program")
    program = site.guest()
    program.token = made["token"]
    assert program.get("/api/me")["id"] == owner.me["id"]
    listing = owner.call("GET", "/api/me/tokens")
    assert [(token["id"], token["name"]) for token in listing.json()] == [
        (made["id"], "my program")
    ]
    assert made["token"] not in listing.text
    assert made["token"].encode() not in site.db.read_bytes()
    assert site.guest().call("DELETE", f"/api/me/tokens/{made['id']}").status_code == 404
    assert owner.call("DELETE", f"/api/me/tokens/{made['id']}").status_code == 204
    assert program.call("GET", "/api/me").status_code == 401
    assert owner.get("/api/me/tokens") == []
    assert owner.get("/api/me")["id"] == owner.me["id"]


def test_a_token_makes_no_other_tokens_without_the_password(site: Site) -> None:
    owner = site.account("Careful Owner")
    wrong = {"name": "x", "password": "wrong horse"}
    assert owner.call("POST", "/api/me/tokens", wrong).status_code == 403
    unnamed = {"name": " ", "password": "correct horse"}
    assert owner.call("POST", "/api/me/tokens", unnamed).status_code == 422
    assert site.guest().call("POST", "/api/me/tokens", wrong).status_code == 403
    for number in range(MOST_TOKENS):
        new_token(owner, f"program {number}")
    again = {"name": "one more", "password": "correct horse"}
    assert owner.call("POST", "/api/me/tokens", again).status_code == 429


def test_a_challenge_is_answered_by_whom_it_is_for(site: Site) -> None:
    one, other, third = site.guest(), site.account("Challenged"), site.guest()
    asked = challenge(one, "challenged", game="pegs", begins="me")
    [received] = other.get("/api/challenges")["received"]
    assert (received["id"], received["opponent"]["name"]) == (asked, "Challenged")
    assert [sent["id"] for sent in one.get("/api/challenges")["sent"]] == [asked]
    for stranger in (one, third):
        assert stranger.call("POST", f"/api/challenges/{asked}/accept").status_code == 403
    assert third.call("DELETE", f"/api/challenges/{asked}").status_code == 403
    match = other.post(f"/api/challenges/{asked}/accept")
    assert (match["mode"], match["game"], match["seats"]) == ("challenge", "pegs", [1])
    assert other.call("POST", f"/api/challenges/{asked}/accept").status_code == 404
    deal(Seat(one, match["id"], 0), Seat(other, match["id"], 1))


def test_a_challenge_is_declined_or_taken_back(site: Site) -> None:
    one, other = site.guest(), site.account("Declines")
    for visitor in (one, other):
        asked = challenge(one, "Declines")
        assert visitor.call("DELETE", f"/api/challenges/{asked}").status_code == 204
        assert other.get("/api/challenges")["received"] == []


@pytest.mark.parametrize(
    ("to", "terms", "status"),
    [
        ("Nobody At All", {}, 404),
        ("Asks Oneself", {}, 403),
        ("Answers", {"rules": "house"}, 422),
        ("Answers", {"clock": {"increment": 5}}, 422),
        ("Answers", {"rated": True}, 422),
        ("Answers", {"game": "chess"}, 400),
        ("Answers Bot", RATED, 403),
    ],
)
def test_challenges_that_cannot_be(site: Site, challengers, to, terms, status) -> None:
    answer = challengers[0].call("POST", "/api/challenges", {"to": to, "terms": terms})
    assert answer.status_code == status, answer.text


@pytest.fixture(scope="module")
def challengers(site: Site):
    return site.account("Asks Oneself"), site.account("Answers"), bot_account(site, "Answers Bot")


def test_nobody_sends_challenges_without_end(site: Site) -> None:
    one = site.guest()
    site.account("Popular")
    for _ in range(MOST_SENT):
        challenge(one, "Popular")
    assert one.call("POST", "/api/challenges", {"to": "Popular"}).status_code == 429


def test_people_and_bots_play_casually_and_bots_are_marked(site: Site) -> None:
    person, bot = site.account("Plays A Bot"), bot_account(site, "Marked Bot")
    asked = challenge(person, "Marked Bot", begins="me")
    match = bot.post(f"/api/challenges/{asked}/accept")
    assert [player["bot"] for player in match["players"]] == [False, True]
    friend = person.post("/api/games/friend", {"terms": RATED})
    joining = {"invite": friend["invite"]}
    assert bot.call("POST", f"/api/games/{friend['id']}/join", joining).status_code == 403


def test_bots_have_a_leaderboard_of_their_own(site: Site) -> None:
    north, south = bot_account(site, "Bot North"), bot_account(site, "Bot South")
    match = south.post(f"/api/challenges/{challenge(north, 'Bot South', **RATED)}/accept")
    seats = Seat(north, match["id"], 1 - match["seats"][0]), Seat(south, *_place(match))
    deal(*seats)
    seats[0].act("resign")
    assert north.get("/api/people/Bot South")["ratings"][0]["rating"] > 1500
    # A single match leaves a rating too uncertain for either board; whoever is on one is of a kind.
    for bots in ("false", "true"):
        assert north.get(f"/api/leaderboards/hunt-fast?bots={bots}") == []


def _place(match: dict) -> tuple[str, int]:
    return match["id"], match["seats"][0]


def test_the_lobby_is_for_people(site: Site) -> None:
    bot = bot_account(site, "Lobby Bot")
    seek = site.guest().post("/api/seeks", {})
    assert bot.call("POST", "/api/seeks", {}).status_code == 403
    assert bot.call("POST", f"/api/seeks/{seek['id']}/accept").status_code == 403


def test_a_bot_is_told_of_challenges_and_matches_as_they_come_and_go(site: Site) -> None:
    person, bot = site.guest(), bot_account(site, "Told Bot")
    earlier = challenge(person, "Told Bot")
    with Lines(bot, "/api/bot/events") as events:
        assert events.answer.headers["content-type"] == "application/x-ndjson"
        assert events.next()["challenge"]["id"] == earlier
        person.call("DELETE", f"/api/challenges/{earlier}")
        assert events.next() == {"kind": "challenge-gone", "id": earlier}
        asked = challenge(person, "Told Bot", begins="me")
        assert events.next()["challenge"]["terms"]["begins"] == "me"
        match = bot.post(f"/api/challenges/{asked}/accept")
        assert events.next()["kind"] == "challenge-gone"
        assert events.next("game-start")["match"]["id"] == match["id"]
        deal(Seat(person, match["id"], 0), Seat(bot, match["id"], 1))
        person.act(match["id"], "resign", bot.get(f"/api/games/{match['id']}")["state"]["version"])
        finish = events.next()
        assert (finish["kind"], finish["match"]["winner"]) == ("game-finish", 1)
        person.post(f"/api/games/{match['id']}/rematch")
        assert events.next() == {"kind": "rematch", "game": match["id"]}
        again = bot.post(f"/api/games/{match['id']}/rematch")
        assert events.next("game-start")["match"]["id"] == again["id"]
    with Lines(bot, "/api/bot/events") as events:
        assert events.next()["match"]["id"] == again["id"]


def test_the_stream_of_a_match_begins_with_it_and_ends_with_it(site: Site) -> None:
    person, bot = site.guest(), bot_account(site, "Streaming Bot")
    match = bot.post(f"/api/challenges/{challenge(person, 'Streaming Bot', begins='me')}/accept")
    first, second = Seat(person, match["id"], 0), Seat(bot, match["id"], 1)
    with Lines(bot, f"{second.path}/stream") as lines:
        assert lines.next()["match"] == match
        deal(first, second)
        state = lines.next()["state"]
        while state["status"] != "playing":
            state = lines.next("update")["state"]
        update = first.play(random.Random(1), state)
        assert lines.next() == {"kind": "update", **update}
        person.post(f"{first.path}/chat/players", {"text": "good luck"})
        chat = lines.next()
        assert (chat["room"], chat["said"][0]["text"]) == ("players", "good luck")
        first.act("resign")
        assert [line["state"]["status"] for line in lines] == ["over"]
    with Lines(bot, f"{second.path}/stream") as lines:
        assert [line["kind"] for line in lines] == ["match", "chat"]
    assert bot.call("GET", "/api/games/none/stream").status_code == 404


def test_a_bot_makes_turns_by_their_text_alone(site: Site) -> None:
    person, bot = site.guest(), bot_account(site, "Simple Bot")
    match = bot.post(f"/api/challenges/{challenge(person, 'Simple Bot', begins='you')}/accept")
    first, second = Seat(bot, match["id"], 0), Seat(person, match["id"], 1)
    deal(first, second)
    simple = f"/api/bot/games/{match['id']}/turn"
    assert bot.post(f"{simple}/d4")["events"][0]["text"].startswith("d4=")
    for turn, status in (("d5", 409), ("x" * 41, 422)):
        assert bot.call("POST", f"{simple}/{turn}").status_code == status
    second.play(random.Random(1), second.state)
    assert bot.call("POST", f"{simple}/zz").json()["error"] == "notation"
    assert person.call("POST", f"{simple}/d5").status_code == 403
    assert bot_account(site, "Other Bot").call("POST", f"{simple}/d5").status_code == 403


def test_bot_streams_are_for_bots(site: Site) -> None:
    assert site.account("No Bot").call("GET", "/api/bot/events").status_code == 403


def test_a_closing_site_says_goodbye_on_streams_too(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        bot = bot_account(site, "Waits Long")
        seat = bot.against_computer()
        with Lines(bot, "/api/bot/events") as own, Lines(bot, f"{seat.path}/stream") as game:
            assert (own.next()["kind"], game.next()["kind"]) == ("game-start", "match")
            site.stop()
            assert [line["kind"] for line in own] == ["bye"]
            assert [line["kind"] for line in game] == ["bye"]
        site.start()


def test_a_revoked_token_ends_its_streams(site: Site) -> None:
    first, second = friends(site)
    with Lines(first.visitor, f"{first.path}/stream") as lines:
        assert lines.next()["kind"] == "match"
        first.visitor.call("POST", "/api/logout")
        second.visitor.post(f"{second.path}/chat/players", {"text": "not for strangers"})
        assert list(lines) == []


def test_people_and_bots_have_leaderboards_of_their_own(site: Site) -> None:
    people = site.account("Board North"), site.account("Board South")
    bots = bot_account(site, "Board Engine"), bot_account(site, "Board Machine")
    for one, other in (people, bots):
        first, _ = befriend(one, other, **RATED)
        assert first.act("resign").status_code == 200
    site.sql("update rating set deviation = 50")  # as after many matches
    shown = {
        query: [
            standing["name"] for standing in people[0].get(f"/api/leaderboards/hunt-fast{query}")
        ]
        for query in ("", "?bots=false", "?bots=true")
    }
    assert {"Board South", "Board North"} <= set(shown[""])
    assert shown["?bots=false"] == shown[""]
    assert {"Board Machine", "Board Engine"} <= set(shown["?bots=true"])
    assert not set(shown[""]) & set(shown["?bots=true"])
    assert shown[""].index("Board South") < shown[""].index("Board North")
