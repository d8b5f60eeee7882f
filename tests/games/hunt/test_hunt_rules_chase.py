"""H19: the chase. Who flees around the same cycle again and again must leave."""

from dataclasses import replace

import pytest
from boards import assert_illegal, board, kosmos, legal, online, play

from tallyho.contract import IllegalTurn
from tallyho.games.hunt import ONLINE, Hunt, HuntNotation, Position, Rules

# The hunter on file c follows the fox on file h from rank to rank.
HUNT = """
    8 . > . . . . F
    7 . . . . . . .
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 ? . . . . . .
      b c d e f g h
"""
CYCLE = ("h8-h5", "c8-c5", "h5-h3", "c5-c3", "h3-h8", "c3-c8")
# The same way of the fox, but once the hunter does not come along.
IDLE_CYCLE = ("h8-h5", "c8-c6", "h5-h3", "c6-c3", "h3-h8", "c3-c8")


def hunt(drawing: str = HUNT) -> Position:
    """Blue is to move, and the turns before were the last of such a cycle."""
    return board(drawing, "blue", blue_ban="h8>h3", brown_ban="c8>c3", quiet=6)


def test_h19_the_hunted_may_not_bring_about_the_third_occurrence() -> None:
    position = play(online, hunt(), *CYCLE * 2)
    assert_illegal(online, position, "h8-h5", "H19", "fled around this cycle.*another turn")


def test_h19_the_second_occurrence_is_legal() -> None:
    assert "h8-h5" in legal(online, play(online, hunt(), *CYCLE))


def test_h19_every_other_turn_of_the_hunted_is_legal() -> None:
    second = legal(online, play(online, hunt(), *CYCLE))
    third = legal(online, play(online, hunt(), *CYCLE * 2))
    assert [turn for turn in second if turn != "h8-h5"] == third


def test_h19_the_hunted_may_turn_a_tile_over_instead() -> None:
    assert "b2" in legal(online, play(online, hunt(), *CYCLE * 2))


def test_h19_the_chaser_may_complete_the_repetition() -> None:
    assert "c3-c8" in legal(online, play(online, hunt(), *CYCLE, *CYCLE[:-1]))


def test_h19_kosmos_has_no_such_rule() -> None:
    assert "h8-h5" in legal(kosmos, play(kosmos, hunt(), *CYCLE * 4))


def test_h19_is_a_rule_option() -> None:
    patient = Hunt(replace(ONLINE, chase=False))
    assert "h8-h5" in legal(patient, play(patient, hunt(), *CYCLE * 4))


@pytest.mark.parametrize("gun", "^v<")
def test_h19_a_tile_that_no_gun_points_at_is_not_hunted(gun: str) -> None:
    assert "h8-h5" in legal(online, play(online, hunt(HUNT.replace(">", gun)), *CYCLE * 3))


def test_h19_a_side_that_once_in_the_cycle_moved_an_unthreatened_tile_is_not_hunted() -> None:
    assert "h8-h5" in legal(online, play(online, hunt(), *IDLE_CYCLE * 3))


@pytest.mark.parametrize(
    ("events", "free"),
    [(CYCLE + IDLE_CYCLE, True), (IDLE_CYCLE + CYCLE, False)],
    ids=["hunted before", "hunted lately"],
)
def test_h19_only_the_cycle_between_the_last_two_occurrences_counts(
    events: tuple[str, ...], free: bool
) -> None:
    assert ("h8-h5" in legal(online, play(online, hunt(), *events))) == free


def test_h19_the_bans_are_part_of_the_position() -> None:
    without_bans = play(online, board(HUNT, "blue", quiet=6), *CYCLE * 2)
    assert "h8-h5" in legal(online, without_bans)
    later = play(online, without_bans, "h8-h5", "c8-c5")
    assert_illegal(online, later, "h5-h3", "H19", "another turn")


@pytest.mark.parametrize(("lock", "free"), [(None, False), ("e2", True)])
def test_h19_the_lock_is_part_of_the_position(lock: str | None, free: bool) -> None:
    fled = """
        8 . > . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . . . . . . F
        4 . . . . . . .
        3 . . . . . . .
        2 ? . . D . . .
          b c d e f g h
    """
    position = board(fled, "brown", lock=lock, blue_ban="h5>h8", brown_ban="c8>c3", quiet=6)
    assert ("h8-h5" in legal(online, play(online, position, *CYCLE[1:], *CYCLE))) == free


