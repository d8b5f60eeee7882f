"""Anything that people may do at tables, in any order, on a running site; laws that always hold."""

import json
import secrets
import sqlite3
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sites import Lines, Seat, Site, Visitor

from tallyho import catalog
from tallyho.games.hunt import Position
from tallyho.play.clock import Clock
from tallyho.play.session import Session, open_session
from tallyho.server.table.events import read_event, session_event

TERMS = [
    {"rules": "kosmos"},
    {"rules": "online", "clock": {"minutes": 5, "increment": 5}},
    {"rules": "ban=any final=7", "clock": {"days": 2}},
    {"game": "pegs", "rules": "holes=8 short=yes"},
]
MODES = ["computer", "local", "friend", "lobby", "challenge"]
MANNERS = [
    "offer-draw",
    "decline-draw",
    "ask-takeback",
    "accept-takeback",
    "decline-takeback",
    "claim-draw",
    "claim-win",
]
ENDINGS = ["resign", "abort", "accept-draw", "offer-draw"]
REFUSALS = {"not-now", "not-your-turn", "illegal-turn", "notation", "fairness"}
WRONG_TURNS = ["e5", "b2-b2", "zz", "a1xh8", "end", "6-1", "d4=F", "o1-i12"]


@dataclass(slots=True)
class Place:
    """One table as the machine knows it: whose seats, its log so far, and what was sent."""

    game: str
    rounds: int
    seats: dict[int, Seat]
    computer: bool
    state: dict[str, Any]
    log: list[dict[str, Any]] = field(default_factory=list)
    sent: list[tuple[Visitor, dict[str, Any], dict[str, Any]]] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/api/games/{self.game}"

    @property
    def any_visitor(self) -> Visitor:
        return next(iter(self.seats.values())).visitor


def replayed(match: dict[str, Any], events: list[dict[str, Any]]) -> Session | None:
    """The match's session as its public log replays, None before it has begun."""
    entry = catalog.find(match["game"], match["rules"])
    clock = match["clock"]
    session = open_session(
        entry.game, entry.notation, Clock(clock["base"], clock["increment"], clock["per_turn"])
    )
    logged = [read_event(json.dumps(event)) for event in events]
    began = [made for event in logged if (made := session_event(event)) is not None]
    if not any(event.kind == "began" for event in logged):
        return None
    return session.replay(began)


