"""Random whole rounds in C++: the tile game's kernel beside OpenSpiel's banqi, one core each.

OpenSpiel plays its rounds with its own rollout evaluator, inside a search of one simulation, so
neither side crosses into Python within a round. Then the kernel
alone on one thread and on two at once.
"""

import argparse
import statistics
import threading
import time
from collections.abc import Callable

import pyspiel

from tallyho.engine.kernel import random_rounds
from tallyho.games.hunt import KOSMOS, ONLINE, Rules

BATCH = 2000
ROLLOUTS = 500


def banqi_rounds_per_second(seconds: float) -> float:
    """OpenSpiel's rollouts from the start of banqi: one simulation that rolls out many times."""
    game = pyspiel.load_game("banqi")
    start = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    rounds, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, rounds, False)
        bot.step(start)
        rounds += ROLLOUTS
    return rounds / passed


def kernel_rounds(rules: Rules, seconds: float, seed: int = 1) -> tuple[float, float]:
    """Rounds and turns per second of the kernel on this thread."""
    rounds = turns = 0
    begin = time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        played, made, _, _ = random_rounds(rules, BATCH, seed + rounds)
        rounds += played
        turns += made
    return rounds / passed, turns / passed


def on_threads(count: int, seconds: float) -> float:
    """Rounds per second of so many threads together."""
    speeds: list[float] = []
    threads = [
        threading.Thread(target=lambda n=n: speeds.append(kernel_rounds(KOSMOS, seconds, n)[0]))
        for n in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(speeds)


def median(measure: Callable[[], float], repeats: int) -> float:
    """The median of several runs."""
    return statistics.median(measure() for _ in range(repeats))


def main() -> None:
    """Print rounds per second and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each run")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each")
    options = parser.parse_args()
    seconds, repeats = options.seconds, options.repeats
    banqi = median(lambda: banqi_rounds_per_second(seconds), repeats)
    print(f"{'random rounds in C++':<28}{'rounds/s':>10}{'turns/s':>12}{'ratio to banqi':>16}")
    print(f"{'OpenSpiel banqi':<28}{banqi:>10.0f}{'':>12}{1:>16.2f}")
    for name, rules in (("kernel kosmos", KOSMOS), ("kernel online", ONLINE)):
        runs = [kernel_rounds(rules, seconds) for _ in range(repeats)]
        rounds = statistics.median(speed for speed, _ in runs)
        turns = statistics.median(speed for _, speed in runs)
        print(f"{name:<28}{rounds:>10.0f}{turns:>12.0f}{rounds / banqi:>16.2f}")
    one, two = (median(lambda n=n: on_threads(n, seconds), repeats) for n in (1, 2))
    print(f"{'two threads over one':<28}{two:>10.0f}{'':>12}{two / one:>16.2f}")


if __name__ == "__main__":
    main()