BUSY = """
    8 . > . . . . F
    7 . . . . . . .
    6 ? . . . . . .
    5 . . . . . . .
    4 ? . D . < . .
    3 . . . . . . .
    2 ? . D . F . .
      b c d e f g h
"""
interruption = pytest.mark.parametrize(
    "turns", [("b6=T", "b4=T"), ("f2xd2", "f4xd4")], ids=["turn-overs", "captures"]
)


@interruption
def test_h19_after_a_turn_over_or_a_capture_the_count_begins_anew(turns: tuple[str, str]) -> None:
    position = play(online, hunt(BUSY), *CYCLE * 2, *turns, *CYCLE, "h8-h5", "c8-c5")
    assert "h5-h3" in legal(online, position)


@interruption
def test_h19_after_a_turn_over_or_a_capture_a_chase_may_begin_anew(turns: tuple[str, str]) -> None:
    position = play(online, hunt(BUSY), *turns, *CYCLE * 2, "h8-h5", "c8-c5")
    assert_illegal(online, position, "h5-h3", "H19", "another turn")


def test_h19_brown_is_bound_as_well() -> None:
    # Brown keeps leading the pheasant away from the fox.
    birds = """
        8 . F . . . . P
        7 . . . . . . .
        6 . . . . . . .
        5 . . . . . . .
        4 . . . . . . .
        3 . . . . . . .
        2 ? . . . . . .
          b c d e f g h
    """
    start = board(birds, "brown", blue_ban="c8>c3", brown_ban="h8>h3", quiet=6)
    assert_illegal(online, play(online, start, *CYCLE * 2), "h8-h5", "H19", "another turn")


# The fox runs down file h under four guns while two hunters shuttle beside the bears.
MUTUAL = """
    8 B ^ . . . . .
    7 v . > . . . F
    6 . . . . . . .
    5 B . > . . . .
    4 . . > . . . .
    3 . . . . . ? .
    2 . . > . . . .
      b c d e f g h
"""
MUTUAL_CYCLE = ("h7-h5", "c8-c5", "h5-h4", "b7-b6", "h4-h2", "c5-c8", "h2-h7", "b6-b7")


def mutual(drawing: str) -> Position:
    """Blue is to move in a cycle of eight turns."""
    return board(drawing, "blue", blue_ban="h7>h2", brown_ban="b7>b6", quiet=8)


def test_h19_nobody_is_the_hunted_when_both_sides_flee() -> None:
    position = play(online, mutual(MUTUAL), *MUTUAL_CYCLE * 2)
    assert "h7-h5" in legal(online, position)


def test_h19_both_sides_may_flee_for_ever() -> None:
    assert play(online, mutual(MUTUAL), *MUTUAL_CYCLE * 5).quiet == 48


def test_h19_without_the_bears_blue_alone_is_hunted() -> None:
    position = play(online, mutual(MUTUAL.replace("B", "T")), *MUTUAL_CYCLE * 2)
    assert_illegal(online, position, "h7-h5", "H19", "another turn")


def test_h19_without_the_guns_brown_alone_is_hunted_though_it_moves_two_tiles() -> None:
    position = mutual(MUTUAL.replace(">", "T"))
    third = play(online, position, *MUTUAL_CYCLE, *MUTUAL_CYCLE[:-1])
    assert_illegal(online, third, "b6-b7", "H19", "another turn")


def test_h19_blue_alone_is_hunted_when_brown_flees_only_now_and_then() -> None:
    one_bear = MUTUAL.replace("8 B", "8 T")
    position = play(online, mutual(one_bear), *MUTUAL_CYCLE * 2)
    assert_illegal(online, position, "h7-h5", "H19", "another turn")


