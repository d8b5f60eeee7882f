"""P4, P5, P7 and P10: how far numbers carry, and what happens where a peg lands."""

from pegs_tables import after, legal, refusal

from tallyho.games.pegs import Circle, Hole, Play, Rules


def test_p4_a_tally_may_be_a_plain_step_of_one() -> None:
    assert legal("w......w/......../b....... white 1") == "o1-o2 o8-c1"


def test_p5_a_number_moves_a_peg_by_that_many_holes() -> None:
    text = "w......./......../b....... white 5"
    assert after(text, "o1-o6") == ".....w../......../b....... black -"


def test_p5_any_peg_of_the_side_may_take_the_number() -> None:
    assert legal("w......./.w....../..w....b white 3") == "c2-c5 i3-i6 o1-o4"


def test_p5_a_number_may_not_run_past_the_last_hole() -> None:
    assert legal("....w.../......../b....... white 34") == "o5-o8"


def test_p5_running_past_the_last_hole_is_explained() -> None:
    text = ".........w../............/b........... white 15"
    assert refusal(text, "o10-c3") == (
        "P5: 5 would run past hole 12; only a Tally takes a peg on hole 12 to the next circle"
    )


def test_p5_pegs_never_go_backwards() -> None:
    text = "...w..../......../b....... white 2"
    assert refusal(text, "o4-o2") == "P5: pegs run forward only; choose a hole beyond o4"
    assert refusal(text, "o4-o4") == "P5: pegs run forward only; choose a hole beyond o4"


def test_p5_no_die_shows_seven() -> None:
    text = "w......./......../b....... white 6"
    assert refusal(text, "o1-o8") == "P5: no die carries a peg 7 holes on; six is the most"


def test_p5_only_an_own_peg_can_be_moved() -> None:
    text = "w......./......../b....... white 2"
    assert refusal(text, "o2-o4") == "P5: no peg stands on o2; choose one of white's pegs"
    assert refusal(text, "i1-i3") == "P5: the peg on i1 is black's; choose one of white's"


def test_p7_landing_on_an_enemy_peg_throws_it_out() -> None:
    text = "......../w..b..../b....... white 3"
    assert after(text, "c1xc4") == "......../...w..../b....... black -"


def test_p7_a_peg_at_home_throws_an_intruder_out() -> None:
    text = "w.b...../......../b....... white 2"
    assert after(text, "o1xo3") == "..w...../......../b....... black -"


def test_p7_a_tally_into_the_next_circle_throws_out_too() -> None:
    text = ".......w/b......./b....... white 1"
    assert after(text, "o8xc1") == "......../w......./b....... black -"


def test_p7_pegs_of_both_sides_are_passed_freely() -> None:
    assert legal("wwb...../......../b....... white 5") == "o1-o6 o2-o7"


def test_p7_landing_on_an_own_peg_is_refused() -> None:
    text = "w.w...../......../b....... white 2"
    assert legal(text) == "o3-o5"
    assert refusal(text, "o1-o3") == (
        "P7: your own peg stands on o3; land somewhere else or play another number"
    )


def test_p7_an_own_peg_on_hole_1_holds_the_tally_up() -> None:
    assert legal(".......w/w......./b....... white 1") == "c1-c2"


def test_p7_a_number_that_only_finds_own_pegs_is_lost() -> None:
    text = ".....w.w/......../b....... white -"
    assert after(text, "2-6") == ".....w.w/......../b....... black -"


def test_p7_a_capture_is_written_with_an_x() -> None:
    text = "......../w..b..../b....... white 3"
    assert refusal(text, "c1-c4") == "P7: a black peg stands on c4; throw it out with c1xc4"


def test_p7_a_move_to_an_empty_hole_is_written_with_a_dash() -> None:
    text = "......../w......./b....... white 3"
    assert refusal(text, "c1xc4") == "P7: nobody stands on c4; go there with c1-c4"


def test_p10_a_number_carries_over_the_mark_into_the_enemys_circle() -> None:
    text = "......../......w./b......b white 5"
    assert legal(text, "short=yes") == "c7-i4"
    assert after(text, "c7-i4", "short=yes") == "......../......../b..w...b black -"


def test_p10_black_carries_over_into_the_outer_circle() -> None:
    assert legal("w......w/......b./........ black 3", "short=yes") == "c7-o2"


def test_p10_a_peg_carried_over_throws_out_what_it_lands_on() -> None:
    assert legal("......../.......w/..b..... white 3", "short=yes") == "c8xi3"


def test_p10_a_one_from_the_last_hole_of_the_centre_is_nothing_special() -> None:
    assert legal("......../.......w/..b..... white 12", "short=yes") == "c8-i1 c8-i2"


def test_p10_leaving_home_still_needs_a_tally() -> None:
    text = "......ww/......../b....... white 13"
    assert legal(text, "short=yes") == "o8-c1"
    assert refusal(text, "o7-c2", "short=yes") == (
        "P5: 3 would run past hole 8; only a Tally takes a peg on hole 8 to the next circle"
    )


def test_p10_coming_back_to_the_centre_still_needs_a_tally() -> None:
    assert legal("......../......../b.....ww white 13", "short=yes") == "i8-c1"


def test_p10_six_is_still_the_most() -> None:
    text = "......../.....w../b....... white 5"
    assert refusal(text, "c6-i5", "short=yes") == (
        "P10: no die carries a peg 7 holes on; six is the most"
    )


def test_p10_is_an_option() -> None:
    assert legal("......../.....w.w/.b...... white 13") == "c6-c7 c8-i1"


def test_a_play_tells_its_number() -> None:
    rules = Rules(holes=12)
    over_the_mark = Play(Hole(Circle.CENTRE, 10), Hole(Circle.INNER, 3))
    assert over_the_mark.number(rules) == 5
    assert Play(Hole(Circle.OUTER, 12), Hole(Circle.CENTRE, 1)).number(rules) == 1
    assert Play(Hole(Circle.INNER, 2), Hole(Circle.INNER, 8), capture=True).number(rules) == 6
