"""The archive: records that replay by the rules, and runs that go on where they were."""

from pathlib import Path
from typing import Any

import pytest
from matches import read_file

from tallyho.analysis.replay import replay
from tallyho.contract import NotationError, Side
from tallyho.engine import Limits
from tallyho.research.archive import Archive
from tallyho.research.arena import hold
from tallyho.research.contest import Contest
from tallyho.research.referee import play_pair
from tallyho.research.report import Report
from tallyho.research.results import Lost, Match, Pair
from tallyho.research.statistics import Sprt

GAMES = [("hunt", "kosmos"), ("hunt", "online"), ("pegs", "holes=8")]


def contest(game: str = "hunt", **more: Any) -> Contest:
    return Contest(("greedy", "random"), (Limits(nodes=1), Limits(nodes=1)), game, **more)


def held(match: Contest, most: int, path: Path | None, sprt: Sprt | None = None) -> dict[str, Any]:
    report = Report(match, sprt)
    assert hold(report, most, records=path)
    figures = report.figures()
    del figures["milliseconds"]
    return figures


def turns(path: Path) -> list[Any]:
    return [section.turns for section in read_file(path)]


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_records_read_back_and_replay(game: str, rules: str, tmp_path: Path) -> None:
    path = tmp_path / "arena.thn"
    held(contest(game, rules=rules), 3, path)
    sections = read_file(path)
    assert len(sections) == 6
    for section in sections:
        replay(section)
    matches = [section.tags["Match"] for section in sections]
    assert len(set(matches)) == (3 if rules == "kosmos" else 6)
    assert {section.tags["Termination"] for section in sections} == {"finished"}


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_pairs_read_back_as_they_were(game: str, rules: str, tmp_path: Path) -> None:
    match = contest(game, rules=rules)
    pair = play_pair(match, 1)
    archive = Archive(tmp_path / "arena.thn", match)
    archive.add(pair)
    [same] = archive.pairs()
    archive.close()
    for ours, theirs in zip(pair.rounds, same.rounds, strict=True):
        assert theirs.seconds == pytest.approx(ours.seconds, abs=1e-6)
        assert theirs.events == ours.events
        assert theirs.turns == ours.turns
        assert theirs.outcome == ours.outcome
        assert theirs.players == ours.players


@pytest.mark.parametrize("quiet", [2, 200])
def test_rounds_that_were_broken_off_read_back(quiet: int, tmp_path: Path) -> None:
    match = contest(quiet=quiet)
    [first, second] = play_pair(match, 1).rounds
    lost = Lost(Side.SECOND, "crashed", 'code 1, "so: long"')
    crashed = type(first)(first.players, second.outcome, "abandoned", (0, 0), (0.0, 0.0), (), lost)
    archive = Archive(tmp_path / "arena.thn", match)
    archive.add(Pair(1, (Match((first, second)),)))
    archive.add(Pair(2, (Match((crashed,)),)))
    one, two = archive.pairs()
    archive.close()
    assert [round.termination for round in one.rounds] == [first.termination, second.termination]
    assert one.margin == (first.margin + second.margin) / 2
    assert [round.lost for round in two.rounds] == [lost]
    assert two.score == 1


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8, 0.99, 1])
@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_a_broken_off_run_goes_on(game: str, rules: str, share: float, tmp_path: Path) -> None:
    match = contest(game, rules=rules)
    whole, part = tmp_path / "whole.thn", tmp_path / "part.thn"
    figures = held(match, 6, whole)
    content = whole.read_bytes()
    part.write_bytes(content[: int(len(content) * share)])
    assert held(match, 6, part) == figures
    assert turns(part) == turns(whole)


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "arena.thn"
    held(contest(), 3, path)
    text = path.read_text()
    path.write_text(text.replace('[Date "2', '[Date "1'))
    held(contest(), 5, path)
    assert path.read_text().count('[Date "1') == 6
    assert path.read_text().count('[Date "2') == 4


def test_fewer_pairs_than_there_are_leave_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "arena.thn"
    held(contest(), 4, path)
    content = path.read_bytes()
    assert held(contest(), 2, path) == held(contest(), 2, None)
    assert path.read_bytes() == content


def test_a_sequential_test_that_has_decided_stays_decided(tmp_path: Path) -> None:
    path = tmp_path / "arena.thn"
    figures = held(contest(), 100, path, Sprt(0, 100))
    assert figures["sprt"]["verdict"] == "elo1"
    content = path.read_bytes()
    assert held(contest(), 100, path, Sprt(0, 100)) == figures
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "other",
    [
        contest(seed=2),
        contest(rules="online"),
        contest(quiet=100),
        Contest(("random", "random"), (Limits(nodes=1), Limits(nodes=1))),
        Contest(("greedy", "random"), (Limits(nodes=1), Limits(nodes=2))),
    ],
    ids=["seed", "rules", "quiet", "players", "go"],
)
def test_contests_are_not_mixed(other: Contest, tmp_path: Path) -> None:
    path = tmp_path / "arena.thn"
    held(contest(), 1, path)
    content = path.read_bytes()
    with pytest.raises(NotationError, match=r"records: .*arena\.thn, line 1: .*another file"):
        held(other, 2, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", ["hello\n", "hello", "hello\nworld\n", "\n", '[Game "hunt"]\n'])
def test_a_file_of_somebody_else_stays_whole(content: str, tmp_path: Path) -> None:
    path = tmp_path / "arena.thn"
    path.write_text(content)
    with pytest.raises(NotationError):
        held(contest(), 1, path)
    assert path.read_text() == content


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="records: cannot write"):
        held(contest(), 1, tmp_path)
