"""The deal never leaves the dealer: every byte that goes out is searched for hidden tiles."""

import base64
import random
import re
import subprocess
import sys
from pathlib import Path

from sites import Seat, Site, deal, running

from tallyho import catalog
from tallyho.games.hunt import NAMES, HuntDeal
from tallyho.play.fair import Proof

POSITION = re.compile(r"(?:[BFLPDT^>v<?1-7]+/){6}[BFLPDT^>v<?1-7]+ (?:blue|brown) ")


class Spy:
    """Knows the deal from the database, and reads everything that the site says."""

    def __init__(self, site: Site, seat: Seat) -> None:
        self.site, self.seat = site, seat
        self.searched = 0

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
        dealt = HuntDeal.shuffled(self.proofs()[number - 1].numbers())
        board = catalog.find("hunt").notation.read_position(position).board
        return {NAMES[space]: dealt.face(space) for space, face in enumerate(board) if face == "?"}

    def search(self, said: bytes, state: dict) -> None:
        """Fail if these bytes tell anything about rounds that are not over."""
        self.searched += len(said)
        for proof in self.proofs()[state["round"] - 1 :]:
            for hidden in (proof.secret, proof.key):
                for written in (hidden, hidden.hex().encode(), base64.b64encode(hidden)[:-2]):
                    assert written not in said
        hidden_tiles = self.face_down(state["round"], state["position"])
        text = said.decode("utf-8", "replace")
        for space, face in hidden_tiles.items():
            # Round one's record may tell what lay on the same space then.
            if state["round"] == 1:
                assert f"{space}={face}" not in text
        whole = "".join(hidden_tiles.values())
        assert len(whole) < 6 or whole not in text


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
    leaks = [f"{space}={face}".encode(), spy.proofs()[1].secret, spy.proofs()[0].key.hex().encode()]
    for leak in leaks:
        try:
            spy.search(b"something " + leak + b" else", state)
        except AssertionError:
            continue
        raise RuntimeError("the spy is blind")
