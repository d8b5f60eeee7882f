"""What a result is worth: Elo, Wilson's interval, standard errors and a sequential test.

Scores are between 0 and 1, one for each pair of rounds: the two rounds share a deal, so only pairs
are independent of each other.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tallyho.contract import NotationError

Z95: Final = 1.959964
_RARE: Final = 1e-3  # how often a result counts that has not been seen yet


def elo(score: float) -> float:
    """The difference in Elo that an expected score stands for; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The expected score at a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


def wilson(score: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a mean score of independent trials; all is possible without any.

    Draws only make the scores lie closer together than wins and losses would, so the interval is
    then on the safe side.
    """
    if not trials:
        return 0.0, 1.0
    shrink = 1 + z * z / trials
    centre = (score + z * z / (2 * trials)) / shrink
    spread = z / shrink * math.sqrt(score * (1 - score) / trials + (z / (2 * trials)) ** 2)
    # Exactly 0 and 1 at the ends, where rounding would leave something beside them.
    return (centre - spread if score > 0 else 0.0), (centre + spread if score < 1 else 1.0)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, which is infinite below two values."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(variance / count)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two differences in Elo; either is wrongly believed in 5 % of runs."""

    elo0: float
    elo1: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            reason = "two numbers are needed, the lower one first, from -1000 to 1000"
            raise NotationError("sprt", reason)

    @property
    def bound(self) -> float:
        """The test ends where the log-likelihood ratio leaves -bound … bound."""
        return math.log((1 - self.error) / self.error)

    def llr(self, scores: Mapping[float, int]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`, given how often each score came.

        For both hypotheses the likeliest distribution of scores with that mean is taken, so it
        makes no difference how often draws happen or whether the rounds of a pair are alike.
        """
        seen = {score: float(count) for score, count in scores.items() if count}
        if not seen:
            return 0.0
        for end in (0.0, 1.0):  # or no distribution could have the hypotheses' means
            seen.setdefault(end, _RARE)
        s0, s1 = expected_score(self.elo0), expected_score(self.elo1)
        return _log_likelihood(seen, s1) - _log_likelihood(seen, s0)

    def verdict(self, llr: float) -> str | None:
        """`elo1` or `elo0` where the test has decided, else None."""
        if abs(llr) < self.bound:
            return None
        return "elo1" if llr > 0 else "elo0"


def _log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """Of the likeliest distribution with this mean, compared to the observed frequencies.

    That distribution gives a score x the observed frequency divided by 1 + t (x - mean).
    """
    low, high = -1 / (max(counts) - mean), -1 / (min(counts) - mean)
    t = _root(lambda t: _excess(counts, mean, t), low, high)
    return -sum(count * math.log1p(t * (score - mean)) for score, count in counts.items())


def _excess(counts: Mapping[float, float], mean: float, t: float) -> float:
    return sum(n * (score - mean) / (1 + t * (score - mean)) for score, n in counts.items())


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero, by bisection; it may be infinite at both ends."""
    for _ in range(60):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
