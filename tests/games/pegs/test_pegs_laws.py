"""Laws that hold in every position: legality, round trips, conservation, calm readers, an end."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pegs_tables import all_rules, random_round, tables

from tallyho.contract import IllegalTurn, NotationError, Side
from tallyho.games.pegs import Circle, End, Event, Hole, Pegs, PegsNotation, Play, Position, Rules
from tallyho.games.pegs.dice import THROWS
from tallyho.games.pegs.position import start


@cache
def conceivable(holes: int) -> tuple[Event, ...]:
    """Everything that anybody could try, holes just off the board included."""
    places = [Hole(circle, at) for circle in Circle for at in range(0, holes + 2)]
    plays = [
        Play(origin, target, capture)
        for origin in places
        for target in places
        for capture in (False, True)
    ]
    return (*THROWS, End(), *plays)


def accepted(game: Pegs, position: Position, event: Event) -> bool:
    try:
        game.play(position, event)
    except IllegalTurn:
        return False
    return True


@settings(max_examples=100, deadline=None)
@given(tables())
def test_legal_is_exactly_what_play_accepts(table: tuple[Pegs, Position]) -> None:
    game, position = table
    taken = [event for event in conceivable(8) if accepted(game, position, event)]
    expected: list[Event] = list(game.legal(position))
    expected += [throw for throw, _ in game.chances(position)]
    assert sorted(map(str, taken)) == sorted(map(str, expected))
    assert set(taken) == set(expected)


@settings(max_examples=200, deadline=None)
@given(tables())
def test_a_position_reads_back_from_its_text(table: tuple[Pegs, Position]) -> None:
    game, position = table
    notation = PegsNotation(game.rules)
    assert notation.read_position(notation.write_position(position)) == position


@settings(max_examples=200, deadline=None)
@given(tables())
def test_only_captures_remove_pegs(table: tuple[Pegs, Position]) -> None:
    game, position = table
    mover = position.to_move
    for turn in game.legal(position):
        following = game.play(position, turn)
        lost = isinstance(turn, Play) and turn.capture
        assert following.pegs(mover) == position.pegs(mover)
        assert following.pegs(mover.other) == position.pegs(mover.other) - lost


@settings(max_examples=200, deadline=None)
@given(tables())
def test_whatever_follows_is_consistent(table: tuple[Pegs, Position]) -> None:
    game, position = table
    notation = PegsNotation(game.rules)
    events: list[Event] = list(game.legal(position))
    events += [throw for throw, _ in game.chances(position)]
    for event in events:
        following = game.play(position, event)
        assert notation.read_position(str(following)) == following


TEXTS = [
    "wwwwwwww/......../bbbbbbbb white -",
    "w......./......../b....... white 22+225555",
    "w......./......../b....... black 16",
    "......ww/...w..../........ black -",
    "6-1:o8-c1,c1-c7",
    "2-2:o6-o8,o4-o6,end",
    "o8-c1",
    "c1xc7",
    "3-4",
    "end",
]
SCRAPS = st.sampled_from([*"wb./ -+x:,oci0123456789\n\t\x00²٣é\ud800🎲", "white", "end", "9" * 50])


@st.composite
def mutilated(draw: st.DrawFn) -> str:
    """A good text with a few pieces cut out and scraps put in."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 3)))
        text = text[:begin] + draw(SCRAPS | st.just("")) + text[end:]
    return text


def read_and_write(reader: Callable[[str], object], text: str) -> str:
    """The text of what was read, or the complaint about it."""
    try:
        return str(reader(text))
    except NotationError as error:
        return f"refused {error.field}: {error.reason}"


def calm(answer: str, text: str) -> bool:
    """Whether an answer is the text itself, or a complaint on one line."""
    return answer == text or (answer.startswith("refused ") and answer.isprintable())


@settings(max_examples=300, deadline=None)
@given(mutilated() | st.text())
def test_readers_raise_nothing_but_notation_errors(text: str) -> None:
    notation = PegsNotation(Rules(holes=8))
    for reader in (notation.read_position, notation.read_turn, notation.read_event):
        assert calm(read_and_write(reader, text), text)

    def again(token: str) -> str:
        return " ".join(notation.write_record_turns(notation.read_record_turn(token)))

    assert calm(read_and_write(again, text), text)


@pytest.mark.parametrize("rules", all_rules(8, 9, 12), ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_p11_a_random_round_comes_to_an_end(rules: Rules, seed: int) -> None:
    pegs = rules.holes * 2
    last = start(rules)
    for before, event, following in random_round(Pegs(rules), seed):
        pegs -= isinstance(event, Play) and event.capture
        assert before == last
        last = following
    left = [last.pegs(side) for side in Side]
    assert sum(left) == pegs
    assert min(left) == 0
