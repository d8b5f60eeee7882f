"""Matches on a running site, through the API only."""

import json
import random
from pathlib import Path

import pytest
from sites import Seat, Site, befriend, deal, friends
from websockets.sync.client import ClientConnection

from tallyho.analysis.verify import verify
from tallyho.play.record import read_records


def next_update(socket: ClientConnection) -> dict:
    """The next update, past heartbeats and chat."""
    while True:
        news = json.loads(socket.recv(timeout=30))
        if news["kind"] == "update":
            return news


def play_out(seat: Seat, rng: random.Random, most: int = 1000) -> dict:
    """Random turns against the computer until the match is over, or given up after `most`."""
    with seat.visitor.live(f"{seat.path}/live") as socket:
        state = next_update(socket)["state"]
        while state["ended"] is None:
            if state["seat_to_act"] == seat.number and most:
                state = seat.play(rng, state)["state"]
                most -= 1
            elif state["seat_to_act"] == seat.number:
                state = seat.act("resign", state["version"]).json()["state"]
            else:
                news = next_update(socket)["state"]
                state = news if news["version"] > state["version"] else state
    return state


def fair_rounds(seat: Seat) -> int:
    """How many rounds the record has, all of which are as their proofs say."""
    text = seat.visitor.call("GET", f"{seat.path}/record").text
    sections = list(read_records(text.splitlines(keepends=True)))
    assert all(verify(section).fair for section in sections)
    return len(sections)


def test_a_guest_plays_a_full_match_of_two_rounds_against_the_computer(site: Site) -> None:
    seat = site.guest().against_computer(3, rules="kosmos")
    deal(seat)
    assert play_out(seat, random.Random(1))["ended"]["termination"] == "finished"
    assert fair_rounds(seat) == 2


def test_the_peg_game_is_played_against_the_computer_too(site: Site) -> None:
    """Given up after a while: one random match in a hundred takes more than five hundred turns."""
    seat = site.guest().against_computer(3, game="pegs", rules="holes=8 short=yes")
    deal(seat)
    state = play_out(seat, random.Random(1), most=30)
    assert state["ended"]["termination"] in ("finished", "resigned")
    assert fair_rounds(seat) == 1


def test_the_commitments_of_both_are_seen_before_bytes_are_taken(site: Site) -> None:
    one, other = site.guest(), site.guest()
    match = one.post("/api/games/friend", {"terms": {"begins": "me"}})
    first, second = Seat(one, match["id"], 0), Seat(other, match["id"], 1)
    other.post(f"{first.path}/join", {"invite": match["invite"]})
    first.commit()
    early = one.call("POST", f"{first.path}/reveal", {"bytes": [b.hex() for b in first.bytes]})
    assert early.status_code == 422
    assert early.json()["error"] == "fairness"
    seals = second.commit()["state"]["seals"]
    assert all(None not in seal["commitments"] for seal in seals)
    assert all(seal["bytes"] == [None, None] and seal["secret"] is None for seal in seals)
    first.reveal()
    assert second.reveal()["state"]["status"] == "playing"


def test_bytes_that_do_not_fit_are_refused(site: Site) -> None:
    seat = site.guest().against_computer()
    seat.commit()
    body = {"bytes": [bytes(32).hex()] * 2}
    answer = seat.visitor.call("POST", f"{seat.path}/reveal", body)
    assert (answer.status_code, answer.json()["error"]) == (422, "fairness")


def test_two_at_one_device_play_for_both_seats(site: Site) -> None:
    visitor = site.guest()
    match = visitor.post("/api/games/local", {"names": ["North", "South"]})
    assert match["seats"] == [0, 1]
    deal(Seat(visitor, match["id"], 0), Seat(visitor, match["id"], 1))
    state = visitor.get(f"/api/games/{match['id']}")["state"]
    for _ in range(3):
        answer = visitor.act(match["id"], "turn", state["version"], text=state["legal"][0])
        state = answer.json()["state"]
    assert len(visitor.get(f"/api/games/{match['id']}/events")["events"]) == state["version"]


def test_an_action_sent_again_gets_the_stored_answer(site: Site) -> None:
    first, second = friends(site)
    version = first.state["version"]
    wish = {"do": "turn", "version": version, "id": "once", "text": "d4"}
    answers = [first.visitor.post(f"{first.path}/actions", wish) for _ in range(2)]
    second.play(random.Random(1), answers[0]["state"])
    answers.append(first.visitor.post(f"{first.path}/actions", wish))
    assert answers[0] == answers[1]
    assert answers[2]["events"] == answers[0]["events"]
    played = [
        event
        for event in first.visitor.get(f"{first.path}/events")["events"]
        if event["kind"] == "played"
    ]
    assert len(played) == 2


