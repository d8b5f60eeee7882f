"""The player in plain Python: the same rules, values and manners as with the kernel."""

import random
from collections.abc import Iterator, Sequence

import pytest

import tallyho.engine._kernel as inner
from tallyho.contract import Side
from tallyho.engine import CaptureFirst, Engine, HuntEngine, Limits, Line, hunt_rank, kernel
from tallyho.engine.hand import forecast
from tallyho.engine.kernel import FinalSolver, KernelRound
from tallyho.engine.plain import PlainSolver, PlainThinker
from tallyho.games.hunt import KOSMOS, ONLINE, Hunt, HuntDeal, HuntNotation, Move, Position, Rules
from tallyho.games.hunt.match import score
from tallyho.games.hunt.moves import ordinary_turns
from tallyho.games.hunt.threats import captures
from tallyho.play.dealer import SeededNumbers

RULE_SETS = pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without a compiler."""
    monkeypatch.setattr(kernel, "AVAILABLE", False)


without_kernel = pytest.mark.usefixtures("plain")
told = pytest.mark.filterwarnings("ignore:the compiled kernel is missing")


def rounds(rules: Rules, count: int) -> Iterator[Position]:
    """Every position of random rounds in which half of the turns take something if they can."""
    game = Hunt(rules)
    for seed in range(count):
        rng, deal = random.Random(seed), HuntDeal.shuffled(SeededNumbers(seed))
        position = game.start()
        while legal := game.legal(position):
            yield position
            takes = [turn for turn in legal if isinstance(turn, Move) and turn.captures]
            turn = rng.choice(takes if takes and rng.random() < 0.5 else legal)
            position = game.play(position, deal.event(turn, 0))


def last_lines(engine: Engine, position: Position, limits: Limits) -> Sequence[Line]:
    *_, lines = engine.think(position, limits, lambda: False)
    return lines


# The evaluation


@RULE_SETS
def test_the_hand_made_evaluation_is_the_kernels(rules: Rules) -> None:
    for position in rounds(rules, 30):
        assert forecast(position) == pytest.approx(
            inner.hand_forecast(KernelRound(rules, position).inner), abs=1e-4
        )


@RULE_SETS
def test_captures_are_those_among_the_turns(rules: Rules) -> None:
    for position in rounds(rules, 10):
        for side in Side:
            free = position._replace(to_move=side, bans=(None, None))
            turns = [turn for turn in ordinary_turns(free) if isinstance(turn, Move)]
            assert sorted(captures(position.board, side)) == sorted(
                turn for turn in turns if turn.captures
            )


# The final phase


@RULE_SETS
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_it_solves_the_last_turns_as_the_kernel_does(rules: Rules, left: int) -> None:
    mine, kernels, compared = PlainSolver(rules), FinalSolver(rules), 0
    for position in rounds(rules, 16):
        if position.left == left:
            found, true = mine.solve(position), kernels.solve(position)
            assert found.proven
            assert (found.points, found.tiles) == (true.points, true.tiles), str(position)
            compared += 1
    assert compared > 5


def test_a_solver_cut_short_claims_no_more_than_it_knows() -> None:
    unproven = 0
    for position in rounds(KOSMOS, 4):
        if position.left in (1, 2, 3):
            true = FinalSolver(KOSMOS).solve(position)
            for most in (1, 2, 10, 100):
                found = PlainSolver(KOSMOS).solve(position, most)
                assert found.best in Hunt(KOSMOS).legal(position)
                if found.proven:
                    assert (found.points, found.tiles) == (true.points, true.tiles)
                unproven += not found.proven
    assert unproven


@without_kernel
@told
def test_the_engine_proves_what_it_can() -> None:
    engine = HuntEngine(Hunt(KOSMOS))
    for position in rounds(KOSMOS, 4):
        if position.left == 3:
            (line,) = last_lines(engine, position, Limits(infinite=True))
            assert line.exact


# The search


@without_kernel
@told
@RULE_SETS
@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=300, multipv=3), Limits(level=1)])
def test_its_lines_are_legal_and_different_the_best_first(rules: Rules, limits: Limits) -> None:
    game, engine = Hunt(rules), HuntEngine(Hunt(rules))
    for position in list(rounds(rules, 3))[::7]:
        lines = last_lines(engine, position, limits)
        turns = {game.turn_of(line.moves[0]) for line in lines}
        assert len(lines) == len(turns) == min(limits.multipv, len(game.legal(position)))
        for line in lines:
            reached = position
            for event in line.moves:
                assert game.turn_of(event) in game.legal(reached)
                reached = game.play(reached, event)


@RULE_SETS
def test_the_same_number_of_nodes_gives_the_same_answer(rules: Rules) -> None:
    game, seen = Hunt(rules), list(rounds(rules, 1))[::9]
    thinker = PlainThinker(rules)
    first, again = (
        [thinker.think(position, game.legal(position), nodes=400) for position in order]
        for order in (seen, seen[::-1])
    )
    assert first == again[::-1]


@without_kernel
@told
def test_it_stops_when_it_is_told() -> None:
    game = Hunt(KOSMOS)
    for position in list(rounds(KOSMOS, 1))[::9]:
        *_, lines = HuntEngine(game).think(position, Limits(infinite=True), lambda: True)
        assert game.turn_of(lines[0].moves[0]) in game.legal(position)


def test_it_takes_a_bear_that_stands_before_the_gun() -> None:
    text = "???????/???????/???????/>2B3/???????/???????/??????? brown PD PD - - - 0 -"
    position = HuntNotation().read_position(text)
    report = PlainThinker(KOSMOS).think(position, Hunt(KOSMOS).legal(position), nodes=2000)
    assert HuntNotation().write(report.lines[0].events[0]) == "b5xe5"


def test_a_lead_changes_the_chance_to_win() -> None:
    position = next(rounds(KOSMOS, 1))
    legal = Hunt(KOSMOS).legal(position)
    chances = [
        PlainThinker(KOSMOS).think(position, legal, nodes=500, lead=lead).lines[0].win
        for lead in (-60, 0, 60)
    ]
    assert chances == sorted(chances)
    assert chances[0] < 20 < 80 < chances[2]


# Manners


@without_kernel
def test_it_says_that_the_kernel_is_missing() -> None:
    engine, position = HuntEngine(Hunt(KOSMOS)), Hunt(KOSMOS).start()
    with pytest.warns(RuntimeWarning, match="kernel is missing"):
        last_lines(engine, position, Limits(level=2))


@without_kernel
@told
@RULE_SETS
def test_it_beats_the_player_that_only_takes_what_it_can(rules: Rules) -> None:
    game = Hunt(rules)
    players = HuntEngine(game), CaptureFirst(game, hunt_rank)
    margins = [
        margin(game, (players[seat], players[1 - seat]), seed) * (1 - 2 * seat)
        for seed in range(3)
        for seat in (0, 1)
    ]
    assert sum(margins) > 60


def margin(game: Hunt, players: tuple[Engine, Engine], seed: int) -> int:
    """What blue, the first of them, wins more than brown."""
    deal, position = HuntDeal.shuffled(SeededNumbers(seed)), game.start()
    while game.outcome(position) is None:
        (line,) = last_lines(players[position.to_move], position, Limits(nodes=150))
        position = game.play(position, deal.event(game.turn_of(line.moves[0]), 0))
    blue, brown = score(position).points
    return blue - brown
