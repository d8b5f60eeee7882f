"""The arena: fair pairs, referees who notice everything, the same result however it is played."""

import math
from typing import Any

import pytest

from tallyho import catalog
from tallyho.contract import Outcome, Side
from tallyho.engine import Limits
from tallyho.research.arena import hold
from tallyho.research.contest import Contest
from tallyho.research.players import BUILT_IN, Forfeit
from tallyho.research.referee import Table, leads, play_pair
from tallyho.research.report import Report, lines
from tallyho.research.results import Lost, Match, Pair, Round
from tallyho.research.statistics import Sprt

GAMES = [("hunt", "kosmos"), ("hunt", "online"), ("hunt", "rounds=3"), ("pegs", "holes=8")]


def contest(a: str = "greedy", b: str = "random", game: str = "hunt", **more: Any) -> Contest:
    return Contest((a, b), (Limits(nodes=100), Limits(nodes=100)), game, **more)


def held(match: Contest, most: int, workers: int = 1, sprt: Sprt | None = None) -> dict[str, Any]:
    """All figures of a contest but the time that it took."""
    report = Report(match, sprt)
    assert hold(report, most, workers)
    figures = report.figures()
    del figures["milliseconds"]
    return figures


@pytest.mark.parametrize(("game", "rules"), GAMES)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_equal_players_play_the_same_twice(name: str, game: str, rules: str) -> None:
    for number in (1, 2):
        pair = play_pair(contest(name, name, game, rules=rules), number)
        assert (pair.score, pair.margin) == (0.5, 0)
        assert len({round.events for round in pair.rounds}) == math.ceil(len(pair.rounds) / 2)


def test_both_rounds_of_a_pair_have_the_same_tiles_on_the_same_spaces() -> None:
    first, second = play_pair(contest(), 1).rounds
    faces = [dict(_turned(round)) for round in (first, second)]
    assert len(faces[0]) == 48
    assert faces[0] == faces[1]
    assert (first.players, second.players) == ((0, 1), (1, 0))


def test_every_pair_and_every_seed_has_a_deal_of_its_own() -> None:
    played = [play_pair(contest(seed=s), n).rounds[0] for s, n in ((1, 1), (1, 2), (2, 1), (11, 1))]
    assert len({frozenset(_turned(round)) for round in played}) == 4


def _turned(round: Round) -> list[tuple[Any, str]]:
    return [(event.space, event.face) for event in round.events if hasattr(event, "face")]


def test_both_rounds_of_a_pair_have_the_same_throws() -> None:
    first, second = (
        [event for event in round.events if entry.game.turn_of(event) is None]
        for entry in [catalog.find("pegs")]
        for round in play_pair(contest(game="pegs"), 1).rounds
    )
    both = min(len(first), len(second))
    assert both > 20
    assert first[:both] == second[:both]


@pytest.mark.parametrize(("game", "rules"), [GAMES[0], GAMES[1], GAMES[3]])
def test_greedy_beats_random_clearly(game: str, rules: str) -> None:
    figures = held(contest(game=game, rules=rules), 20)
    assert figures["pairs"] == 20
    assert figures["score"]["low"] > 0.5
    assert figures["margin"]["mean"] > 3 * figures["margin"]["error"]


@pytest.mark.parametrize("name", [*BUILT_IN[:-9], "level 7"])  # one low level, one higher
def test_every_built_in_player_plays(name: str) -> None:
    for game in ["hunt"] if name in ("uct", "hand") else catalog.GAMES:
        assert held(contest(name, "random", game), 1)["endings"]["finished"] == 2


@pytest.mark.parametrize("sprt", [None, Sprt(0, 100)])
def test_the_result_does_not_depend_on_the_number_of_workers(sprt: Sprt | None) -> None:
    match = contest("tallyho", "greedy", "pegs", rules="holes=8")
    one, two = held(match, 60, 1, sprt), held(match, 60, 2, sprt)
    assert one == two
    assert (one["pairs"] < 60) == (sprt is not None)


# Leads


@pytest.mark.parametrize(
    ("rules", "before", "expected"),
    [
        ("kosmos", [], [None, None]),
        ("kosmos", [12], [-12, 12]),
        ("online", [], [0, 0]),
        ("rounds=3", [12], [None, None]),
        ("rounds=3", [12, -7], [-5, 5]),
    ],
)
def test_the_last_round_is_played_for_the_sum(
    rules: str, before: list[int], expected: list[int | None]
) -> None:
    """`before` is what A won more in earlier rounds; B has the first side now."""
    played = [_round((0, 1), (20 + margin, 20)) for margin in before]
    assert leads(played, (1, 0), catalog.find("hunt", rules)) == expected


# Scores


def _round(
    players: tuple[int, int],
    points: tuple[int, int],
    termination: str = "finished",
    lost: Lost | None = None,
) -> Round:
    return Round(players, Outcome(points, points), termination, (1, 1), (0.0, 0.0), (), lost)


A_LOST = Lost(Side.FIRST, "crashed", "gone")