class Tables(RuleBasedStateMachine):
    """Visitors at tables."""

    site: Site

    @initialize(terms=st.sampled_from(TERMS), mode=st.sampled_from(MODES))
    def begin(self, terms: dict[str, Any], mode: str) -> None:
        names = [f"V {secrets.token_hex(6)}" for _ in range(2)]
        self.people = [self.site.account(name) for name in names]
        self.stranger = self.site.guest()
        self.places: list[Place] = []
        self.touched: Place | None = None
        self.sit_down(terms, mode)
        self.deal_at(self.places[0])

    def place(self, data: st.DataObject) -> Place:
        self.touched = data.draw(st.sampled_from(self.places[::-1]))
        return self.touched

    def add(self, match: dict[str, Any], seats: dict[int, Seat], computer: bool = False) -> None:
        place = Place(match["id"], match["rounds"], seats, computer, {})
        self.places.append(place)
        self.touched = place
        self.catch_up(place)

    def catch_up(self, place: Place) -> None:
        """Read the log on; a computer that is to move is waited for."""
        update = place.any_visitor.get(f"{place.path}/events?since={len(place.log)}")
        if place.computer and update["state"]["seat_to_act"] not in (None, *place.seats):
            with Lines(place.any_visitor, f"{place.path}/stream") as lines:
                for line in lines:
                    state = line["match"]["state"] if line["kind"] == "match" else line["state"]
                    if state["seat_to_act"] in (None, *place.seats):
                        break
            update = place.any_visitor.get(f"{place.path}/events?since={len(place.log)}")
        place.log += update["events"]
        place.state = update["state"]

    @precondition(lambda self: len(self.places) < 3)
    @rule(terms=st.sampled_from(TERMS), mode=st.sampled_from(MODES))
    def sit_down(self, terms: dict[str, Any], mode: str) -> None:
        one, other = self.people
        asked = {**terms, "begins": "me"}
        if mode == "computer":
            match = one.post("/api/games/computer", {"level": 1, "terms": asked})
            return self.add(match, {0: Seat(one, match["id"], 0)}, computer=True)
        if mode == "local":
            match = one.post("/api/games/local", {"names": ["North", "South"], "terms": asked})
            return self.add(match, {n: Seat(one, match["id"], n) for n in (0, 1)})
        if mode == "friend":
            match = one.post("/api/games/friend", {"terms": asked})
            other.post(f"/api/games/{match['id']}/join", {"invite": match["invite"]})
        elif mode == "lobby":
            seek = one.post("/api/seeks", asked)
            match = other.post(f"/api/seeks/{seek['id']}/accept")
        else:
            asked = one.post("/api/challenges", {"to": other.me["name"], "terms": asked})
            match = other.post(f"/api/challenges/{asked['id']}/accept")
        pair = {0: Seat(one, match["id"], 0), 1: Seat(other, match["id"], 1)}
        return self.add(match, pair)

    @precondition(lambda self: self.places)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        self.deal_at(self.place(data))

    def deal_at(self, place: Place) -> None:
        if place.state["status"] != "dealing":
            return
        for step in (Seat.commit, Seat.reveal):
            for seat in place.seats.values():
                step(seat)
        self.catch_up(place)

    @precondition(lambda self: self.places)
    @rule(data=st.data(), what=st.sampled_from(["commit", "reveal"]))
    def deal_wrongly(self, data: st.DataObject, what: str) -> None:
        """Bytes that fit nothing, at any time."""
        place = self.place(data)
        if what == "commit" and place.state["status"] == "dealing":
            return  # it would be taken, and could never be shown
        seat = data.draw(st.sampled_from(list(place.seats.values())))
        key = {"commit": "commitments", "reveal": "bytes"}[what]
        body = {key: ["00" * 32] * place.rounds, "seat": seat.number}
        answer = seat.visitor.call("POST", f"{place.path}/{what}", body)
        assert answer.json()["error"] in REFUSALS
        self.unchanged(place)

    @precondition(lambda self: self.places)
    @rule(data=st.data(), turns=st.integers(3, 8))
    def play(self, data: st.DataObject, turns: int) -> None:
        """Some legal turns, each by whose turn it is."""
        place = self.place(data)
        self.deal_at(place)
        for _ in range(turns):
            due = place.state["seat_to_act"]
            if due is None:
                return
            text = data.draw(st.sampled_from(place.state["legal"]))
            assert self.act(place, place.seats[due], "turn", text=text).status_code == 200

    @precondition(lambda self: self.places)
    @rule(data=st.data())
    def play_quietly(self, data: st.DataObject) -> None:
        """Moves rather than turn-overs, so that there is something to take back and to claim."""
        place = self.place(data)
        self.deal_at(place)
        for _ in range(4):
            due = place.state["seat_to_act"]
            if due is None:
                return
            legal = place.state["legal"]
            text = data.draw(st.sampled_from([turn for turn in legal if "-" in turn] or legal))
            self.act(place, place.seats[due], "turn", text=text)

    def act(self, place: Place, seat: Seat, do: str, **more: Any) -> Any:
        """Send an action; it is stored as a whole, or nothing has changed."""
        wish = {
            "do": do,
            "version": place.state["version"],
            "id": secrets.token_hex(8),
            "seat": seat.number,
            **more,
        }
        answer = seat.visitor.call("POST", f"{place.path}/actions", wish)
        if answer.status_code != 200:
            assert answer.json()["error"] in REFUSALS, answer.text
            self.unchanged(place)
            return answer
        events = answer.json()["events"]
        assert events
        before = len(place.log)
        self.catch_up(place)
        assert place.log[before : before + len(events)] == events
        place.sent.append((seat.visitor, wish, answer.json()))
        return answer

    def unchanged(self, place: Place) -> None:
        state = place.any_visitor.get(place.path)["state"]
        assert state == place.state

    @precondition(lambda self: self.places)
    @rule(data=st.data(), text=st.sampled_from(WRONG_TURNS))
    def play_wrongly(self, data: st.DataObject, text: str) -> None:
        place = self.place(data)
        seat = data.draw(st.sampled_from(list(place.seats.values())))
        if seat.number == place.state["seat_to_act"] and text in place.state["legal"]:
            return
        assert self.act(place, seat, "turn", text=text).status_code in (409, 422)

    @precondition(lambda self: self.places)
    @rule(data=st.data(), asked=st.lists(st.sampled_from(MANNERS), min_size=2, max_size=5))
    def ask_for_something(self, data: st.DataObject, asked: list[str]) -> None:
        place = self.place(data)
        for do in asked:
            self.act(place, data.draw(st.sampled_from(list(place.seats.values()))), do)

    @precondition(lambda self: self.places)
    @rule(data=st.data(), do=st.sampled_from(ENDINGS))
    def finish(self, data: st.DataObject, do: str) -> None:
        place = self.place(data)
        for seat in place.seats.values():
            self.act(place, seat, do)

    @precondition(lambda self: self.places)
    @rule(data=st.data(), do=st.sampled_from(["turn", "resign", "accept-draw", "abort"]))
    def interfere(self, data: st.DataObject, do: str) -> None:
        """Whoever has no seat, or not this one, changes nothing."""
        place = self.place(data)
        text = {"text": "d4"} if do == "turn" else {}
        version = place.state["version"]
        assert self.stranger.act(place.game, do, version, **text).status_code == 403
        for number in {0, 1} - place.seats.keys():
            for seat in place.seats.values():
                answer = seat.visitor.act(place.game, do, version, seat=number, **text)
                assert answer.status_code == 403
        self.unchanged(place)

    @precondition(lambda self: any(place.sent for place in self.places))
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """An action sent again gets the stored answer, however old, and changes nothing."""
        place = data.draw(st.sampled_from([place for place in self.places if place.sent]))
        visitor, wish, answer = data.draw(st.sampled_from(place.sent))
        assert visitor.post(f"{place.path}/actions", wish)["events"] == answer["events"]
        self.unchanged(place)

    @precondition(lambda self: self.places)
    @rule(data=st.data(), behind=st.integers(1, 5))
    def act_on_an_old_version(self, data: st.DataObject, behind: int) -> None:
        place = self.place(data)
        if place.state["status"] != "playing":
            return
        version = max(0, place.state["version"] - behind)
        seat = next(iter(place.seats.values()))
        trouble = seat.act("resign", version).json()
        assert trouble["error"] == "stale-version"
        assert trouble["missed"] == place.log[version:]
        assert trouble["state"] == place.state
        self.unchanged(place)

    @precondition(lambda self: any(place.state["ended"] for place in self.places))
    @rule(data=st.data())
    def play_again(self, data: st.DataObject) -> None:
        over = [place for place in self.places if place.state["ended"]]
        place = data.draw(st.sampled_from(over))
        for seat in place.seats.values():
            answer = seat.visitor.call("POST", f"{place.path}/rematch")
            assert answer.status_code in (200, 409)
        self.catch_up(place)
        if place.state["next_game"] and len(self.places) < 5:
            match = place.any_visitor.get(f"/api/games/{place.state['next_game']}")
            swapped = {1 - n: Seat(s.visitor, match["id"], 1 - n) for n, s in place.seats.items()}
            self.places.remove(place)
            self.add(match, swapped, place.computer)

    @invariant()
    def the_log_is_the_truth(self) -> None:
        place, self.touched = getattr(self, "touched", None), None
        if place is None:
            return
        match = place.any_visitor.get(place.path)
        events = place.any_visitor.get(f"{place.path}/events")["events"]
        assert match["state"]["version"] == len(events)
        assert stored(self.site, place.game) == list(range(1, len(events) + 1))
        assert events == place.log
        check_replay(match, events)
        check_seats(events, place)


