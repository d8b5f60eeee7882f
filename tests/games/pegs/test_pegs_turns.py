"""P3, P8 and P9: throws, the numbers they give, and when the dice pass."""

import pytest
from pegs_tables import after, legal, refusal

from tallyho.contract import IllegalTurn
from tallyho.games.pegs import Circle, End, Hole, Pegs, Play, Position, Rules, Throw
from tallyho.games.pegs.dice import THROWS, remainders, spend, thrown

START = "wwwwwwww/......../bbbbbbbb white -"


def test_p1_a_play_made_in_code_must_name_holes_of_the_board() -> None:
    game = Pegs(Rules(holes=8))
    position = game.play(game.start(), Throw(6, 1))
    with pytest.raises(IllegalTurn) as caught:
        game.play(position, Play(Hole(Circle.OUTER, 9), Hole(Circle.CENTRE, 1)))
    assert str(caught.value) == "P1: there is no o9; each circle has holes 1 to 8"


def test_p3_white_throws_first() -> None:
    assert str(Pegs().start()).endswith(" white -")


def test_p3_the_dice_are_thrown_before_anything_is_played() -> None:
    sentence = "P3: white has not thrown yet; throw the dice first"
    assert refusal(START, "o8-c1") == sentence
    assert refusal(START, "end") == sentence


def test_p3_the_numbers_are_played_before_the_next_throw() -> None:
    text = "w......./......../b....... white 3"
    assert refusal(text, "6-1") == "P3: white has numbers to play before the dice are thrown again"


@pytest.mark.parametrize("throw", [Throw(0, 1), Throw(1, 7), Throw(-1, 3)])
def test_p3_a_die_has_six_faces(throw: Throw) -> None:
    with pytest.raises(IllegalTurn, match=r"^P3: a die shows 1 to 6"):
        Pegs().play(Pegs().start(), throw)


def test_p3_the_dice_pass_after_the_last_number() -> None:
    assert after("w......./......../b....... white -", "3-2 o1-o4 o4-o6") == (
        ".....w../......../b....... black -"
    )


def test_p3_both_ways_to_write_a_throw_give_the_same_numbers() -> None:
    assert after(START, "6-1") == after(START, "1-6") == "wwwwwwww/......../bbbbbbbb white 16"


def test_p8_the_numbers_are_played_in_either_order() -> None:
    assert legal("w......./......../b....... white 24") == "o1-o3 o1-o5"


def test_p8_the_numbers_may_go_to_different_pegs() -> None:
    assert after("ww....../......../b....... white 24", "o1-o5 o2-o4") == (
        "...ww.../......../b....... black -"
    )


def test_p8_a_number_that_is_not_left_is_refused() -> None:
    text = "w......./......../b....... white 24"
    assert refusal(text, "o1-o6") == "P8: o1-o6 takes a 5, which is not left; play 2 or 4"


def test_p8_a_number_that_can_be_played_must_be_played() -> None:
    text = "w......./......../b....... white 24"
    assert refusal(text, "end") == (
        "P8: 2 can still be played, for instance o1-o3; play it before the end"
    )


def test_p8_a_throw_with_which_nothing_can_be_played_passes_at_once() -> None:
    assert after(START, "3-4") == "wwwwwwww/......../bbbbbbbb black -"


def test_p8_a_number_may_become_playable_after_another() -> None:
    assert legal("wwwwwwww/......../bbbbbbbb white 16") == "o8-c1"
    assert after(START, "6-1 o8-c1") == "wwwwwww./w......./bbbbbbbb white 6"
    assert legal("wwwwwww./w......./bbbbbbbb white 6") == "c1-c7 o2-o8"


def test_p8_a_number_that_has_become_unplayable_is_lost() -> None:
    text = ".....w../......../b....... white 12"
    assert legal(text) == "o6-o7 o6-o8"
    assert after(text, "o6-o7") == "......w./......../b....... black -"


def test_p8_needs_no_look_ahead() -> None:
    text = ".....w../......../b....... white 12"
    assert after(text, "o6-o8 o8-c1") == "......../w......./b....... black -"


