"""The sparring partner by rollouts: legal, repeatable, not blind, and better than greed."""

import random

import pytest

from tallyho.engine import CaptureFirst, Engine, HuntEngine, Limits, Line, hunt_rank
from tallyho.engine.uct import UctEngine
from tallyho.games.hunt import (
    BLUE,
    BROWN,
    KOSMOS,
    ONLINE,
    SPACE,
    Ban,
    Hunt,
    HuntDeal,
    HuntNotation,
    Position,
    Rules,
    Turn,
)
from tallyho.games.hunt.board import from_rows
from tallyho.games.hunt.match import score
from tallyho.play.dealer import SeededNumbers

PRESETS = pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)


def lines(engine: Engine, position: Position, limits: Limits) -> list[Line]:
    """What the engine says when nobody stops it."""
    (answer,) = engine.think(position, limits, lambda: False)
    return list(answer)


def best(engine: Engine, position: Position, nodes: int) -> Turn:
    """The turn that it would make."""
    turn: Turn = lines(engine, position, Limits(nodes=nodes))[0].moves[0]
    return turn


def round_between(game: Hunt, blue: Engine, brown: Engine, seed: int, nodes: int) -> Position:
    """Play a round of this deal; the referee refuses what is illegal."""
    deal, position = HuntDeal.shuffled(SeededNumbers(seed)), game.start()
    while game.outcome(position) is None:
        engine = blue if position.to_move == BLUE else brown
        position = game.play(position, deal.event(best(engine, position, nodes), 0))
    return position


def lead(position: Position, side: int) -> int:
    """Points that the side has won more than the other."""
    points = score(position).points
    return points[side] - points[1 - side]


@PRESETS
def test_its_turns_are_legal_to_the_end_of_the_round(rules: Rules) -> None:
    game = Hunt(rules)
    for seed in range(2):
        end = round_between(game, UctEngine(game, 1), UctEngine(game, 2), seed, nodes=30)
        assert game.outcome(end) is not None


@PRESETS
def test_every_line_is_a_legal_turn_and_the_most_visited_comes_first(rules: Rules) -> None:
    game, engine = Hunt(rules), UctEngine(Hunt(rules))
    answer = lines(engine, game.start(), Limits(nodes=500, multipv=5))
    assert len({line.moves for line in answer}) == 5
    assert all(line.moves[0] in game.legal(game.start()) for line in answer)
    assert answer[0] == lines(engine, game.start(), Limits(nodes=500))[0]
    assert {line.nodes for line in answer} == {500}


def test_the_same_seed_and_nodes_give_the_same_lines() -> None:
    game, limits = Hunt(KOSMOS), Limits(nodes=2000, multipv=9)
    first, again, other = (lines(UctEngine(game, s), game.start(), limits) for s in (5, 5, 6))
    assert first == again
    assert first != other


# A hunter looks along rank 8 at a bear; four trees lie face down.
FREE_BEAR = ">2B3/7/7/6F/7/7/????3 brown L2H7P8 BF5D7T11 - - - 3 -"


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_a_free_bear(seed: int) -> None:
    notation = HuntNotation(KOSMOS)
    position = notation.read_position(FREE_BEAR)
    turn = best(UctEngine(Hunt(KOSMOS), seed), position, nodes=300)
    assert notation.write(turn) == "b8xe8"


def last_turns(game: Hunt, left: int, seed: int) -> Position | None:
    """A position of a random round with so many turns left, unless it ended early."""
    rng, deal = random.Random(seed), HuntDeal.shuffled(SeededNumbers(seed))
    position = game.start()
    while position.left != left:
        if not (legal := game.legal(position)):
            return None
        position = game.play(position, deal.event(rng.choice(legal), 0))
    return position if game.legal(position) else None


@PRESETS
@pytest.mark.parametrize(("left", "nodes"), [(1, 300), (2, 3000), (3, 20_000)])
def test_it_agrees_with_the_exact_solver_on_the_last_turns(
    rules: Rules, left: int, nodes: int
) -> None:
    """Its turn is worth as much as the best one, whichever of the best it is."""
    game = Hunt(rules)
    found = [last_turns(game, left, seed) for seed in range(12)]
    for position in filter(None, found):
        exact = lines(HuntEngine(game), position, Limits(infinite=True, multipv=999))
        worth = {line.moves[0]: line.score for line in exact}
        turn = best(UctEngine(game), position, nodes)
        assert worth[turn] == exact[0].score, str(position)
    assert sum(position is not None for position in found) >= 8


def test_the_score_of_the_last_turn_is_the_final_difference() -> None:
    game = Hunt(KOSMOS)
    position = last_turns(game, 1, 3)
    assert position is not None
    (line,) = lines(UctEngine(game), position, Limits(nodes=200))
    end = game.play(position, line.moves[0])
    assert line.score == lead(end, position.to_move)
    assert line.win == (100 if line.score > 0 else 0)


def test_it_beats_greed_on_paired_deals() -> None:
    """Each deal is played with either colour, so that the luck of the deal cancels out."""
    game = Hunt(KOSMOS)
    engine, greed = UctEngine(game), CaptureFirst(game, hunt_rank)
    margins = [
        lead(round_between(game, engine, greed, seed, nodes=150), BLUE)
        + lead(round_between(game, greed, engine, seed, nodes=150), BROWN)
        for seed in range(8)
    ]
    assert sum(margins) > 0
    assert sum(margin > 0 for margin in margins) >= 6


def test_h19_it_leaves_a_chase_that_the_kernel_does_not_know_of() -> None:
    """A hunter drives a fox around twice in a long final phase."""
    game = Hunt(Rules(chase=True, final=30))
    notation = HuntNotation(game.rules)
    bans = (Ban(SPACE["h8"], SPACE["h3"]), Ban(SPACE["c8"], SPACE["c3"]))
    won = ((2, 5, 2, 7, 8, 7, 0), (0, 0, 0, 0, 0, 0, 15))
    board = from_rows((".>....F", *["......."] * 6))
    position = Position(board, BLUE, won, None, bans, None, 40)
    chase = notation.read_turn("h8-h5")
    assert chase in {line.moves[0] for line in all_lines(game, position)}
    for text in ("h8-h5", "c8-c5", "h5-h3", "c5-c3", "h3-h8", "c3-c8") * 2:
        position = game.play(position, notation.read_event(text))
    answer = {line.moves[0] for line in all_lines(game, position)}
    assert answer == set(game.legal(position))
    assert chase not in answer


def all_lines(game: Hunt, position: Position) -> list[Line]:
    """A line for every turn: so many rollouts try them all."""
    return lines(UctEngine(game), position, Limits(nodes=5000, multipv=999))


def test_it_stops_when_it_is_told() -> None:
    game = Hunt(KOSMOS)
    asked = iter([False, False, True])
    ((line,),) = UctEngine(game).think(
        game.start(), Limits(infinite=True), lambda: next(asked, True)
    )
    assert line.moves[0] in game.legal(game.start())


def test_it_stops_by_itself_when_the_time_is_used_up() -> None:
    game = Hunt(KOSMOS)
    (line,) = lines(UctEngine(game), game.start(), Limits(movetime=10))
    assert line.nodes >= 1


def test_a_finished_round_has_no_lines() -> None:
    game = Hunt(KOSMOS)
    greed = CaptureFirst(game, hunt_rank)
    end = round_between(game, greed, greed, seed=1, nodes=1)
    assert lines(UctEngine(game), end, Limits(nodes=10)) == []
