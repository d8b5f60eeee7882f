"""Restarts and clocks: nothing that was acknowledged is lost, and deadlines hold."""

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

from sites import Seat, Site, befriend, deal, running, set_back, until_over
from websockets.exceptions import ConnectionClosed

from tallyho.analysis.verify import verify
from tallyho.play.record import read_records


def forget(site: Site, game: str, version: int) -> None:
    """Take what came after that version, a turn of the computer, out of the log again."""
    later = "delete from event where game = :game and version > :version"
    site.sql(later, game=game, version=version)
    due = "update game set version = :version, engine_due = true where id = :game"
    site.sql(due, game=game, version=version)


def test_a_killed_site_knows_everything_it_has_acknowledged(tmp_path: Path, db: str) -> None:
    with running(tmp_path, db=db) as site:
        one, other = site.guest(), site.guest()
        first, second = befriend(one, other)
        seek = one.post("/api/seeks", {})
        state, rng = first.state, random.Random(3)
        for number in range(6):
            state = (second if number % 2 else first).play(rng, state)["state"]
        first.act("offer-draw")
        before = first.visitor.get(f"{first.path}/events")
        site.stop(signal.SIGKILL)
        site.start()
        assert first.visitor.get(f"{first.path}/events") == before
        assert [listed["id"] for listed in other.get("/api/seeks")] == [seek["id"]]
        assert second.act("accept-draw").json()["state"]["ended"]["termination"] == "agreed"
        text = one.call("GET", f"{first.path}/record").text
        [section] = read_records(text.splitlines(keepends=True))
        assert len(section.turns) == 6
        assert verify(section).fair


def test_a_computers_turn_that_was_lost_is_found_again(tmp_path: Path, db: str) -> None:
    with running(tmp_path, db=db) as site:
        seat = site.guest().against_computer(begins="me")
        deal(seat)
        state = seat.play(random.Random(1), seat.state)["state"]
        site.stop(signal.SIGKILL)
        forget(site, seat.game, state["version"])  # as if it had died before the computer's turn
        site.start()
        with seat.visitor.live(f"{seat.path}/live") as socket:
            while seat.state["seat_to_act"] != seat.number:
                socket.recv(timeout=30)
        assert seat.state["version"] == state["version"] + 1


def test_a_flag_that_fell_while_the_site_was_down_is_called(tmp_path: Path, db: str) -> None:
    with running(tmp_path, db=db) as site:
        first, second = befriend(site.guest(), site.guest(), clock={"minutes": 5})
        first.play(random.Random(1), first.state)
        deadline = second.state["deadline"]
        site.stop()
        set_back(site, first.game, 10 * 60 * 1000)
        site.start()
        ended = until_over(second)["ended"]
        assert (ended["termination"], ended["winner"]) == ("timeout", 0)
        assert ended["at"] == deadline - 10 * 60 * 1000
        assert second.act("turn", text="b2").status_code == 409


def test_bytes_held_back_too_long_lose_the_match(tmp_path: Path, db: str) -> None:
    with running(tmp_path, db=db) as site:
        one, other = site.guest(), site.guest()
        terms = {"begins": "me", "clock": {"minutes": 5}}
        match = one.post("/api/games/friend", {"terms": terms})
        first, second = Seat(one, match["id"], 0), Seat(other, match["id"], 1)
        other.post(f"{first.path}/join", {"invite": match["invite"]})
        first.commit()
        second.commit()
        first.reveal()
        site.stop()
        set_back(site, first.game, 10 * 60 * 1000)
        site.start()
        ended = until_over(first)["ended"]
        assert (ended["termination"], ended["winner"]) == ("abandoned", 0)


def test_a_closing_site_says_when_to_come_back(tmp_path: Path, db: str) -> None:
    with running(tmp_path, db=db) as site:
        with site.guest().live("/api/live") as socket:
            assert json.loads(socket.recv(timeout=30))["kind"] == "lobby"
            code = site.stop()
            bye = json.loads(socket.recv(timeout=30))
            assert bye["kind"] == "bye"
            assert bye["wait"] > 0
            try:
                socket.recv(timeout=30)
            except ConnectionClosed:
                assert socket.close_code == 1012
        assert code in (0, -signal.SIGTERM)


def test_backup_and_export_work_while_the_site_runs(site: Site, tmp_path: Path) -> None:
    first, _ = befriend(site.guest(), site.guest())
    first.play(random.Random(1), first.state)
    copy, games = tmp_path / "copy.db", tmp_path / "games.thn"
    command = [sys.executable, "-m", "tallyho"]
    subprocess.run([*command, "backup", str(copy), "--db", str(site.db)], check=True)
    subprocess.run([*command, "export", "--db", str(copy), "-o", str(games)], check=True)
    with games.open(encoding="utf-8", newline="") as stream:
        sections = list(read_records(stream))
    assert first.game in [section.tags["GameId"] for section in sections]
    again = subprocess.run([*command, "backup", str(copy), "--db", str(site.db)], check=False)
    assert again.returncode == 2
