"""The search before the final phase, and the engine that is built on it."""

import random
from collections.abc import Iterator

import pytest

from tallyho.contract import Side
from tallyho.engine import HuntEngine, Limits
from tallyho.engine.kernel import Thinker
from tallyho.games.hunt import (
    KOSMOS,
    ONLINE,
    Hunt,
    HuntDeal,
    HuntNotation,
    Move,
    Position,
    Rules,
    TurnedOver,
)
from tallyho.play.dealer import SeededNumbers


def never() -> bool:
    return False


def positions(rules: Rules, seed: int, count: int) -> Iterator[Position]:
    """Positions with face-down tiles from random rounds."""
    game, chance = Hunt(rules), random.Random(seed)
    while count:
        deal, position = HuntDeal.shuffled(SeededNumbers(chance.randrange(10**6))), game.start()
        for _ in range(chance.randrange(60)):
            if position.left is not None:
                break
            position = game.play(position, deal.event(chance.choice(game.legal(position)), 0))
        if position.left is None:
            count -= 1
            yield position


def read(text: str, rules: Rules = KOSMOS) -> Position:
    return HuntNotation(rules).read_position(text)


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE])
@pytest.mark.parametrize("level", [1, 4, 7, 9])
def test_every_level_plays_legal_turns(rules: Rules, level: int) -> None:
    game = Hunt(rules)
    engine = HuntEngine(game)
    for position in positions(rules, level, 10):
        *_, lines = engine.think(position, Limits(level=level), never)
        assert game.turn_of(lines[0].moves[0]) in game.legal(position)


def test_the_same_number_of_nodes_gives_the_same_answer_whatever_was_seen_before() -> None:
    engine = HuntEngine(Hunt(KOSMOS))
    seen = list(positions(KOSMOS, 1, 5))
    first, again = (
        [list(engine.think(position, Limits(nodes=5000), never))[-1] for position in order]
        for order in (seen, list(reversed(seen)))
    )
    assert first == list(reversed(again))


def test_a_line_is_a_sequence_of_legal_events() -> None:
    game = Hunt(KOSMOS)
    for position in positions(KOSMOS, 2, 10):
        *_, lines = HuntEngine(game).think(position, Limits(nodes=3000, multipv=3), never)
        for line in lines:
            reached = position
            for event in line.moves:
                assert game.turn_of(event) in game.legal(reached)
                reached = game.play(reached, event)


def test_several_lines_are_different_turns_the_best_first() -> None:
    game = Hunt(KOSMOS)
    for position in positions(KOSMOS, 3, 10):
        *_, lines = HuntEngine(game).think(position, Limits(depth=3, multipv=4), never)
        turns = [game.turn_of(line.moves[0]) for line in lines]
        assert len(set(turns)) == len(turns) == min(4, len(game.legal(position)))
        assert lines[0].score >= lines[1].score


def test_it_takes_a_bear_that_stands_before_the_gun() -> None:
    position = read(bear_before_the_gun())
    *_, lines = HuntEngine(Hunt(KOSMOS)).think(position, Limits(nodes=2000), never)
    move = lines[0].moves[0]
    assert isinstance(move, Move)
    assert position.board[move.target] == "B"


def bear_before_the_gun() -> str:
    """A hunter on b5 whose gun points right at a bear on e5; the rest is face down or gone."""
    return "???????/???????/???????/>2B3/???????/???????/??????? brown PD PD - - - 0 -"


def test_more_threads_play_legal_turns_too() -> None:
    game = Hunt(ONLINE)
    for position in positions(ONLINE, 4, 5):
        *_, lines = HuntEngine(game).think(position, Limits(movetime=20, threads=2), never)
        assert game.turn_of(lines[0].moves[0]) in game.legal(position)


def test_it_stops_when_it_is_told_and_still_answers() -> None:
    game = Hunt(KOSMOS)
    for position in positions(KOSMOS, 5, 3):
        *_, lines = HuntEngine(game).think(position, Limits(infinite=True), lambda: True)
        assert game.turn_of(lines[0].moves[0]) in game.legal(position)


def test_depth_is_a_limit() -> None:
    for position in positions(KOSMOS, 6, 3):
        depths = [
            lines[0].depth
            for lines in HuntEngine(Hunt(KOSMOS)).think(position, Limits(depth=2), never)
        ]
        assert max(depths) == 2


def test_a_lead_changes_the_chance_to_win_and_not_the_rules() -> None:
    position = Hunt(KOSMOS).start()
    chances = []
    for lead in (-60, 0, 60):
        *_, lines = HuntEngine(Hunt(KOSMOS)).think(position, Limits(nodes=2000, lead=lead), never)
        chances.append(lines[0].win)
    assert chances[0] is not None
    assert chances == sorted(chances, key=lambda chance: chance or 0)
    assert chances[0] < 20 < 80 < (chances[2] or 0)


def test_the_chance_to_win_is_the_side_to_moves() -> None:
    blue = read("???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -")
    for side in Side:
        position = blue._replace(to_move=side)
        *_, lines = HuntEngine(Hunt(KOSMOS)).think(position, Limits(nodes=500, lead=100), never)
        assert (lines[0].win or 0) > 80


def test_a_turned_tile_in_a_line_is_one_of_the_bag() -> None:
    game = Hunt(KOSMOS)
    for position in positions(KOSMOS, 7, 10):
        *_, lines = HuntEngine(game).think(position, Limits(nodes=2000), never)
        for event in lines[0].moves:
            if isinstance(event, TurnedOver):
                assert event.face in "BFLPDT^>v<"


def test_a_thinker_refuses_a_round_that_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        Thinker(KOSMOS).think(Hunt(KOSMOS).start(), [])
