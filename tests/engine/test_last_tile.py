"""The last face-down tile: what turning it over brings is the mean of the solved final phases."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tallyho.engine import HuntEngine, Limits
from tallyho.engine.kernel import FinalSolver, shipped_weights
from tallyho.games.hunt import KOSMOS, ONLINE, Hunt, HuntDeal, Position, Rules, TurnOver
from tallyho.games.hunt.match import score
from tallyho.play.dealer import SeededNumbers

SHORT = [replace(KOSMOS, final=2), replace(ONLINE, final=2)]  # four last turns are solved at once


def last_tiles(rules: Rules, count: int) -> Iterator[Position]:
    """Positions of random rounds with one tile face down."""
    game = Hunt(rules)
    for seed in range(count):
        rng, deal = random.Random(seed), HuntDeal.shuffled(SeededNumbers(seed))
        position = game.start()
        while game.outcome(position) is None and position.face_down > 1:
            position = game.play(position, deal.event(rng.choice(game.legal(position)), 0))
        if game.outcome(position) is None:
            yield position


def difference(position: Position, solver: FinalSolver, game: Hunt) -> int:
    """How a final phase ends with perfect play, for the side that is not to move."""
    won = score(position).points
    ahead = won[position.to_move.other] - won[position.to_move]
    return ahead if game.outcome(position) else ahead - solver.solve(position).points


@pytest.mark.parametrize("rules", SHORT, ids=str)
def test_turning_it_over_is_worth_the_mean_of_what_follows(rules: Rules) -> None:
    game, solver = Hunt(rules), FinalSolver(rules)
    engine, guns = HuntEngine(game, shipped_weights()), 0
    for position in last_tiles(rules, 24):
        limits = Limits(nodes=200_000, depth=2, multipv=len(game.legal(position)))
        *_, lines = engine.think(position, limits, lambda: False)
        (line,) = (line for line in lines if isinstance(game.turn_of(line.moves[0]), TurnOver))
        chances = game.chances(position, game.turn_of(line.moves[0]))
        ends = [difference(game.play(position, event), solver, game) for event, _ in chances]
        assert line.score == pytest.approx(sum(ends) / len(ends), abs=1e-4)
        wins = [100.0 if end > 0 else 0.0 if end < 0 else None for end in ends]
        if None not in wins:  # equal points are decided by tiles
            assert line.win == pytest.approx(sum(wins) / len(wins), abs=1e-3)
        guns += len(ends) == 4
    assert guns > 0
