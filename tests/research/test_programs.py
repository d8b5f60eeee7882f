"""Programs that speak THP in the arena; a bad one loses, and the arena goes on."""

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tallyho.contract import NotationError
from tallyho.engine import Limits
from tallyho.research.arena import hold
from tallyho.research.contest import Contest
from tallyho.research.referee import play_pair
from tallyho.research.report import Report

PYTHON = shlex.quote(sys.executable)
THP = f"{PYTHON} -m tallyho thp"

# Answers like `tallyho thp`, writes down what it hears, and plays its trick in the third turn.
BOT = """
import sys
import threading
from pathlib import Path
from tallyho.thp import Protocol

protocol, trick, log = Protocol(), sys.argv[1], Path(sys.argv[2]).open("a", buffering=1)
turns = 0
for line in sys.stdin:
    log.write(line)
    turns += line.startswith("go")
    if turns == 3 and line.startswith("go"):
        if trick == "die":
            sys.exit("I have had enough")
        if trick == "hang":
            threading.Event().wait()
        while trick == "chatter":
            print("still thinking", flush=True)
        if trick in ("e5-e6", "gibberish", ""):
            print("bestmove", trick, flush=True)
            continue
    for answer in protocol.answer(line):
        print(answer, flush=True)
"""


@pytest.fixture
def bot(tmp_path: Path) -> Any:
    """Makes the command line of a bot with a trick; what it hears is in `log`."""
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return lambda trick: shlex.join([sys.executable, str(path), trick, str(tmp_path / "log")])


def contest(a: str, b: str = "greedy", game: str = "hunt", **more: Any) -> Contest:
    return Contest((a, b), (Limits(nodes=100), Limits(nodes=100)), game, **more)


@pytest.mark.parametrize(("game", "rules"), [("hunt", "kosmos"), ("pegs", "holes=8")])
def test_tallyho_itself_plays_as_a_program_as_it_does_inside(game: str, rules: str) -> None:
    outside = play_pair(contest(THP, game=game, rules=rules), 1)
    inside = play_pair(contest("tallyho", game=game, rules=rules), 1)
    assert [round.events for round in outside.rounds] == [round.events for round in inside.rounds]
    assert all(round.lost is None for round in outside.rounds)


@pytest.mark.parametrize(
    ("trick", "kind", "reason"),
    [
        ("die", "crashed", "it left with code 1, saying 'I have had enough'"),
        ("e5-e6", "illegal", "e5-e6 is not a legal turn"),
        ("gibberish", "illegal", "'gibberish' is not a turn"),
        ("", "illegal", "'' is not a turn"),
        ("hang", "timeout", "no answer to "),
        ("chatter", "timeout", "no answer to "),
    ],
)
def test_a_bad_program_loses_and_the_arena_goes_on(
    bot: Any, trick: str, kind: str, reason: str
) -> None:
    report = Report(contest(bot(trick), rules="online", grace=1 if kind == "timeout" else 30))
    assert hold(report, 1)
    figures = report.figures()
    assert figures["matches"] == {"won": 0, "drawn": 0, "lost": 2}
    assert figures["endings"] == {kind: 2}
    [(what, count)] = figures["forfeits"].items()
    assert what.startswith(f"A {kind}: {reason}")
    assert count == 2


def test_a_program_is_told_everything_that_both_sides_see(bot: Any, tmp_path: Path) -> None:
    [match] = play_pair(contest("greedy", bot("none")), 1).matches
    heard = (tmp_path / "log").read_text().splitlines()
    first, second = match.rounds
    assert heard[:3] == ["thp", "newgame hunt kosmos", "setoption name Lead value none"]
    again = heard.index("newgame hunt kosmos", 3)
    assert heard[again + 1] == f"setoption name Lead value {-first.margin}"
    for round, part in ((first, heard[3:again]), (second, heard[again + 2 :])):
        assert part.count("go nodes 100") == round.turns[round.players.index(1)]
        applied = [line for line in part if line.startswith("apply")]
        assert len(applied) == len(round.events) - 1  # the last one ends the round
        assert set(part) == {"go nodes 100", *applied}


def test_in_a_match_of_one_round_nobody_brings_a_lead(bot: Any, tmp_path: Path) -> None:
    play_pair(contest("greedy", bot("none"), rules="online"), 1)
    options = [line for line in (tmp_path / "log").read_text().splitlines() if "Lead" in line]
    assert options == ["setoption name Lead value 0"] * 2


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (f"{PYTHON} -c 'raise SystemExit(3)'", "player A: it left with code 3, saying 'nothing'"),
        (f"{PYTHON} -c 'print(1 / 0)'", "player A: .*ZeroDivisionError: division by zero"),
        (
            f"{PYTHON} -m tallyho.thp_that_is_not_there",
            "player A: it left with code 1, saying .*No module named",
        ),
    ],
)
def test_a_program_that_cannot_begin_is_told_before_anything_is_played(
    command: str, reason: str
) -> None:
    with pytest.raises(NotationError, match=reason):
        hold(Report(contest(command)), 1)


@pytest.mark.parametrize("name", ["lazy", "level 11", "level", "", "no-such-program --fast", "'"])
def test_who_is_neither_built_in_nor_a_program_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="player: "):
        contest(name)


def test_a_refusal_lists_who_there_is() -> None:
    with pytest.raises(
        NotationError, match=r"random, greedy, .*tallyho, level 1, .*or the command"
    ):
        contest("lazy")
