"""Progress where nobody watches: a line now and then, for a log."""

import re
from pathlib import Path

import pytest

from tallyho.research.arena import hold
from tallyho.research.contest import Contest
from tallyho.research.progress import progress
from tallyho.research.report import Report

LINE = re.compile(
    r"pairs (\d) of 4, 0:0\d:\d\d so far(, 0:0\d:\d\d to go)?, \S+% \S+ points a round"
)


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every step took a minute."""
    monkeypatch.setattr("tallyho.research.progress.SILENCE", 0.0)


@pytest.mark.usefixtures("talkative")
def test_a_log_gets_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("rounds", None, 60) as step:
        step(20)
        step(20, "all well")
    one, other = capsys.readouterr().err.splitlines()
    assert one == "rounds 80, 0:00:00 so far"
    assert other == "rounds 100, 0:00:00 so far, all well"


def test_a_log_gets_no_line_within_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("rounds", 100) as step:
        step(20)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("talkative")
def test_an_arena_that_goes_on_counts_the_pairs_that_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contest = Contest(("greedy", "random"))
    assert hold(Report(contest), 2, records=tmp_path / "arena.thn")
    capsys.readouterr()
    assert hold(Report(contest), 4, records=tmp_path / "arena.thn")
    lines = list(map(LINE.fullmatch, capsys.readouterr().err.splitlines()))
    assert [line and line[1] for line in lines] == ["3", "4"]
