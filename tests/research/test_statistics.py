"""What results are worth, beside values computed by hand and by other formulas."""

import math
import random
from collections import Counter

import pytest

from tallyho.contract import NotationError
from tallyho.research.statistics import Sprt, elo, expected_score, mean_and_error, wilson


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0), (0.75, 190.848), (10 / 11, 400), (1 / 11, -400)]
)
def test_elo(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=1e-3)
    assert expected_score(difference) == pytest.approx(score, abs=1e-6)


def test_elo_has_no_end() -> None:
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("score", "trials", "interval"),
    [  # worked out by hand from Wilson's formula with z = 1.96
        (0.5, 100, (0.40383, 0.59617)),
        (0.8, 10, (0.49016, 0.94332)),
        (1.0, 20, (0.83887, 1.0)),
        (0.0, 20, (0.0, 0.16113)),
        (0.5, 0, (0.0, 1.0)),
    ],
)
def test_wilson(score: float, trials: int, interval: tuple[float, float]) -> None:
    assert wilson(score, trials) == pytest.approx(interval, abs=1e-5)


def test_mean_and_error() -> None:
    assert mean_and_error([1, 2, 3, 4]) == pytest.approx((2.5, math.sqrt(5 / 3 / 4)))
    assert mean_and_error([7]) == (7, math.inf)
    assert mean_and_error([]) == (0, math.inf)


@pytest.mark.parametrize(("won", "lost"), [(60, 40), (10, 30), (500, 480)])
def test_llr_without_draws_is_that_of_a_coin(won: int, lost: int) -> None:
    test = Sprt(-10, 40)
    s0, s1 = expected_score(-10), expected_score(40)
    coin = won * math.log(s1 / s0) + lost * math.log((1 - s1) / (1 - s0))
    assert test.llr({1.0: won, 0.0: lost}) == pytest.approx(coin, abs=1e-9)


@pytest.mark.parametrize("elo1", [5, 20])
def test_llr_of_many_pairs_is_near_that_of_a_normal_mean(elo1: float) -> None:
    chance = random.Random(1)
    scores = chance.choices([0, 0.25, 0.5, 0.75, 1], [10, 20, 35, 22, 13], k=20_000)
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    s0, s1 = 0.5, expected_score(elo1)
    normal = len(scores) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, elo1).llr(Counter(scores)) == pytest.approx(normal, rel=0.02)


def test_llr_at_the_ends() -> None:
    test = Sprt(0, 50)
    assert test.llr({}) == 0
    assert test.llr({1.0: 10}) > 0 > test.llr({0.0: 10})
    assert test.llr({0.5: 10}) < 0
    assert test.llr({1.0: 3, 0.5: 4, 0.0: 0}) == test.llr({1.0: 3, 0.5: 4})


def test_the_test_decides_at_its_bounds() -> None:
    test = Sprt(0, 50)
    assert test.bound == pytest.approx(math.log(19))
    verdicts = [test.verdict(llr) for llr in (-2.95, -2.94, 0, 2.94, 2.95)]
    assert verdicts == ["elo0", None, None, None, "elo1"]


@pytest.mark.parametrize(("difference", "right"), [(0, "elo0"), (200, "elo1")])
def test_the_test_is_seldom_wrong(difference: float, right: str) -> None:
    """About 5 % of runs may be wrong; more than 12 of 100 happen once in a thousand times."""
    test, score, chance = Sprt(0, 200), expected_score(difference), random.Random(1)
    assert sum(_run(test, score, chance) != right for _ in range(100)) <= 12


def _run(test: Sprt, score: float, chance: random.Random) -> str:
    counts: Counter[float] = Counter()
    while (verdict := test.verdict(test.llr(counts))) is None:
        counts[float(chance.random() < score)] += 1
    return verdict


@pytest.mark.parametrize("bad", [(5, 5), (5, 0), (0, math.inf), (math.nan, 5), (-2000, 5)])
def test_hypotheses_must_make_sense(bad: tuple[float, float]) -> None:
    with pytest.raises(NotationError, match="sprt: two numbers"):
        Sprt(*bad)
