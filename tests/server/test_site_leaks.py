"""The deal never leaves the dealer: every byte that goes out is searched for hidden tiles."""

import base64
import random
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

from sites import Lines, Seat, Site, bot_account, challenge, deal, running

from tallyho import catalog
from tallyho.games.hunt import NAMES, HuntDeal
from tallyho.play.fair import Proof

POSITION = re.compile(r"(?:[BFLPDT^>v<?1-7]+/){6}[BFLPDT^>v<?1-7]+ (?:blue|brown) ")


class Spy:
    """Knows the deal from the database, and reads everything that the site says."""

    def __init__(self, site: Site, seat: Seat) -> None:
        self.site, self.seat = site, seat
        self.searched = 0

    @cached_property
    def proofs(self) -> list[Proof]:
        query = "select round, secret from secret where game = :game order by round"
        rows = self.site.sql(query, game=self.seat.game)
        seals = self.seat.state["seals"]
        shown = [tuple(bytes.fromhex(piece) for piece in seal["bytes"]) for seal in seals]
        return [
            Proof(self.seat.game, number, secret, (both[0], both[1]))
            for (number, secret), both in zip(rows, shown, strict=True)
        ]

    def face_down(self, number: int, position: str) -> dict[str, str]:
        """What lies face down in a round, by the names of the spaces."""
        dealt = HuntDeal.shuffled(self.proofs[number - 1].numbers())
        board = catalog.find("hunt").notation.read_position(position).board
        return {NAMES[space]: dealt.face(space) for space, face in enumerate(board) if face == "?"}

    def search(self, said: bytes, state: dict) -> None:
        """Fail if these bytes tell anything about rounds that are not over."""
        self.searched += len(said)
        for proof in self.proofs[state["round"] - 1 :]:
            for hidden in (proof.secret, proof.key):
                for written in (hidden, hidden.hex().encode(), base64.b64encode(hidden)[:-2]):
                    assert written not in said
        self.search_for_chance(said.decode("utf-8", "replace"), state)

    def search_for_chance(self, text: str, state: dict) -> None:
        hidden_tiles = self.face_down(state["round"], state["position"])
        known = self.turned_before(state["round"])
        for space, face in hidden_tiles.items():
            # Round one's events may tell what lay on the same space then.
            if f"{space}={face}" not in known:
                assert f"{space}={face}" not in text
        whole = "".join(hidden_tiles.values())
        assert len(whole) < 6 or whole not in text

    def turned_before(self, number: int) -> set[str]:
        """What was turned over in earlier rounds."""
        if number == 1:
            return set()
        events = self.seat.visitor.get(f"{self.seat.path}/events")["events"]
        return {event["text"] for event in events if event["kind"] == "played"}


def test_no_byte_that_goes_out_tells_what_lies_face_down(tmp_path: Path, db: str) -> None:
    with running(tmp_path, db=db) as site:
        visitor, watcher = site.guest(), site.guest()
        seat = visitor.against_computer(3, rules="kosmos", begins="me")
        deal(seat)
        spy, rng = Spy(site, seat), random.Random(5)
        with visitor.live(f"{seat.path}/live") as own, watcher.live(f"{seat.path}/live") as other:
            for number in range(12):
                state = wait_for_turn(seat)
                answer = seat.act("turn", state["version"], text=rng.choice(state["legal"]))
                refused = seat.act("turn", state["version"], text="b2")
                state = wait_for_turn(seat)
                said = [answer.content, refused.content, own.recv().encode(), other.recv().encode()]
                for path in ("", "/events", "/record"):
                    said.append(watcher.call("GET", seat.path + path).content)
                if number % 6 == 0:
                    said += [site.log.read_bytes(), export(site), metrics(site)]
                for part in said:
                    spy.search(part, state)
        assert POSITION.search(seat.state["position"])
        assert spy.searched > 10_000


class PegsSpy(Spy):
    """Knows the throws to come."""

    def search_for_chance(self, text: str, state: dict) -> None:
        events = self.seat.visitor.get(f"{self.seat.path}/events")["events"]
        thrown = sum(event["kind"] == "played" and "seat" not in event for event in events)
        deal_of_round = catalog.find("pegs").shuffle(self.proofs[0].numbers())
        coming = [str(deal_of_round.event(None, thrown + ahead)) for ahead in range(4)]
        assert not re.search(r"\W{1,6}".join(coming), text)