@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        ([_round((0, 1), (30, 20)), _round((1, 0), (20, 15))], 0),
        ([_round((0, 1), (30, 20)), _round((1, 0), (20, 5))], 1),
        ([_round((0, 1), (30, 20)), _round((1, 0), (20, 10))], None),
        ([_round((1, 0), (30, 20))], 1),
        ([_round((0, 1), (30, 20), "claimed")], None),
        ([_round((0, 1), (30, 20), "agreed")], 0),
        ([_round((0, 1), (30, 20), "abandoned", A_LOST)], 1),
        ([_round((0, 1), (90, 0)), _round((1, 0), (0, 9), "abandoned", A_LOST)], 0),
    ],
)
def test_who_wins_a_match(rounds: list[Round], winner: int | None) -> None:
    match = Match(tuple(rounds))
    assert match.winner == winner
    assert match.score == {0: 1, 1: 0, None: 0.5}[winner]


def test_figures_of_a_small_contest() -> None:
    report = Report(contest(rules="online"), Sprt(0, 50))
    won, lost = Match((_round((0, 1), (30, 20)),)), Match((_round((1, 0), (25, 21)),))
    crashed = Match((_round((0, 1), (6, 0), "abandoned", A_LOST),))
    drawn = Match((_round((1, 0), (9, 9), "claimed"),))
    report.add(Pair(1, (won, lost)))
    report.add(Pair(2, (crashed, drawn)))
    figures = report.figures()
    assert figures["matches"] == {"won": 1, "drawn": 1, "lost": 2}
    assert figures["score"]["mean"] == 0.375
    assert figures["margin"] == {"mean": 3.0, "error": 0.0}
    assert figures["points"] == {"blue": pytest.approx(64 / 3), "brown": pytest.approx(50 / 3)}
    assert figures["endings"] == {"finished": 2, "crashed": 1, "claimed": 1}
    assert figures["forfeits"] == {"A crashed: gone": 1}
    assert figures["sprt"]["llr"] == Sprt(0, 50).llr({0.5: 1, 0.25: 1})
    assert "matches  A won 1, drawn 1, lost 2" in list(lines(figures))


def test_a_report_on_nothing_can_be_read() -> None:
    text = "\n".join(lines(Report(contest(), Sprt(0, 5)).figures()))
    assert "Elo      +0 (unbounded to unbounded)" in text
    assert "undecided between +0 and +5 Elo" in text


# Stalled rounds


def test_a_stalled_round_ends_with_the_points_as_they_stand() -> None:
    pair = play_pair(contest("random", quiet=2), 1)
    assert [round.termination for round in pair.rounds] == ["agreed", "agreed"]
    for round in pair.rounds:
        assert not any(hasattr(event, "face") for event in round.events[-2:])
        assert hasattr(round.events[-3], "face")


def test_a_draw_is_claimed_where_the_rules_know_it() -> None:
    pair = play_pair(contest(rules="claim=1 rounds=1"), 1)
    assert [round.termination for round in pair.rounds] == ["claimed", "claimed"]
    assert pair.score == 0.5


def test_a_claim_ends_a_match_of_several_rounds() -> None:
    [match] = play_pair(contest(rules="claim=1"), 1).matches
    assert [round.termination for round in match.rounds] == ["claimed"]
    assert match.winner is None


# Forfeits


class Puppet:
    """A player that does what the test says."""

    def __init__(self, text: str = "", fault: Forfeit | None = None) -> None:
        self.text = text
        self.fault = fault
        self.seen: list[Any] = []
        self.lead: int | None = None

    def begin(self, lead: int | None, seed: int) -> None:
        self.lead = lead

    def see(self, event: Any) -> None:
        self.seen.append(event)

    def choose(self, position: Any) -> Any:
        if self.fault is not None:
            raise self.fault
        return catalog.find("hunt").notation.read_turn(self.text)

    def close(self) -> None: ...


def played(first: Puppet, second: Puppet, **more: Any) -> Round:
    table = Table(contest(**more), catalog.find("hunt"), (0, 1), [first, second], "luck")
    return table.play([None, 3], lambda: False)


def test_an_illegal_turn_loses() -> None:
    first, second = Puppet("d4"), Puppet("d4")
    round = played(first, second)
    assert round.lost == Lost(Side.SECOND, "illegal", "d4 is not a legal turn")
    assert round.termination == "abandoned"
    assert first.seen == second.seen == list(round.events)
    assert (first.lead, second.lead) == (None, 3)


def test_a_turn_that_takes_too_long_loses() -> None:
    round = played(Puppet("d4"), Puppet("d5"), grace=0)
    assert round.lost is not None
    assert (round.lost.side, round.lost.kind, round.termination) == (0, "timeout", "timeout")


def test_a_fault_loses_and_can_be_printed() -> None:
    round = played(Puppet("d4"), Puppet(fault=Forfeit("crashed", "line\nbreak")))
    assert round.lost == Lost(Side.SECOND, "crashed", "line break")


def test_a_contest_that_is_stopped_ends_at_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_pair(contest(), 1, stopped=lambda: True)
