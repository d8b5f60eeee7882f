"""Glicko-2 against the worked example in Glickman's paper."""

import pytest

from tallyho.play.clock import Clock, days_per_turn, live
from tallyho.server.ratings.glicko import Result, Strength, rate
from tallyho.server.ratings.ladder import pool_of


def test_the_papers_example() -> None:
    player = Strength(1500, 200, 0.06)
    results = [
        Result(Strength(1400, 30, 0.06), 1),
        Result(Strength(1550, 100, 0.06), 0),
        Result(Strength(1700, 300, 0.06), 0),
    ]
    after = rate(player, results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_uncertainty_grows() -> None:
    player = Strength(1600, 50, 0.06)
    rested = rate(player, [])
    assert rested.rating == 1600
    assert rested.deviation == pytest.approx(51.07, abs=0.01)
    assert player.rested(10_000_000).deviation == 350


def test_a_draw_between_equals_changes_no_rating() -> None:
    after = rate(Strength(), [Result(Strength(), 0.5)])
    assert after.rating == pytest.approx(1500)
    assert after.deviation < 350


@pytest.mark.parametrize(
    ("clock", "pool"),
    [
        (live(300, 0), "hunt-fast"),
        (live(300, 10), "hunt-slow"),
        (days_per_turn(2), "hunt-days"),
        (Clock(), None),
    ],
)
def test_pools_go_by_speed(clock: Clock, pool: str | None) -> None:
    assert pool_of("hunt", clock) == pool
