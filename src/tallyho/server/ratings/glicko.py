"""Glicko-2 after Mark Glickman's paper "Example of the Glicko-2 system"; symbols as there."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

SCALE: Final = 173.7178
TAU: Final = 0.5  # how much volatility may change; the paper's example value
CLOSE_ENOUGH: Final = 0.000001
CERTAIN: Final = 110.0  # a lower deviation says enough to stand on a leaderboard
MOST_DEVIATION: Final = 350.0  # a new player's; uncertainty does not grow beyond it


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, how uncertain it is, and how erratic the player."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    def rested(self, periods: float) -> "Strength":
        """After so many rating periods without a game; parts of a period count in part."""
        phi = math.hypot(self.deviation / SCALE, self.volatility * math.sqrt(max(periods, 0.0)))
        return Strength(self.rating, min(phi * SCALE, MOST_DEVIATION), self.volatility)


@dataclass(frozen=True, slots=True)
class Result:
    """A game of the period: the opponent before it, and 1, 0.5 or 0."""

    opponent: Strength
    score: float


def rate(player: Strength, results: Sequence[Result]) -> Strength:
    """The player after a rating period with these results (steps 2 to 8 of the paper)."""
    if not results:
        return player.rested(1)
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    information = gain = 0.0
    for result in results:
        g = _g(result.opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-g * (mu - (result.opponent.rating - 1500) / SCALE)))
        information += g * g * expected * (1 - expected)
        gain += g * (result.score - expected)
    variance = 1 / information
    sigma = _volatility(player.volatility, phi, variance, variance * gain)
    phi_new = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / variance)
    mu_new = mu + phi_new * phi_new * gain
    return Strength(mu_new * SCALE + 1500, min(phi_new * SCALE, MOST_DEVIATION), sigma)


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois method."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        spread = phi * phi + variance + power
        return power * (delta * delta - spread) / (2 * spread * spread) - (x - start) / TAU**2

    low, high = start, _other_end(f, start, delta * delta - phi * phi - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _other_end(f: Callable[[float], float], start: float, surplus: float) -> float:
    if surplus > 0:
        return math.log(surplus)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