def test_p9_a_doublet_gives_two_more_and_four_opposites() -> None:
    assert after("w......./......../b....... white -", "2-2") == (
        "w......./......../b....... white 22+225555"
    )


def test_p9_the_extras_are_written_in_ascending_order() -> None:
    assert after("w......./......../b....... white -", "5-5") == (
        "w......./......../b....... white 55+222255"
    )


def test_p9_double_gives_two_more_only() -> None:
    assert after("w......./......../b....... white -", "2-2", "doublets=double") == (
        "w......./......../b....... white 22+22"
    )


def test_p9_plain_gives_no_extras() -> None:
    assert after("w......./......../b....... white -", "2-2", "doublets=plain") == (
        "w......./......../b....... white 22"
    )


def test_p9_an_extra_may_be_played_before_the_compulsory_numbers() -> None:
    assert after("w......./......../b....... white 22+225555", "o1-o6") == (
        ".....w../......../b....... white 22+22555"
    )


def test_p9_a_number_is_compulsory_first() -> None:
    assert after("w......./......../b....... white 22+225555", "o1-o3") == (
        "..w...../......../b....... white 2+225555"
    )
    assert spend((), (2, 2, 5), 2) == ((), (2, 5))


def test_p9_the_turn_cannot_end_while_a_compulsory_number_can_be_played() -> None:
    text = "w......./......../b....... white 2+225555"
    assert legal(text) == "o1-o3 o1-o6"
    assert refusal(text, "end").startswith("P8: 2 can still be played, for instance o1-o3")


def test_p9_the_turn_may_end_when_only_extras_are_left() -> None:
    text = "w......./......../b....... white +225555"
    assert legal(text) == "end o1-o3 o1-o6"
    assert after(text, "end") == "w......./......../b....... black -"


def test_p9_the_turn_may_end_when_the_compulsory_number_is_stuck() -> None:
    text = "..w...../......../b....... white 6+111166"
    assert legal(text) == "end o3-o4"
    assert after(text, "end") == "..w...../......../b....... black -"


def test_p9_an_extra_that_frees_a_compulsory_number_takes_the_end_away() -> None:
    text = "......ww/......../b....... white 66+111166"
    assert legal(text) == "end o8-c1"
    assert legal(after(text, "o8-c1")) == "c1-c2 c1-c7 o7-o8"


def test_p9_an_extra_one_is_a_tally_too() -> None:
    assert after(START, "6-6") == "wwwwwwww/......../bbbbbbbb white 66+111166"
    assert legal("wwwwwwww/......../bbbbbbbb white 66+111166") == "end o8-c1"


def test_p9_the_dice_pass_when_no_extra_can_be_played() -> None:
    text = ".....w../......../b....... white 2+225555"
    assert after(text, "o6-o8") == ".......w/......../b....... black -"


def test_p9_a_doublet_gives_no_second_throw() -> None:
    text = "w......./......../b....... white 22"
    assert after(text, "o1-o3 o3-o5", "doublets=plain") == "....w.../......../b....... black -"


def test_p9_an_end_needs_something_to_leave() -> None:
    stuck = Position((".......w", "........", "b......."), Pegs().start().to_move, (2,))
    with pytest.raises(IllegalTurn, match=r"^P9: "):
        Pegs(Rules(holes=8)).play(stuck, End())
    assert Pegs(Rules(holes=8)).legal(stuck) == ()


@pytest.mark.parametrize(("doublets", "most"), [("opposites", 8), ("double", 4), ("plain", 2)])
def test_p9_how_many_numbers_a_throw_can_give(doublets: str, most: int) -> None:
    rules = Rules(doublets=doublets)
    assert max(len(must + may) for must, may in (thrown(rules, t) for t in THROWS)) == most


def test_p9_what_can_remain_of_a_plain_throw() -> None:
    # 6 single numbers, 15 pairs of different ones, 6 doublets.
    assert len(remainders(Rules(doublets="plain"))) == 27
