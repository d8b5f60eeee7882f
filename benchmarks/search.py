"""How fast the search before the final phase is, how deep it gets, and how soon it stops when told.

The positions come from the engine's own rounds, one in nine turns. Each is thought about for 100 ms
on one thread and on two, with the network and with the hand-made evaluation; then two threads race
one to the same depth.
"""

import argparse
import statistics
import threading
import time
from collections.abc import Sequence

from tallyho.engine.kernel import Thinker, shipped_weights
from tallyho.games.hunt import KOSMOS, Hunt, HuntDeal, Position
from tallyho.play.dealer import SeededNumbers
from tallyho.terminal.streams import progress

EVERY = 9
QUICK_NODES = 1000
DEPTH = 10  # that two threads race to


def positions(rounds: int) -> list[Position]:
    """Positions before the final phase."""
    game, found = Hunt(KOSMOS), []
    thinker = Thinker(KOSMOS, shipped_weights())
    for seed in range(rounds):
        deal, position, turns = HuntDeal.shuffled(SeededNumbers(seed)), game.start(), 0
        while position.left is None:
            if turns % EVERY == EVERY // 2:
                found.append(position)
            report = thinker.think(position, game.legal(position), nodes=QUICK_NODES)
            turn = game.turn_of(report.lines[0].events[0])
            position, turns = game.play(position, deal.event(turn, 0)), turns + 1
    return found


def speed(name: str, weights: bytes | None, where: Sequence[Position], threads: int) -> str:
    """One line of the table: positions a second, and the depth reached by tiles face down."""
    game, thinker = Hunt(KOSMOS), Thinker(KOSMOS, weights)
    nodes, spent = 0, 0.0
    depths: dict[bool, list[int]] = {True: [], False: []}
    with progress("positions", total=len(where)) as step:
        for position in where:
            thinker.forget()
            begin = time.perf_counter()
            report = thinker.think(position, game.legal(position), seconds=0.1, threads=threads)
            spent += time.perf_counter() - begin
            nodes += report.nodes
            depths[position.board.count("?") < 24].append(report.depth)
            step()
    late, early = (f"{statistics.median(depths[late]):>8.0f}" for late in (True, False))
    return f"{name:<12}{threads:>8}{nodes / spent:>14,.0f}{early}{late}"


def race(where: Sequence[Position]) -> list[float]:
    """How long two threads take to DEPTH, compared with one: a ratio for each position."""
    game, thinker, ratios = Hunt(KOSMOS), Thinker(KOSMOS, shipped_weights()), []
    with progress("positions", total=len(where)) as step:
        for position in where:
            times = []
            for threads in (1, 2):
                thinker.forget()
                begin = time.perf_counter()
                thinker.think(position, game.legal(position), depth=DEPTH, threads=threads)
                times.append(time.perf_counter() - begin)
            ratios.append(times[1] / times[0])
            step()
    return ratios


def stopping(where: Sequence[Position]) -> list[float]:
    """Seconds from the order to stop until the answer is there, a thread asking for each."""
    game, thinker, waits = Hunt(KOSMOS), Thinker(KOSMOS, shipped_weights()), []
    for position in where:
        told: list[float] = []

        def tell(told: list[float] = told) -> None:
            time.sleep(0.03)
            told.append(time.perf_counter())
            thinker.stop()

        teller = threading.Thread(target=tell)
        teller.start()
        thinker.think(position, game.legal(position))
        answered = time.perf_counter()
        teller.join()
        if answered > told[0]:  # else there was nothing left to think about
            waits.append(answered - told[0])
    return waits


def main() -> None:
    """Print speed, depth and how soon it stops."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8, help="rounds to take positions from")
    options = parser.parse_args()
    where = positions(options.rounds)
    print(f"{len(where)} positions, 100 ms each; depth is the median with 24 tiles or more face")
    print("down (early) and with fewer (late); the nodes are those of the first thread")
    print(f"{'':<12}{'threads':>8}{'positions/s':>14}{'early':>8}{'late':>8}")
    for threads in (1, 2):
        print(speed("network", shipped_weights(), where, threads))
    print(speed("hand-made", None, where, 1))
    late = [position for position in where if position.face_down < 24]
    mean = statistics.geometric_mean(race(late))
    print(f"two threads reach depth {DEPTH} in {mean:.2f} of the time of one ({len(late)} late)")
    waits = sorted(1000 * wait for wait in stopping(where))
    middle, longest = statistics.median(waits), waits[-1]
    print(f"stopped {len(waits)} times: median {middle:.2f} ms, longest {longest:.2f} ms")


if __name__ == "__main__":
    main()