def stored(site: Site, game: str) -> list[int]:
    """The versions that the database has."""
    with sqlite3.connect(site.db) as db:
        rows = db.execute("select version from event where game = ? order by version", (game,))
        versions = [version for (version,) in rows]
    db.close()
    return versions


def check_replay(match: dict[str, Any], events: list[dict[str, Any]]) -> None:
    """What the site shows is what its log replays to; tiles and points are conserved."""
    session, state = replayed(match, events), match["state"]
    if session is None:
        assert state["position"] is None
        return
    notation = session.notation
    assert state["position"] == notation.write_position(session.position)
    assert (state["round"], tuple(state["points"])) == (session.round, session.standing.points)
    assert state["draw_offer"] == session.draw_offer
    assert state["takeback"] == session.takeback
    assert bool(state["ended"]) == (session.ended is not None)
    if session.ended is None:
        legal = session.game.legal(session.position)
        assert state["legal"] == [notation.write(turn) for turn in legal]
        assert state["seat_to_act"] == session.seat_to_act
    position = session.position
    if isinstance(position, Position):
        on_board = sum(face not in ".?" for face in position.board)
        won = sum(map(sum, position.winnings))
        assert on_board + won + position.face_down == 48
    for outcome in session.outcomes:
        assert min(outcome.points) >= 0


def check_seats(events: list[dict[str, Any]], place: Place) -> None:
    """Every turn was made by whose turn it was; nothing follows the end but a rematch."""
    replay = [event["kind"] for event in events]
    if "ended" in replay:
        after = set(replay[replay.index("ended") + 1 :])
        assert after <= {"rematch-asked", "rematch-began"}
    asked = [event for _, _, answer in place.sent for event in answer["events"]]
    turns = [event for event in events if event["kind"] == "played" and "seat" in event]
    own = [event for event in turns if event["seat"] in place.seats]
    assert own == [e for e in asked if e["kind"] == "played" and e.get("seat") in place.seats]
    moments = [event["at"] for event in events]
    assert moments == sorted(moments)


def test_laws_hold_whatever_people_do(site: Site) -> None:
    Tables.site = site
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=10,
            stateful_step_count=20,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
