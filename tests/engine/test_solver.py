"""The exact solver of the final phase: equal to plain minimax, and true to its own word."""

import random
from collections.abc import Iterator

import pytest

from tallyho.engine import HuntEngine, Limits
from tallyho.engine.kernel import FinalSolver
from tallyho.games.hunt import KOSMOS, ONLINE, Hunt, HuntDeal, HuntNotation, Move, Position, Rules
from tallyho.games.hunt.match import score
from tallyho.play.dealer import SeededNumbers


def final_positions(rules: Rules, left: int, count: int) -> Iterator[Position]:
    """Positions of random rounds with so many turns left."""
    game, found = Hunt(rules), 0
    for seed in range(10 * count):
        rng, deal = random.Random(seed), HuntDeal.shuffled(SeededNumbers(seed))
        position = game.start()
        while (legal := game.legal(position)) and position.left != left:
            captures = [turn for turn in legal if isinstance(turn, Move) and turn.captures]
            position = game.play(position, deal.event(rng.choice(captures or legal), 0))
        if legal:
            yield position
            found += 1
        if found == count:
            return


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)
@pytest.mark.parametrize(("left", "count"), [(1, 60), (2, 150), (3, 120), (4, 12)])
def test_the_solver_equals_plain_minimax(rules: Rules, left: int, count: int) -> None:
    solver = FinalSolver(rules)
    for position in final_positions(rules, left, count):
        solution = solver.solve(position)
        assert (solution.points, solution.tiles) == solver.minimax(position), str(position)
        assert solution.proven


def test_a_capture_can_be_the_step_towards_an_exit() -> None:
    """The fox on f7 may take a bird on file e and leave from there: two gains in two turns."""
    text = "3^3/4FT>/2D3T/7/6T/6T/3PT1D blue L2H6P7 B2F5D5T10 - - - - 5"
    position, solver = HuntNotation().read_position(text), FinalSolver(KOSMOS)
    solution = solver.solve(position)
    assert (solution.points, solution.tiles) == solver.minimax(position) == (3, 1)


def test_a_bear_alone_on_a_line_leaves_by_the_near_exit() -> None:
    text = "7/7/2T4/6B/7/7/^6 blue L2H7P8D7 BF6T14 - - - - 1"
    best = FinalSolver(KOSMOS).solve(HuntNotation().read_position(text)).best
    assert HuntNotation().write(best) == "h5-i5"


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)
def test_perfect_play_ends_with_the_promised_difference(rules: Rules) -> None:
    """Both sides follow the solver from six turns before the end: the first promise comes true."""
    game, solver = Hunt(rules), FinalSolver(rules)
    for position in final_positions(rules, 6, 8):
        side, before = position.to_move, score(position).points
        promised = solver.solve(position).points
        while game.legal(position):
            best = solver.solve(position).best
            assert best in game.legal(position)
            position = game.play(position, game.chances(position, best)[0][0])
        after = score(position).points
        won = (after[side] - before[side]) - (after[side.other] - before[side.other])
        assert won == promised


def test_a_search_cut_short_still_answers_with_a_legal_turn() -> None:
    game, solver = Hunt(KOSMOS), FinalSolver(KOSMOS)
    for position in final_positions(KOSMOS, 10, 5):
        solution = solver.solve(position, most_nodes=1)
        assert not solution.proven
        assert solution.best in game.legal(position)


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_a_search_cut_short_claims_no_more_than_it_knows(left: int) -> None:
    proven = unproven = 0
    for position in final_positions(KOSMOS, left, 20):
        whole = FinalSolver(KOSMOS).solve(position)
        for most in (1, 2, 5, 20, 100, 1000):
            solution = FinalSolver(KOSMOS).solve(position, most_nodes=most)
            proven += solution.proven
            unproven += not solution.proven
            if solution.proven:
                assert (solution.points, solution.tiles) == (whole.points, whole.tiles)
    assert proven
    assert unproven or left == 1


def test_the_same_number_of_nodes_gives_the_same_answer() -> None:
    for position in final_positions(KOSMOS, 10, 5):
        answers = {FinalSolver(KOSMOS).solve(position, most_nodes=20_000) for _ in range(2)}
        assert len(answers) == 1


def test_the_solver_takes_only_a_final_phase_that_goes_on() -> None:
    with pytest.raises(ValueError, match="final phase"):
        FinalSolver(KOSMOS).solve(Hunt(KOSMOS).start())


def test_the_engine_proves_its_turn_in_the_final_phase() -> None:
    engine = HuntEngine(Hunt(ONLINE))
    for position in final_positions(ONLINE, 5, 10):
        ((line,),) = engine.think(position, Limits(infinite=True), lambda: False)
        assert line.exact


def test_the_engine_stops_when_it_is_told() -> None:
    engine = HuntEngine(Hunt(KOSMOS))
    for position in final_positions(KOSMOS, 10, 3):
        ((line,),) = engine.think(position, Limits(infinite=True), lambda: True)
        assert line.moves[0] in Hunt(KOSMOS).legal(position)
