"""The player in plain Python: the same rules, values and manners as with the kernel."""

import math
import random
from collections.abc import Iterator, Sequence

import pytest

import tallyho.engine._kernel as inner
from tallyho.contract import Side
from tallyho.engine import CaptureFirst, Engine, HuntEngine, Limits, Line, hunt_rank, kernel
from tallyho.engine.hand import forecast
from tallyho.engine.kernel import FinalSolver, KernelRound
from tallyho.engine.plain import PlainThinker
from tallyho.engine.plain_search import INFINITE, POINT, Goal, Halt, Search, standing_of
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


def last_turns(rules: Rules, left: int, count: int) -> list[Position]:
    """Positions of those rounds with so many turns left."""
    return [position for position in rounds(rules, count) if position.left == left]


# Brown's lumberjack may not go back, so it can only step aside.
ONE_TURN = "L2T3/7/2B4/7/3F1F1/2T3T/2T1T1F brown LH8P7D3 BF3PD4T10 - g4>g2 b8>b7 - 5"


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
@pytest.mark.parametrize("left", [1, 2, 3])
def test_as_deep_as_turns_are_left_its_values_are_the_solvers(rules: Rules, left: int) -> None:
    """Of every turn, points and tiles."""
    game, solver, compared = Hunt(rules), FinalSolver(rules), 0
    for position in last_turns(rules, left, 6):
        true = solver.solve(position)
        search = Search(rules, Goal(None), Halt(10**6, math.inf))
        values = [
            search.value_of(position, turn, left, -INFINITE, INFINITE, 0)
            for turn in game.legal(position)
        ]
        assert max(values) - standing_of(position) == POINT * true.points + true.tiles
        compared += 1
    assert compared > 3


@without_kernel
@told
@RULE_SETS
@pytest.mark.parametrize("left", [2, 3, 5])
def test_the_engine_proves_what_it_has_time_for(rules: Rules, left: int) -> None:
    """Several lines, a limit of depth and a match's lead change nothing of that."""
    game, solver, proven = Hunt(rules), FinalSolver(rules), 0
    for position in last_turns(rules, left, 4):
        won, solution = score(position).points, solver.solve(position)
        side = position.to_move
        final = won[side] - won[side.other] + solution.points
        for limits in (
            Limits(infinite=True, lead=4 - final),
            Limits(depth=left, multipv=3),
            Limits(depth=left - 1),
        ):
            line, *_ = last_lines(HuntEngine(game), position, limits)
            assert line.exact == (limits.depth != left - 1)
            if line.exact:
                assert line.score == final
                ahead = final + (limits.lead or 0)
                assert line.win == (100.0 if ahead > 0 else 0.0 if ahead < 0 else 50.0)
                proven += 1
    assert proven > 3


def test_one_turn_is_no_reason_to_stop_in_the_final_phase() -> None:
    position = HuntNotation().read_position(ONE_TURN)
    legal = Hunt(KOSMOS).legal(position)
    report = PlainThinker(KOSMOS).think(position, legal)
    assert len(legal) == 1
    assert report.lines[0].exact


def test_cut_short_it_claims_no_more_than_it_knows() -> None:
    game, unproven = Hunt(KOSMOS), 0
    for position in last_turns(KOSMOS, 3, 4):
        whole = PlainThinker(KOSMOS).think(position, game.legal(position)).lines[0]
        for most in (1, 2, 10, 100):
            (line,) = PlainThinker(KOSMOS).think(position, game.legal(position), nodes=most).lines
            assert line.events[0] in game.legal(position)
            if line.exact:
                assert line.points == whole.points
            unproven += not line.exact
    assert unproven


# The search


@without_kernel
@told
@RULE_SETS
@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(nodes=600, multipv=3), Limits(level=1)])
def test_its_lines_are_legal_and_different(rules: Rules, limits: Limits) -> None:
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
