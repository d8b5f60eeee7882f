"""The peg game as the contract asks for it."""

import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

import tallyho.games.pegs as pegs
from tallyho.contract import CHANCE, Game, IllegalTurn, Side
from tallyho.games.pegs import End, Event, Pegs, PegsNotation, Position, Rules, Throw, Turn

GAME: Game[Position, Turn, Event] = Pegs()
EIGHT = Pegs(Rules(holes=8))
NOTATION = PegsNotation(Rules(holes=8))


def test_what_the_game_says_of_itself() -> None:
    assert (GAME.name, GAME.sides, GAME.rounds) == ("pegs", ("white", "black"), 1)


def test_the_rules_have_a_text() -> None:
    assert GAME.rules_text == "default"
    assert EIGHT.rules_text == "holes=8 doublets=opposites short=no"


def test_chance_acts_before_a_throw_and_a_side_after_it() -> None:
    assert GAME.to_act(GAME.start()) is CHANCE
    assert GAME.to_act(GAME.play(GAME.start(), Throw(1, 2))) is Side.FIRST


def test_there_is_nothing_to_choose_before_a_throw() -> None:
    assert GAME.legal(GAME.start()) == ()


def test_the_36_throws_are_equally_likely_and_in_order() -> None:
    throws = [(Throw(a, b), Fraction(1, 36)) for a in range(1, 7) for b in range(1, 7)]
    assert list(GAME.chances(GAME.start())) == throws


def test_no_throw_is_due_while_numbers_are_left_or_after_the_end() -> None:
    assert GAME.chances(GAME.play(GAME.start(), Throw(1, 2))) == ()
    assert EIGHT.chances(NOTATION.read_position("......../...b..../........ white -")) == ()


def test_a_legal_turn_comes_about_as_it_is() -> None:
    position = NOTATION.read_position("w......./......../b....... white +225555")
    for turn in EIGHT.legal(position):
        assert EIGHT.chances(position, turn) == ((turn, Fraction(1)),)


def test_an_illegal_turn_has_no_chances() -> None:
    with pytest.raises(IllegalTurn, match=r"^P3: "):
        GAME.chances(GAME.start(), End())


def test_turns_are_sorted_by_their_text() -> None:
    position = NOTATION.read_position("w.w...../.w....../..w...b. white +225555")
    texts = [str(turn) for turn in EIGHT.legal(position)]
    assert texts == sorted(texts)
    assert texts == ["c2-c4", "c2-c7", "end", "i3-i5", "i3-i8", "o1-o6", "o3-o5", "o3-o8"]


def test_ten_and_more_sort_as_text() -> None:
    notation = PegsNotation(Rules())
    position = notation.read_position("w.......ww../............/b........... white 2")
    assert [str(turn) for turn in GAME.legal(position)] == ["o1-o3", "o10-o12", "o9-o11"]


def test_games_and_positions_are_values() -> None:
    assert Pegs(Rules(holes=8)) == EIGHT
    assert {EIGHT.start(), EIGHT.start()} == {EIGHT.start()}


def test_a_position_shows_itself_as_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = SimpleNamespace(svg=lambda position: f"<svg>{position}</svg>")
    monkeypatch.setitem(sys.modules, "tallyho.games.pegs.picture", painter)
    assert GAME.start()._repr_svg_() == f"<svg>{GAME.start()}</svg>"


def test_the_public_names() -> None:
    assert sorted(pegs.__all__) == pegs.__all__
    assert all(hasattr(pegs, name) for name in pegs.__all__)
