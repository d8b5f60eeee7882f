"""What players ask of one another and of the site: takebacks, draws, claims, days on the clock."""

import random
from pathlib import Path
from typing import Any

import pytest
from sites import Seat, Site, befriend, friends, running
from test_site_restart import set_back, until_over

from tallyho.play.record import read_records

DAY = 24 * 60 * 60 * 1000


def quiet(state: dict[str, Any]) -> list[str]:
    """The legal turns that turn nothing over."""
    return [turn for turn in state["legal"] if "-" in turn or "x" in turn]


def play_until_moved(first: Seat, second: Seat, rng: random.Random) -> Seat:
    """Play on until somebody has moved a tile; whoever it was."""
    seats, state = (first, second), first.state
    while True:
        seat = seats[state["seat_to_act"]]
        moves = quiet(state)
        turn = rng.choice(moves or state["legal"])
        state = seat.act("turn", state["version"], text=turn).json()["state"]
        if moves:
            return seat


def test_a_takeback_takes_consent_and_brings_the_position_back(site: Site) -> None:
    first, second = friends(site, rules="online")
    mover = play_until_moved(first, second, random.Random(1))
    other = second if mover is first else first
    before = mover.state
    assert other.act("accept-takeback").json()["error"] == "not-now"
    assert other.act("ask-takeback").json()["error"] == "not-now"
    assert mover.act("ask-takeback").json()["state"]["takeback"] == mover.number
    assert mover.act("ask-takeback").status_code == 409
    assert mover.act("accept-takeback").status_code == 409
    assert other.act("decline-takeback").json()["state"]["takeback"] is None
    mover.act("ask-takeback")
    after = other.act("accept-takeback").json()
    assert [event["kind"] for event in after["events"]] == ["took-back"]
    assert after["state"]["seat_to_act"] == mover.number
    assert after["state"]["position"] != before["position"]
    # What is left of the record goes on from there.
    mover.play(random.Random(2), mover.state)
    text = mover.visitor.call("GET", f"{mover.path}/record").text
    [section] = read_records(text.splitlines(keepends=True))
    events = mover.visitor.get(f"{mover.path}/events")["events"]
    assert len(section.turns) == [event["kind"] for event in events].count("played") - 1


def test_in_a_rated_match_nothing_is_taken_back(site: Site) -> None:
    one, other = site.account("Rated Mover"), site.account("Rated Other")
    first, second = befriend(one, other, rules="online", rated=True, clock={"minutes": 5})
    mover = play_until_moved(first, second, random.Random(1))
    answer = mover.act("ask-takeback")
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "in a rated match nothing is taken back",
    )


def test_a_draw_is_claimed_after_quiet_turns_and_not_before(site: Site) -> None:
    first, second = friends(site, rules="claim=1")
    assert first.act("claim-draw").json()["error"] == "illegal-turn"
    rng = random.Random(1)
    play_until_moved(first, second, rng)
    while not (announced := quiet(state := first.state)):  # one quiet turn, and another to come
        play_until_moved(first, second, rng)
    due = (first, second)[state["seat_to_act"]]
    idle = (first, second)[1 - state["seat_to_act"]]
    assert idle.act("claim-draw", text=announced[0]).json()["error"] == "not-your-turn"
    assert due.act("claim-draw").json()["rule"] == "H18"
    ended = due.act("claim-draw", text=announced[0]).json()["state"]["ended"]
    assert (ended["termination"], ended["winner"]) == ("claimed", None)


def test_an_offer_ends_with_the_others_turn_and_meets_another_offer(site: Site) -> None:
    first, second = friends(site)
    second.act("offer-draw")
    assert second.act("offer-draw").status_code == 409
    assert first.play(random.Random(1), first.state)["state"]["draw_offer"] is None
    first.act("offer-draw")
    assert second.act("offer-draw").json()["state"]["ended"]["termination"] == "agreed"


def test_before_the_first_turn_either_may_abort(site: Site) -> None:
    for which in (0, 1):
        seats = friends(site)
        ended = seats[which].act("abort").json()["state"]["ended"]
        assert (ended["termination"], ended["winner"]) == ("abandoned", None)
        assert seats[1 - which].visitor.call("POST", f"{seats[0].path}/rematch").status_code == 200


@pytest.mark.parametrize(("passed", "over"), [(2 * DAY - 60_000, False), (2 * DAY + 60_000, True)])
def test_days_on_the_clock_hold_over_a_restart(tmp_path: Path, passed: int, over: bool) -> None:
    with running(tmp_path) as site:
        first, second = befriend(site.guest(), site.guest(), clock={"days": 2})
        first.play(random.Random(1), first.state)
        began = second.state["deadline"] - 2 * DAY
        site.stop()
        set_back(site, first.game, passed)
        site.start()
        assert second.state["deadline"] in (None, began + 2 * DAY - passed)
        if over:
            ended = until_over(second)["ended"]
            assert (ended["termination"], ended["winner"]) == ("timeout", 0)
        else:
            state = second.play(random.Random(2), second.state)["state"]
            assert state["deadline"] > began + 2 * DAY


def test_accounts_cannot_be_guessed_by_how_logging_in_fails(site: Site) -> None:
    """A name that is there, one that was never there and one that has left: all the same."""
    site.account("Guess Me")
    gone = site.account("Guess Gone")
    assert gone.call("DELETE", "/api/me", {"password": "correct horse"}).status_code == 204
    answers = []
    with site.stranger() as client:
        for name in ("Guess Me", "Guess Nobody", "Guess Gone", "guess me"):
            body = {"name": name, "password": "wrong horse"}
            answer = client.post("/api/login", json=body)
            headers = {key: answer.headers[key] for key in answer.headers if key != "date"}
            answers.append((answer.status_code, answer.content, headers))
    assert answers[0][0] == 401
    assert all(answer == answers[0] for answer in answers)


def test_a_token_that_was_never_given_and_one_that_was_revoked_are_alike(site: Site) -> None:
    visitor = site.guest()
    assert visitor.call("POST", "/api/logout").status_code == 204
    revoked = visitor.call("GET", "/api/me")
    visitor.token = "A" * len(visitor.token)
    assert visitor.call("GET", "/api/me").content == revoked.content
    assert revoked.status_code == 401
