"""Random rounds per second: the plain-Python tile game beside OpenSpiel's C++ banqi.

Both are driven from Python in the same way: list the legal turns, pick one, play it. Each runs for
the same time in turn, several times over, and the medians are compared as a ratio.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from tallyho.games.hunt import KOSMOS, ONLINE, Hunt, HuntDeal
from tallyho.games.pegs import Pegs, PegsDeal


class RandomNumbers:
    """A seeded source of numbers for deals."""

    def __init__(self, rng: random.Random) -> None:
        self.below = rng.randrange


def hunt_round(game: Hunt, rng: random.Random) -> int:
    """Play one random round of the tile game; returns its turns."""
    deal = HuntDeal.shuffled(RandomNumbers(rng))
    position, turns = game.start(), 0
    while legal := game.legal(position):
        position = game.play(position, deal.event(rng.choice(legal), turns))
        turns += 1
    return turns


def pegs_round(game: Pegs, rng: random.Random) -> int:
    """Play one random round of the peg game; returns its plays."""
    deal = PegsDeal(RandomNumbers(rng))
    position, throws, plays = game.start(), 0, 0
    while game.outcome(position) is None:
        if legal := game.legal(position):
            position = game.play(position, rng.choice(legal))
            plays += 1
        else:
            position = game.play(position, deal.event(None, throws))
            throws += 1
    return plays


def banqi_round(game: "pyspiel.Game", rng: random.Random) -> int:
    """Play one random round of OpenSpiel's banqi; returns its turns."""
    state, turns = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            turns += 1
    return turns


def measure(play_round: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Rounds per second and turns per second."""
    rounds = turns = 0
    begin = time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        turns += play_round()
        rounds += 1
    return rounds / passed, turns / passed


def main() -> None:
    """Print a table of medians and their ratio to banqi."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each run")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each game")
    options = parser.parse_args()
    rng = random.Random(1)
    banqi, kosmos, online, pegs = pyspiel.load_game("banqi"), Hunt(KOSMOS), Hunt(ONLINE), Pegs()
    players: dict[str, Callable[[], int]] = {
        "OpenSpiel banqi (C++)": lambda: banqi_round(banqi, rng),
        "hunt kosmos (Python)": lambda: hunt_round(kosmos, rng),
        "hunt online (Python)": lambda: hunt_round(online, rng),
        "pegs (Python)": lambda: pegs_round(pegs, rng),
    }
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in players}
    for _ in range(options.repeats):
        for name, play_round in players.items():
            runs[name].append(measure(play_round, options.seconds))
    peer = statistics.median(rounds for rounds, _ in runs["OpenSpiel banqi (C++)"])
    print(f"{'random rounds':<24}{'rounds/s':>10}{'turns/s':>12}{'ratio to banqi':>16}")
    for name, figures in runs.items():
        rounds = statistics.median(rounds for rounds, _ in figures)
        turns = statistics.median(turns for _, turns in figures)
        print(f"{name:<24}{rounds:>10.0f}{turns:>12.0f}{rounds / peer:>16.2f}")


if __name__ == "__main__":
    main()