def test_h19_a_bear_two_steps_away_is_no_threat() -> None:
    # On d4 and d6 a bear stands beside the hunter, on d5 only the one two steps below.
    bears = """
        8 . . . . . . F
        7 . . . . . . .
        6 . B . . . . .
        5 . . . . . . .
        4 . . ^ . . . .
        3 . . B . . . .
        2 ? . . . . . .
          b c d e f g h
    """
    position = board(bears, "blue", blue_ban="h8>h3", brown_ban="d4>d6", quiet=6)
    around = ("h8-h5", "d4-d5", "h5-h3", "d5-d6", "h3-h8", "d6-d4")
    assert "d6-d4" in legal(online, play(online, position, *around, *around[:-1]))


def test_h19_a_text_tells_no_earlier_positions_so_the_count_begins_anew() -> None:
    position = play(online, hunt(), *CYCLE * 2)
    assert "h8-h5" in legal(online, position._replace(trail=()))


# Under `ban=own` a bird may go to and fro, so a cycle can be as short as four turns.
TO_AND_FRO = """
    8 . . . . . . .
    7 > . . D . . .
    6 > . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . P . . . . .
    2 F . . . . . ?
      b c d e f g h
"""
to_and_fro = Hunt(Rules(chase=True))


def test_h19_the_shortest_cycle_of_four_turns_counts_from_its_first_position() -> None:
    position = board(TO_AND_FRO, "brown", lock="e7", quiet=4)
    third = play(
        to_and_fro, position, "c3-d3", "e7-e6", "d3-c3", "e6-e7", "c3-d3", "e7-e6", "d3-c3"
    )
    assert_illegal(to_and_fro, third, "e6-e7", "H19", "another turn")


def test_h19_the_shortest_cycle_may_be_gone_around_once() -> None:
    position = board(TO_AND_FRO, "brown", lock="e7", quiet=4)
    assert "e6-e7" in legal(to_and_fro, play(to_and_fro, position, "c3-d3", "e7-e6", "d3-c3"))


# Walled in, the fox can only go around its three spaces, under a gun on each of them.
WALLED_IN = """
    8 . . . . . . <
    7 . . . . . . .
    6 . . . . . . .
    5 . . T T T . .
    4 . T F . . T .
    3 . . ^ ^ ^ . .
    2 . . . . . . .
      b c d e f g h
"""
WALLED_CYCLE = ("d4-e4", "h8-h7", "e4-f4", "h7-h6", "f4-d4", "h6-h8")
long_final = Hunt(replace(ONLINE, final=30))


def walled_in(drawing: str) -> Position:
    """Blue is to move in a cycle of six turns, late in a long final phase."""
    return board(drawing, "blue", blue_ban="d4>f4", brown_ban="h8>h6", left=50)


def test_h19_the_hunted_without_another_legal_turn_may_stay() -> None:
    position = play(long_final, walled_in(WALLED_IN), *WALLED_CYCLE * 2)
    assert legal(long_final, position) == ["d4-e4"]


def test_h19_the_hunted_without_another_legal_turn_goes_around_for_ever() -> None:
    position = play(long_final, walled_in(WALLED_IN), *WALLED_CYCLE * 5)
    assert play(long_final, position, "d4-e4").left == 19


def test_h19_the_hunted_with_another_legal_turn_must_leave_in_the_final_phase_too() -> None:
    with_a_bear = WALLED_IN.replace("2 .", "2 B")
    position = play(long_final, walled_in(with_a_bear), *WALLED_CYCLE * 2)
    assert_illegal(long_final, position, "d4-e4", "H19", "another turn")


def test_h19_an_exit_is_another_legal_turn() -> None:
    at_the_exit = """
        8 . T F . . T .
        7 . . ^ ^ ^ . .
        6 . . . . . . .
        5 . . . . . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . <
          b c d e f g h
    """
    position = board(at_the_exit, "blue", blue_ban="d8>f8", brown_ban="h2>h4", left=50)
    around = ("d8-e8", "h2-h3", "e8-f8", "h3-h4", "f8-d8", "h4-h2")
    third = play(long_final, position, *around * 2, "d8-e8", "h2-h3")
    assert legal(long_final, third) == ["e8-e9"]


def test_h19_an_illegal_announcement_does_not_carry_a_claim() -> None:
    position = play(online, hunt(), *CYCLE * 2)._replace(quiet=99)
    with pytest.raises(IllegalTurn, match=r"H18.*a legal turn announced"):
        online.claim(position, HuntNotation(ONLINE).read_turn("h8-h5"))
