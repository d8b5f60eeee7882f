"""How long the network takes for a position, on one core.

It follows greedy rounds from turn to turn as a search does: the first layer is updated by what
changed, then the end of the round is forecast. Beside it a legal turn made at random, as a measure
of the machine. Without a weights file the network is one of random numbers, which costs the same.
"""

import argparse
import random
import statistics
import time
from array import array
from pathlib import Path

import tallyho.engine._kernel as kernel
from tallyho.engine.kernel import kernel_rules, random_rounds
from tallyho.games.hunt import KOSMOS
from tallyho.research.weights import FEATURES, SIZES, WIDTH, Weights, pack


def random_weights() -> bytes:
    """A network whose first layer is random and whose heads are empty."""
    rng = random.Random(1)
    empty = {name: bytes(size) for name, size in SIZES.items()}
    columns = array("h", [rng.randint(-60, 60) for _ in range(FEATURES * WIDTH)])
    return pack(Weights(**empty | {"columns": columns.tobytes()}), {})


def random_turn_ns(rounds: int) -> float:
    """Nanoseconds for a random turn of the kernel's playouts."""
    begin = time.process_time_ns()
    _, turns, _, _ = random_rounds(KOSMOS, rounds, 1)
    return (time.process_time_ns() - begin) / turns


def main() -> None:
    """Print nanoseconds and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="a weights file")
    parser.add_argument("--rounds", type=int, default=200, help="rounds to follow")
    parser.add_argument("--repeats", type=int, default=9, help="runs of each")
    options = parser.parse_args()
    network = kernel.Network(options.weights.read_bytes() if options.weights else random_weights())
    rules, forecasts, turns = kernel_rules(KOSMOS), [], []
    for _ in range(options.repeats):
        count, seconds, _ = network.time(rules, options.rounds, 5)
        forecasts.append(1e9 * seconds / count)
        turns.append(random_turn_ns(10 * options.rounds))
    forecast, turn = statistics.median(forecasts), statistics.median(turns)
    print(f"update and forecast {forecast:.0f} ns (best {min(forecasts):.0f} ns)")
    print(f"random turn {turn:.0f} ns, ratio {forecast / turn:.2f}")


if __name__ == "__main__":
    main()