def as_told(lines: Lines, version: int) -> bytes:
    """What a stream says up to that version."""
    before = len(lines.said)
    while True:
        line = lines.next("match", "update")
        state = line["state"] if line["kind"] == "update" else line["match"]["state"]
        if state["version"] >= version:
            return lines.said[before:]


def eavesdrop(site: Site, spy: Spy, seats: tuple[Seat, Seat], turns: int) -> None:
    """Play on, and let the spy read everything that anybody is told meanwhile."""
    bot, watcher = seats[1].visitor, site.guest()
    rng, path = random.Random(7), seats[0].path
    with (
        Lines(bot, f"{path}/stream") as own,
        Lines(watcher, f"{path}/stream") as other,
        Lines(bot, "/api/bot/events") as events,
        watcher.live(f"{path}/live") as socket,
    ):
        said = [str(events.next("game-start")).encode()]
        state = seats[0].state
        for number in range(turns):
            if state["ended"]:
                break
            state = seats[state["seat_to_act"]].play(rng, state)["state"]
            if number % 20 and state["round"] == 1:
                continue
            said += [as_told(lines, state["version"]) for lines in (own, other)]
            said.append(socket.recv(timeout=30).encode())
            for visitor in (*(seat.visitor for seat in seats), watcher):
                said += [visitor.call("GET", path + part).content for part in ("", "/record")]
                said.append(visitor.call("GET", "/api/me/data").content)
            if number % 20 == 0:
                said += [site.log.read_bytes(), export(site), metrics(site)]
            for part in said if not state["ended"] else ():
                spy.search(part, state)
            said = []


def challenged(site: Site, name: str, **terms: Any) -> tuple[Seat, Seat]:
    """A guest's and a bot's seat, dealt and ready."""
    guest, bot = site.guest(), bot_account(site, name)
    match = bot.post(f"/api/challenges/{challenge(guest, name, begins='me', **terms)}/accept")
    seats = Seat(guest, match["id"], 0), Seat(bot, match["id"], 1)
    deal(*seats)
    return seats


def test_nothing_leaks_in_the_second_round_either(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        seats = challenged(site, "Leak Bot", rules="kosmos")
        spy = Spy(site, seats[0])
        while (state := seats[0].state)["round"] == 1:
            seats[state["seat_to_act"]].play(random.Random(state["version"]), state)
        eavesdrop(site, spy, seats, 12)
        assert seats[0].state["round"] == 2
        assert spy.searched > 10_000


def test_no_throw_to_come_is_told(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        seats = challenged(site, "Throws Bot", game="pegs", rules="holes=8 short=yes")
        spy = PegsSpy(site, seats[0])
        eavesdrop(site, spy, seats, 60)
        assert spy.searched > 10_000


def wait_for_turn(seat: Seat) -> dict:
    """The state once the computer has moved."""
    with seat.visitor.live(f"{seat.path}/live") as socket:
        while (state := seat.state)["seat_to_act"] != seat.number:
            socket.recv(timeout=30)
    return state


def export(site: Site) -> bytes:
    command = [sys.executable, "-m", "tallyho", "export", "--db", str(site.db)]
    return subprocess.run(command, capture_output=True, check=True).stdout


def metrics(site: Site) -> bytes:
    return site.http.get(f"{site.address}/metrics").content


def test_the_spy_finds_a_leak(site: Site) -> None:
    seat = site.guest().against_computer(3, begins="me")
    deal(seat)
    spy, state = Spy(site, seat), seat.state
    space, face = next(iter(spy.face_down(1, state["position"]).items()))
    leaks = [f"{space}={face}".encode(), spy.proofs[1].secret, spy.proofs[0].key.hex().encode()]
    for leak in leaks:
        try:
            spy.search(b"something " + leak + b" else", state)
        except AssertionError:
            continue
        raise RuntimeError("the spy is blind")
