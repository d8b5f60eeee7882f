"""P11: the end of a round, what it counts, and that no draw can be claimed."""

import pytest
from pegs_tables import after, legal, refusal

from tallyho.contract import IllegalTurn, Outcome, Side
from tallyho.games.pegs import End, Pegs, PegsNotation, Rules

EIGHT = Pegs(Rules(holes=8))
read = PegsNotation(Rules(holes=8)).read_position


def test_p11_throwing_out_the_last_peg_ends_the_round_at_once() -> None:
    text = "......ww/w..b..../........ white 23"
    over = after(text, "c1xc4")
    assert over == "......ww/...w..../........ black -"
    assert legal(over) == ""


def test_p11_the_winners_extra_numbers_are_gone() -> None:
    text = "......ww/w..b..../........ white +334444"
    assert after(text, "c1xc4") == "......ww/...w..../........ black -"


def test_p11_nobody_acts_after_the_end() -> None:
    assert EIGHT.to_act(read("......ww/...w..../........ black -")) is None


def test_p11_nothing_happens_after_the_end() -> None:
    text = "......../...b..../........ white -"
    sentence = "P11: the round is over; begin a new one to play on"
    assert [refusal(text, event) for event in ("6-1", "c4-c5", "end")] == [sentence] * 3


def test_p11_the_pegs_left_are_points_and_tiles() -> None:
    outcome = EIGHT.outcome(read("......ww/...w..../........ black -"))
    assert outcome == Outcome(points=(3, 0), tiles=(3, 0))
    assert outcome.winner is Side.FIRST


def test_p11_black_wins_when_white_has_no_peg() -> None:
    outcome = EIGHT.outcome(read("......../...b..../........ white -"))
    assert outcome == Outcome(points=(0, 1), tiles=(0, 1))
    assert outcome.winner is Side.SECOND


def test_p11_the_round_goes_on_while_both_sides_have_a_peg() -> None:
    assert EIGHT.outcome(read("......w./...b..../........ white -")) is None


@pytest.mark.parametrize("announced", [None, End()])
def test_p11_a_draw_cannot_be_claimed(announced: End | None) -> None:
    with pytest.raises(IllegalTurn) as caught:
        EIGHT.claim(EIGHT.start(), announced)
    assert str(caught.value) == (
        "P11: the peg game knows no draw claim; offer your opponent a draw"
    )
