"""The peg game's player: legal, repeatable, true to its limits, and better than it was."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from tallyho.contract import CHANCE, Side
from tallyho.engine import CaptureFirst, Engine, Limits, Line, kernel, pegs_rank, pegs_throws
from tallyho.engine.pegs import PegsEngine
from tallyho.engine.pegs_evaluation import Value, evaluate
from tallyho.engine.pegs_kernel import ThrowSearch
from tallyho.games.pegs import Pegs, PegsDeal, PegsNotation, Position, Rules
from tallyho.play.dealer import SeededNumbers

RULE_SETS = [
    Rules(),
    Rules(holes=8, doublets="plain"),
    Rules(holes=9, doublets="double", short=True),
    Rules(holes=16, short=True),
]
SMALL = Rules(holes=8, doublets="plain")
LAST_PEG = "......../.w....b./......w. white 25"


def never() -> bool:
    return False


def at_once() -> bool:
    return True


def small(text: str) -> Position:
    return PegsNotation(SMALL).read_position(text)


def last_lines(
    engine: Engine, position: Position, limits: Limits, stopped: Callable[[], bool] = never
) -> list[Line]:
    *_, lines = engine.think(position, limits, stopped)
    return list(lines)


def thrown(game: Pegs, seed: int, count: int) -> list[Position]:
    """Positions of a random round in which there is something to play, from its middle on."""
    chance, position, found = random.Random(seed), game.start(), []
    while len(found) < 40 + count:
        legal = game.legal(position)
        if legal:
            found.append(position)
        events = legal or [throw for throw, _ in game.chances(position)]
        position = game.play(position, chance.choice(events)) if events else game.start()
    return found[40:]


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
@pytest.mark.parametrize(
    "limits", [Limits(level=1), Limits(level=6), Limits(depth=1), Limits(nodes=500)], ids=str
)
def test_every_line_can_be_played_to_its_end(rules: Rules, limits: Limits) -> None:
    game, engine = Pegs(rules), PegsEngine(Pegs(rules), random.Random(1))
    for position in thrown(game, 1, 25):
        [line] = last_lines(engine, position, limits)
        for turn in line.moves:
            assert turn in game.legal(position)
            position = game.play(position, turn)


@pytest.mark.parametrize("level", range(1, 11))
def test_every_level_answers_at_once_when_told_to_stop(level: int) -> None:
    game = Pegs()
    for position in thrown(game, 2, 5):
        [line] = last_lines(PegsEngine(game), position, Limits(level=level), at_once)
        assert line.moves[0] in game.legal(position)


def test_the_same_number_of_nodes_gives_the_same_lines() -> None:
    game = Pegs()
    for position in thrown(game, 3, 8):
        one, two = (
            list(PegsEngine(game).think(position, Limits(nodes=3000), never)) for _ in range(2)
        )
        assert one == two


def test_nodes_are_a_limit() -> None:
    game = Pegs(Rules(doublets="plain"))
    for position in thrown(game, 4, 8):
        (first, *_), more = (
            list(PegsEngine(game).think(position, Limits(nodes=nodes), never)) for nodes in (1, 900)
        )
        assert more[-1][0].nodes <= max(900, first[0].nodes)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_depth_is_the_number_of_throws_looked_at(depth: int) -> None:
    game = Pegs(SMALL)
    position = small("..w...w./.w..b.b./.b....wb white 25")
    lists = list(PegsEngine(game).think(position, Limits(depth=depth), never))
    assert [lines[0].depth for lines in lists] == list(range(1, depth + 1))


def test_several_lines_begin_differently_and_come_best_first() -> None:
    game = Pegs()
    for position in thrown(game, 5, 12):
        lines = last_lines(PegsEngine(game), position, Limits(depth=2, multipv=4))
        assert len({line.moves[0] for line in lines}) == len(lines)
        assert len(lines) == min(4, len(game.legal(position)))
        assert [line.score for line in lines] == sorted(
            (line.score for line in lines), reverse=True
        )


def test_the_best_of_all_lines_is_the_single_line() -> None:
    game = Pegs(Rules(doublets="plain"))
    for position in thrown(game, 6, 10):
        single, several = (
            last_lines(PegsEngine(game), position, Limits(depth=1, multipv=multipv))[0].score
            for multipv in (1, 99)
        )
        assert single == pytest.approx(several, abs=1e-4)


def test_the_last_peg_is_thrown_out_at_once_and_the_win_is_proven() -> None:
    [lines] = PegsEngine(Pegs(SMALL)).think(small(LAST_PEG), Limits(level=10), never)
    assert str(lines[0].moves[-1]) == "c2xc7"
    assert (lines[0].exact, lines[0].score, lines[0].win) == (True, 2.0, 100.0)


def test_a_forced_turn_is_not_thought_about() -> None:
    forced = small("wwwwwwww/......../bbbbbbbb white 16")
    lists = list(PegsEngine(Pegs(SMALL)).think(forced, Limits(infinite=True), never))
    assert [str(lines[0].moves[0]) for lines in lists[-1:]] == ["o8-c1"]


# The search against plain expectiminimax


def plain_chance(game: Pegs, position: Position) -> Value:
    """The average of the best answers to all 36 throws, by the readable rules."""
    sums = [0.0, 0.0]
    for throw, chance in game.chances(position):
        assert chance == Fraction(1, 36)
        reached = game.play(position, throw)
        value = evaluate(game.rules, reached).flipped()
        if reached.to_move is position.to_move:
            value = pegs_throws.candidates(game, reached, never)[0].value
        sums = [total + part / 36 for total, part in zip(sums, value, strict=True)]
    return Value(*sums)


@pytest.mark.parametrize(
    "text",
    [
        "..w...../.w..b.../.......b white 25",
        "......../w......b/b....w.. black 13",
        "b......./.......w/........ white 16",
    ],
)
def test_two_throws_deep_the_search_is_plain_expectiminimax(text: str) -> None:
    game, position = Pegs(SMALL), small(text)
    search = ThrowSearch(SMALL, position)
    assert search.deepen()
    for way in search.candidates():
        assert way.depth == 2
        assert way.value == pytest.approx(plain_chance(game, way.end).flipped(), abs=1e-4)


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_plain_python_finds_the_same_ways_to_play_as_the_kernel(rules: Rules) -> None:
    game = Pegs(rules)
    for position in thrown(game, 7, 30):
        if position.optional:
            continue  # doublets are cut, and by different widths
        plain = {way.end: way.value for way in pegs_throws.candidates(game, position, never)}
        found = {way.end: way.value for way in ThrowSearch(rules, position).candidates()}
        assert plain.keys() == found.keys()
        for end, value in plain.items():
            assert found[end] == pytest.approx(value, abs=1e-4)


# Without the kernel


def test_without_the_kernel_it_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    game, engine = Pegs(SMALL), PegsEngine(Pegs(SMALL), random.Random(1))
    for position in thrown(game, 8, 10):
        for limits in (Limits(multipv=3), Limits(level=1), Limits(level=7)):
            with pytest.warns(RuntimeWarning, match="kernel is missing"):
                lines = last_lines(engine, position, limits)
            assert {line.moves[0] for line in lines} <= set(game.legal(position))


def test_without_the_kernel_it_stops_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "AVAILABLE", False)
    game = Pegs(Rules(holes=30))
    position = game.play(game.start(), PegsNotation(game.rules).read_event("1-1"))
    with pytest.warns(RuntimeWarning, match="kernel is missing"):
        [line] = last_lines(PegsEngine(game), position, Limits(), at_once)
    assert line.moves[0] in game.legal(position)
    assert line.nodes == 1


# Strength


def lead(game: Pegs, white: Engine, black: Engine, limits: tuple[Limits, Limits], seed: int) -> int:
    """White's lead in pegs at the end of one round."""
    deal, position, throws = PegsDeal(SeededNumbers(seed)), game.start(), 0
    while (actor := game.to_act(position)) is not None:
        if actor is CHANCE:
            position = game.play(position, deal.event(None, throws))
            throws += 1
        else:
            assert isinstance(actor, Side)
            [line] = last_lines((white, black)[actor], position, limits[actor])
            position = game.play(position, line.moves[0])
    outcome = game.outcome(position)
    assert outcome is not None
    return outcome.points[0] - outcome.points[1]


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_it_beats_the_player_that_only_takes_what_it_can(rules: Rules) -> None:
    game = Pegs(rules)
    better, simple = PegsEngine(game), CaptureFirst(game, pegs_rank)
    limits = (Limits(depth=1), Limits(depth=1))
    total = sum(
        lead(game, better, simple, limits, seed) - lead(game, simple, better, limits, seed)
        for seed in range(8)
    )
    assert total > 0


def test_level_8_beats_level_2() -> None:
    game = Pegs()
    eight, two = PegsEngine(game, random.Random(8)), PegsEngine(game, random.Random(2))
    strong, weak = Limits(level=8), Limits(level=2)
    total = sum(
        lead(game, eight, two, (strong, weak), seed) - lead(game, two, eight, (weak, strong), seed)
        for seed in range(6)
    )
    assert total > 0
