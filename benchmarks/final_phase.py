"""How long the exact solver takes for the last ten turns, on one core.

The positions come from the engine's own rounds, so many positions searched a turn; each is solved
by a fresh solver.
"""

import argparse
import statistics
import time

from tallyho.engine import HuntEngine, Limits
from tallyho.engine.kernel import FinalSolver, shipped_weights
from tallyho.games.hunt import KOSMOS, Hunt, HuntDeal, Position
from tallyho.play.dealer import SeededNumbers
from tallyho.terminal.streams import progress


def final_phase(seed: int, nodes: int) -> Position | None:
    """The first position of a round's final phase; None if the round ends with its beginning."""
    game, deal = Hunt(KOSMOS), HuntDeal.shuffled(SeededNumbers(seed))
    engine, position = HuntEngine(game, shipped_weights()), game.start()
    while position.left is None:
        *_, lines = engine.think(position, Limits(nodes=nodes), lambda: False)
        position = game.play(position, deal.event(game.turn_of(lines[0].moves[0]), 0))
    return position if game.legal(position) else None


def main() -> None:
    """Print the distribution of solving times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="how many to solve")
    parser.add_argument("--nodes", type=int, default=1000, help="positions searched a turn")
    options = parser.parse_args()
    times, nodes = [], 0
    with progress("positions", total=options.positions) as step:
        for seed in range(options.positions):
            position = final_phase(seed, options.nodes)
            step()
            if position is None:
                continue
            solver = FinalSolver(KOSMOS)
            begin = time.perf_counter()
            nodes += solver.solve(position).nodes
            times.append(time.perf_counter() - begin)
    cuts = statistics.quantiles(times, n=100)
    print(f"{len(times)} final phases solved exactly, {nodes / sum(times):,.0f} positions/s")
    print(
        f"median {cuts[49]:.3f} s   p95 {cuts[94]:.3f} s   "
        f"p99 {cuts[98]:.3f} s   max {max(times):.3f} s"
    )


if __name__ == "__main__":
    main()