def test_a_stale_version_is_refused_with_what_was_missed(site: Site) -> None:
    first, second = friends(site)
    version = first.state["version"]
    update = first.play(random.Random(1), first.state)
    answer = second.act("turn", version, text="b2")
    assert answer.status_code == 409
    trouble = answer.json()
    assert trouble["error"] == "stale-version"
    assert trouble["missed"] == update["events"]
    assert trouble["state"] == update["state"]


def test_refusals_are_typed(site: Site) -> None:
    first, second = friends(site)
    cases = [
        (second, "turn", {"text": "d4"}, 409, "not-your-turn"),
        (first, "turn", {"text": "e5"}, 422, "illegal-turn"),
        (first, "turn", {"text": "d44"}, 422, "notation"),
        (first, "turn", {}, 422, "notation"),
        (first, "accept-draw", {}, 409, "not-now"),
        (first, "claim-draw", {}, 422, "illegal-turn"),
        (first, "claim-win", {}, 409, "not-now"),
        (first, "resign", {"text": "d4"}, 422, "notation"),
    ]
    for seat, do, more, status, error in cases:
        answer = seat.act(do, **more)
        assert (answer.status_code, answer.json()["error"]) == (status, error), do
    assert first.act("turn", text="e5").json()["rule"] == "H4"


def test_a_draw_offer_waits_for_its_answer(site: Site) -> None:
    first, second = friends(site)
    assert first.act("offer-draw").status_code == 200
    assert second.state["draw_offer"] == 0
    ended = second.act("accept-draw").json()["state"]["ended"]
    assert (ended["termination"], ended["winner"]) == ("agreed", None)
    assert all(seal["secret"] for seal in second.state["seals"])


def test_the_computer_declines_a_draw(site: Site) -> None:
    seat = site.guest().against_computer(begins="me")
    deal(seat)
    kinds = [event["kind"] for event in seat.act("offer-draw").json()["events"]]
    assert kinds == ["draw-offered", "draw-declined"]


def test_resigning_loses_and_nothing_follows(site: Site) -> None:
    first, second = friends(site)
    assert second.act("resign").json()["state"]["ended"]["winner"] == 0
    assert first.act("turn", text="d4").json()["error"] == "not-your-turn"


def test_a_rematch_swaps_the_seats_once_both_have_asked(site: Site) -> None:
    first, second = friends(site)
    first.act("resign")
    waiting = first.visitor.post(f"{first.path}/rematch")
    assert (waiting["id"], waiting["state"]["rematch"]) == (first.game, 0)
    again = second.visitor.post(f"{second.path}/rematch")
    assert again["seats"] == [0]
    assert again["id"] == first.visitor.post(f"{first.path}/rematch")["id"] != first.game
    deal(Seat(second.visitor, again["id"], 0), Seat(first.visitor, again["id"], 1))


def test_a_match_is_aborted_only_before_its_first_turn(site: Site) -> None:
    first, second = friends(site)
    first.play(random.Random(1), first.state)
    assert second.act("abort").json()["error"] == "not-now"
    seat = site.guest().against_computer()
    ended = seat.act("abort").json()["state"]["ended"]
    assert (ended["termination"], ended["winner"]) == ("abandoned", None)


def test_a_link_lets_one_friend_sit_and_others_watch(site: Site) -> None:
    one, other, third = site.guest(), site.guest(), site.guest()
    match = one.post("/api/games/friend", {})
    path = f"/api/games/{match['id']}"
    picture = one.call("GET", f"{path}/invitation")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert other.get(path)["invite"] is None
    assert other.call("POST", f"{path}/join", {"invite": "wrong"}).status_code == 403
    other.post(f"{path}/join", {"invite": match["invite"]})
    assert third.call("POST", f"{path}/join", {"invite": match["invite"]}).status_code == 409
    assert third.get(path)["seats"] == []


