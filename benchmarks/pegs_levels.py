"""How often each level of the peg game's player beats the one below, in matches of two rounds.

Both rounds of a match have the same dice and the players change sides; the pegs left in both count
together. The last line is the strongest level against the player that only takes what it can.
"""

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence

from tallyho.contract import CHANCE, Outcome, Side, total
from tallyho.engine import CaptureFirst, Engine, Limits, pegs_rank
from tallyho.engine.pegs import PegsEngine
from tallyho.games.pegs import Pegs, PegsDeal, Position, Rules, Turn
from tallyho.play.dealer import SeededNumbers

Player = Callable[[Position], Turn]
LEVELS = range(1, 11)


def player(engine: Engine, level: int) -> Player:
    """Somebody who plays the engine's first choice."""

    def choose(position: Position) -> Turn:
        *_, lines = engine.think(position, Limits(level=level), lambda: False)
        turn: Turn = lines[0].moves[0]
        return turn

    return choose


def play_round(game: Pegs, players: Sequence[Player], seed: int) -> Outcome:
    """One round with the dice of `seed`."""
    deal, position, throws = PegsDeal(SeededNumbers(seed)), game.start(), 0
    while (actor := game.to_act(position)) is not None:
        if actor is CHANCE:
            position = game.play(position, deal.event(None, throws))
            throws += 1
        else:
            assert isinstance(actor, Side)
            position = game.play(position, players[actor](position))
    outcome = game.outcome(position)
    assert outcome is not None
    return outcome


def share(game: Pegs, one: Player, two: Player, matches: int) -> float:
    """The share of matches that `one` wins; a draw counts half."""
    won = 0.0
    for seed in range(matches):
        rounds = [play_round(game, pair, seed) for pair in ((one, two), (two, one))]
        winner = total(rounds).winner
        won += 0.5 if winner is None else float(winner is Side.FIRST)
    return won / matches


def report(name: str, game: Pegs, one: Player, two: Player, matches: int) -> None:
    """One row of the table, with the width of the 95 % interval."""
    begin = time.perf_counter()
    won = share(game, one, two, matches)
    error = 196 * math.sqrt(max(won * (1 - won), 0.25 / matches) / matches)
    seconds = time.perf_counter() - begin
    print(f"| {name} | {100 * won:.1f} % | ±{error:.1f} | {seconds:.0f} s |", flush=True)


def main() -> None:
    """Print a row for each step, and one for the strongest level against the simple player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rules", default="")
    parser.add_argument("--from-level", type=int, choices=LEVELS[1:], default=2)
    arguments = parser.parse_args()
    game = Pegs(Rules.parse(arguments.rules))
    people = {level: player(PegsEngine(game, random.Random(level)), level) for level in LEVELS}
    for level in range(arguments.from_level, LEVELS[-1] + 1):
        name = f"{level} against {level - 1}"
        report(name, game, people[level], people[level - 1], arguments.matches)
    simple = player(CaptureFirst(game, pegs_rank), 1)
    report("10 against capture-first", game, people[10], simple, arguments.matches)


if __name__ == "__main__":
    main()
