"""`tallyho bot` on a running site: real processes that play whole matches."""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sites import Lines, Seat, Site, Visitor, bot_account, challenge, running

# Answers like `tallyho thp`; the first one started dies in its second turn, and so does no other.
DYING = """
import sys
from pathlib import Path
from tallyho.thp import Protocol

protocol, tombstone, turns = Protocol(), Path(sys.argv[1]), 0
for line in sys.stdin:
    turns += line.startswith("go")
    if turns == 2 and not tombstone.exists():
        tombstone.touch()
        sys.exit("I have had enough")
    for answer in protocol.answer(line):
        print(answer, flush=True)
"""


class BotProcess:
    """A running `tallyho bot`; what it says is read line by line."""

    def __init__(self, visitor: Visitor, folder: Path, *options: str) -> None:
        token = folder / f"{visitor.me['id']}.token"
        token.write_text(visitor.token + "\n")
        command = [sys.executable, "-m", "tallyho", "bot", "--site", visitor.site.address]
        self.process = subprocess.Popen(
            [*command, "--token-file", str(token), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env=dict(os.environ),
        )
        self.heard: list[str] = []
        self.until("thinking with")

    def until(self, words: str) -> str:
        """Read on to a line with these words."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.heard.append(line)
            if re.search(words, line):
                return line
        raise AssertionError("".join(self.heard))

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.heard += self.process.stdout
        self.process.stdout.close()
        return code


@contextmanager
def bot_process(visitor: Visitor, folder: Path, *options: str) -> Iterator[BotProcess]:
    process = BotProcess(visitor, folder, *options)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.stop()


def accepted(visitor: Visitor, asked: str) -> Seat:
    """The challenger's seat in the match that came of a challenge."""
    while asked in [sent["id"] for sent in visitor.get("/api/challenges")["sent"]]:
        pass
    [newest, *_] = visitor.get("/api/me/games")["games"]
    match = visitor.get(f"/api/games/{newest['id']}")
    return Seat(visitor, match["id"], match["seats"][0])


def play_out(seat: Seat, rng: random.Random, most: int = 1000) -> dict[str, Any]:
    """Deal and play random turns to the end; resign after `most` of them."""
    with Lines(seat.visitor, f"{seat.path}/stream") as lines:
        seat.commit()
        state: dict[str, Any] = {}
        for line in lines:
            if line["kind"] == "chat":
                continue
            state = line["state"] if line["kind"] == "update" else line["match"]["state"]
            if seat.bytes and None not in state["seals"][0]["commitments"]:
                seat.reveal()
                seat.bytes = []
            elif state["seat_to_act"] == seat.number and most:
                seat.act("turn", state["version"], text=rng.choice(state["legal"]))
                most -= 1
            elif state["seat_to_act"] == seat.number:
                seat.act("resign", state["version"])
    return state


def test_a_bot_plays_a_full_match_of_each_game_against_a_guest(site: Site, tmp_path: Path) -> None:
    bot, guest = bot_account(site, "Full Match Bot"), site.guest()
    with bot_process(bot, tmp_path, "--level", "2") as process:
        seat = accepted(guest, challenge(guest, "Full Match Bot", rules="kosmos"))
        assert play_out(seat, random.Random(1))["ended"]["termination"] == "finished"
        process.until(r"(won|lost|drawn) \(finished\), proven fair")
        terms = {"game": "pegs", "rules": "holes=8 short=yes", "clock": {"minutes": 5}}
        seat = accepted(guest, challenge(guest, "Full Match Bot", **terms))
        ended = play_out(seat, random.Random(1), most=60)["ended"]
        assert ended["termination"] in ("finished", "resigned")
        process.until(r"\((finished|resigned)\), proven fair")
        assert process.stop() == 130
        assert "not over: 0" in process.heard[-1]


def test_bot_plays_against_bot(site: Site, tmp_path: Path) -> None:
    north, south = bot_account(site, "North Bot"), bot_account(site, "South Bot")
    with (
        bot_process(north, tmp_path, "--level", "1") as one,
        bot_process(south, tmp_path, "--level", "1", "--accept", "bots,rated") as other,
    ):
        challenge(north, "South Bot", rules="online", rated=True, clock={"minutes": 5})
        for process in (one, other):
            process.until("proven fair")
    [step] = north.get("/api/people/North Bot/ratings/hunt-fast")
    assert step["game"] in "".join(one.heard)


def test_a_bot_declines_what_it_does_not_play(site: Site, tmp_path: Path) -> None:
    bot, guest = bot_account(site, "Picky Bot"), site.guest()
    with bot_process(bot, tmp_path, "--accept", "hunt") as process:
        asked = challenge(guest, "Picky Bot", game="pegs")
        process.until("declines .*: pegs is not what it plays")
        assert guest.call("DELETE", f"/api/challenges/{asked}").status_code in (204, 404)


def test_an_engine_that_dies_is_started_again(site: Site, tmp_path: Path) -> None:
    bot, guest = bot_account(site, "Mortal Bot"), site.guest()
    program = tmp_path / "dying.py"
    program.write_text(DYING)
    engine = shlex.join([sys.executable, str(program), str(tmp_path / "tombstone")])
    with bot_process(bot, tmp_path, "--engine", engine, "--level", "1") as process:
        seat = accepted(guest, challenge(guest, "Mortal Bot", rules="online"))
        assert play_out(seat, random.Random(2), most=6)["ended"]["termination"] == "resigned"
        process.until("proven fair")
    assert "the engine crashed: it left with code 1" in "".join(process.heard)


def test_a_bot_outlives_the_site_and_itself(tmp_path: Path) -> None:
    """The site is killed and comes back; then the bot itself, between its seal and its bytes."""
    with running(tmp_path) as site:
        bot, guest = bot_account(site, "Immortal Bot"), site.guest()
        with bot_process(bot, tmp_path, "--level", "1") as process:
            site.stop(signal.SIGKILL)
            process.until("lost the site")
            site.start()
            seat = accepted(guest, challenge(guest, "Immortal Bot", rules="online", begins="me"))
            while seat.number in seat.state["waiting_for"] and len(seat.state["waiting_for"]) == 2:
                pass
            assert process.stop(signal.SIGTERM) == 130
            assert "not over: 1" in process.heard[-1]
        seat.commit()
        with bot_process(bot, tmp_path, "--level", "1") as process:
            seat.reveal()
            with Lines(guest, f"{seat.path}/stream") as lines:
                while (state := seat.state)["status"] != "playing":
                    lines.next()
            seat.act("resign", state["version"])
            process.until(r"won \(resigned\), proven fair")


def test_a_token_that_does_not_fit_is_told(site: Site, tmp_path: Path) -> None:
    person = site.account("Is No Bot")
    for token, reason in ((person.token, "is not a bot's account"), ("nobody", "not known")):
        path = tmp_path / "token"
        path.write_text(token)
        command = [sys.executable, "-m", "tallyho", "bot", "--site", site.address]
        ended = subprocess.run(
            [*command, "--token-file", str(path)], capture_output=True, encoding="utf-8"
        )
        assert ended.returncode == 2
        assert reason in ended.stderr