def test_a_seek_is_accepted_once(site: Site) -> None:
    one, other, third = site.guest(), site.guest(), site.guest()
    seek = one.post("/api/seeks", {"game": "pegs", "begins": "me"})
    assert seek["id"] in [listed["id"] for listed in third.get("/api/seeks")]
    with one.live("/api/live") as socket:
        assert json.loads(socket.recv(timeout=30))["kind"] == "lobby"
        match = other.post(f"/api/seeks/{seek['id']}/accept")
        kinds = {json.loads(socket.recv(timeout=30))["kind"] for _ in range(2)}
    assert kinds == {"games", "lobby"}
    assert third.call("POST", f"/api/seeks/{seek['id']}/accept").status_code == 404
    assert [game["id"] for game in one.get("/api/me/games")["games"]] == [match["id"]]
    deal(Seat(one, match["id"], 0), Seat(other, match["id"], 1))


def test_a_seek_is_withdrawn_by_its_maker_only(site: Site) -> None:
    one, other = site.guest(), site.guest()
    seek = one.post("/api/seeks", {})
    assert other.call("DELETE", f"/api/seeks/{seek['id']}").status_code == 403
    assert one.call("DELETE", f"/api/seeks/{seek['id']}").status_code == 204
    assert seek["id"] not in [listed["id"] for listed in other.get("/api/seeks")]


def test_players_and_spectators_talk_in_separate_rooms(site: Site) -> None:
    first, second = friends(site)
    third = site.guest()
    first.visitor.post(f"{first.path}/chat/players", {"text": "<b>good luck</b>"})
    said = second.visitor.get(f"{first.path}/chat/players")
    assert [line["text"] for line in said] == ["<b>good luck</b>"]
    assert third.call("GET", f"{first.path}/chat/players").status_code == 403
    assert third.call("POST", f"{first.path}/chat/players", {"text": "x"}).status_code == 403
    third.post(f"{first.path}/chat/spectators", {"text": "blue is winning"})
    assert first.visitor.call("GET", f"{first.path}/chat/spectators").status_code == 403
    first.act("resign")
    assert len(first.visitor.get(f"{first.path}/chat/spectators")) == 1


def test_games_being_played_can_be_found_and_watched_live(site: Site) -> None:
    first, second = friends(site)
    third = site.guest()
    assert first.game in [game["id"] for game in third.get("/api/games")["games"]]
    with third.live(f"{first.path}/live") as socket:
        version = next_update(socket)["state"]["version"]
        update = first.play(random.Random(1), first.state)
        news = next_update(socket)
        assert news["events"] == update["events"]
        assert news["state"]["version"] == version + 1
    second.play(random.Random(2), update["state"])
    with third.live(f"{first.path}/live?since={version}") as socket:
        assert len(next_update(socket)["events"]) == 2


def test_takebacks_need_consent_and_never_cross_chance(site: Site) -> None:
    first, _ = friends(site, rules="online")
    first.play(random.Random(1), first.state)
    answer = first.act("ask-takeback")
    assert answer.status_code == 409
    assert "chance is never taken back" in answer.json()["message"]


def test_a_rated_match_moves_both_ratings(site: Site) -> None:
    one, other = site.account("Rated North"), site.account("Rated South")
    first, second = befriend(one, other, rated=True, clock={"minutes": 5})
    assert first.act("abort").status_code == 409
    first.play(random.Random(1), first.state)
    second.act("resign")
    [north] = one.get("/api/people/Rated%20North")["ratings"]
    [south] = one.get("/api/people/rated south")["ratings"]
    assert (north["pool"], north["rating"] > 1500 > south["rating"]) == ("hunt-fast", True)
    [step] = one.get("/api/people/Rated South/ratings/hunt-fast")
    assert (step["game"], step["before"], step["after"]) == (first.game, 1500, south["rating"])


def test_guests_play_no_rated_matches(site: Site) -> None:
    terms = {"rated": True, "clock": {"minutes": 5}}
    answer = site.guest().call("POST", "/api/games/friend", {"terms": terms})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "terms",
    [
        {"clock": {"minutes": 5, "days": 1}},
        {"clock": {"increment": 5}},
        {"clock": {"minutes": 0}},
        {"rules": "house"},
        {"game": "chess"},
        {"begins": "nobody"},
        {"extra": 1},
    ],
)
def test_terms_that_cannot_be_are_refused(site: Site, terms: dict) -> None:
    answer = site.guest().call("POST", "/api/games/computer", {"level": 3, "terms": terms})
    assert answer.status_code in (400, 422)
    assert answer.json()["message"]


def test_the_record_of_a_game_before_it_began_does_not_exist(site: Site, tmp_path: Path) -> None:
    seat = site.guest().against_computer()
    assert seat.visitor.call("GET", f"{seat.path}/record").status_code == 409
