"""The API test: what every game of the catalog promises, whatever its rules are."""

import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import CHANCE, IllegalTurn, NotationError, Side, TallyhoError, perft, total
from tallyho.contract.perft import next_events
from tallyho.engine import Limits
from tallyho.play.dealer import SeededNumbers

RULE_SETS = [
    ("hunt", ""),
    ("hunt", "kosmos"),
    ("hunt", "online"),
    ("hunt", "ban=any claim=20 chase=yes rounds=3 final=2"),
    ("pegs", ""),
    ("pegs", "holes=8 doublets=plain"),
    ("pegs", "doublets=double short=yes"),
]


@pytest.fixture(params=RULE_SETS, ids=lambda chosen: " ".join(chosen))
def entry(request: pytest.FixtureRequest) -> Entry:
    name, rules = request.param
    return catalog.find(name, rules)


def walk(entry: Entry, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """A random round: each position, the event that followed, and the position after it."""
    rng, deal = random.Random(seed), entry.shuffle(SeededNumbers(seed))
    game, position, nth = entry.game, entry.game.start(), 0
    while game.outcome(position) is None:
        legal = game.legal(position)
        turn = rng.choice(legal) if legal else None
        event = turn
        if turn is None or game.chances(position, turn)[0][0] != turn:
            event = deal.event(turn, nth)
            nth += 1
        reached = game.play(position, event)
        yield position, event, reached
        position = reached


def test_every_game_of_the_catalog_is_tested_here() -> None:
    assert {name for name, _ in RULE_SETS} == set(catalog.GAMES)


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match="'chess' is none of hunt, pegs"):
        catalog.find("chess")


def test_the_rule_set_has_a_text_that_finds_it_again(entry: Entry) -> None:
    assert catalog.find(entry.name, entry.game.rules_text).game == entry.game


def test_the_rules_page_numbers_its_rules(entry: Entry) -> None:
    assert f"## {'H' if entry.name == 'hunt' else 'P'}1 " in catalog.rules_page(entry.name)


def test_a_round_comes_to_an_end_and_then_nobody_acts(entry: Entry) -> None:
    *_, (_, _, last) = walk(entry, 1)
    assert entry.game.to_act(last) is None
    assert entry.game.legal(last) == ()
    outcome = entry.game.outcome(last)
    assert outcome is not None
    assert min(*outcome.points, *outcome.tiles) >= 0


def test_nothing_is_played_after_the_end(entry: Entry) -> None:
    *_, (before, event, last) = walk(entry, 2)
    for tried in (event, *next_events(entry.game, before)):
        with pytest.raises(IllegalTurn):
            entry.game.play(last, tried)


def test_somebody_acts_exactly_while_the_round_lasts(entry: Entry) -> None:
    for position, _, _ in walk(entry, 3):
        actor = entry.game.to_act(position)
        legal = entry.game.legal(position)
        assert (actor is CHANCE) == (not legal)
        assert actor is CHANCE or isinstance(actor, Side)


def test_legal_turns_are_sorted_by_text_and_distinct(entry: Entry) -> None:
    for position, _, _ in walk(entry, 4):
        texts = [entry.notation.write(turn) for turn in entry.game.legal(position)]
        assert texts == sorted(set(texts))


def test_chances_are_exact_and_each_can_be_played(entry: Entry) -> None:
    for index, (position, _, _) in enumerate(walk(entry, 5)):
        if index % 5:
            continue
        for turn in entry.game.legal(position)[:8] or (None,):
            chances = entry.game.chances(position, turn)
            assert sum(probability for _, probability in chances) == Fraction(1)
            for event, probability in chances:
                assert probability > 0
                assert entry.game.turn_of(event) == turn
                entry.game.play(position, event)


def test_positions_are_values(entry: Entry) -> None:
    for position, event, reached in walk(entry, 6):
        kept, text = hash(position), entry.notation.write_position(position)
        assert entry.game.play(position, event) == reached
        assert hash(position) == kept
        assert entry.notation.write_position(position) == text
        assert pickle.loads(pickle.dumps(position)) == position


def test_positions_turns_and_events_read_back(entry: Entry) -> None:
    notation = entry.notation
    for position, event, _ in walk(entry, 7):
        text = notation.write_position(position)
        assert notation.write_position(notation.read_position(text)) == text
        assert notation.read_event(notation.write(event)) == event
        for turn in entry.game.legal(position):
            assert notation.read_turn(notation.write(turn)) == turn


def test_record_turns_read_back_to_the_same_events(entry: Entry) -> None:
    events = [event for _, event, _ in walk(entry, 8)]
    tokens = list(entry.notation.write_record_turns(events))
    read = [event for token in tokens for event in entry.notation.read_record_turn(token)]
    assert read == events


def test_perft_counts_what_can_be_played(entry: Entry) -> None:
    game, start = entry.game, entry.game.start()
    events = list(next_events(game, start))
    assert perft(game, start, 0) == 1
    assert perft(game, start, 1) == len(events)
    below = sum(perft(game, game.play(start, event), 1) for event in events)
    assert perft(game, start, 2) == below


def test_a_claim_at_the_start_is_refused_with_a_rule_number(entry: Entry) -> None:
    with pytest.raises(IllegalTurn) as caught:
        entry.game.claim(entry.game.start())
    assert caught.value.rule in ("H18", "P11")


def test_pictures_and_drawings_can_be_made(entry: Entry) -> None:
    for index, (position, _, _) in enumerate(walk(entry, 10)):
        if index % 10 == 0:
            assert position._repr_svg_().startswith("<svg")
            assert position.draw()


def test_the_engine_answers_with_a_legal_turn(entry: Entry) -> None:
    for position, _, _ in walk(entry, 11):
        if legal := entry.game.legal(position):
            *_, lines = entry.engine.think(position, Limits(nodes=200, multipv=3), lambda: False)
            assert 1 <= len(lines) <= 3
            assert {entry.game.turn_of(line.moves[0]) for line in lines} <= set(legal)


@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("text", ["?", "a=b", "holes=0", "final=0", "kosmos online", "=", " ", "²"])
def test_bad_rule_texts_are_refused_with_a_documented_error(name: str, text: str) -> None:
    with pytest.raises(TallyhoError):
        catalog.find(name, text)


def test_total_adds_up_by_seat() -> None:
    entry = catalog.find("hunt")
    ends = []
    for seed in (1, 2):
        *_, (_, _, last) = walk(entry, seed)
        ends.append(entry.game.outcome(last))
    one, two = ends
    assert one is not None
    assert two is not None
    expected = (one.points[0] + two.points[1], one.points[1] + two.points[0])
    assert total([one, two]).points == expected
