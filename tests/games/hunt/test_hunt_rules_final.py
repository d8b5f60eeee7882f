"""H11 to H15: the final phase, exits, the forced pass, the early end and the score."""

import pytest
from boards import assert_illegal, board, fields, kosmos, legal, online, play, turns_of

from tallyho.contract import Outcome
from tallyho.games.hunt import BLUE, BROWN, Hunt, Position, Rules

both_rule_sets = pytest.mark.parametrize("game", [kosmos, online], ids=["kosmos", "online"])

LAST_TILE = """
    8 . . . . . . .
    7 . F . . . . .
    6 . . . . . . .
    5 . . . . . . .
    4 . D . . . . .
    3 . . . . . > .
    2 . . . . . . ?
      b c d e f g h
"""


@both_rule_sets
def test_h11_the_last_turn_over_begins_the_final_phase_of_ten_turns(game: Hunt) -> None:
    after = fields(play(game, board(LAST_TILE, "blue"), "h2=T"))
    assert (after["quiet"], after["left"]) == ("-", "10")


@both_rule_sets
@pytest.mark.parametrize(("side", "first"), [("blue", BROWN), ("brown", BLUE)])
def test_h11_the_other_player_begins_the_final_phase(game: Hunt, side: str, first: object) -> None:
    assert game.to_act(play(game, board(LAST_TILE, side), "h2=T")) is first


@both_rule_sets
def test_h11_before_the_last_turn_over_turns_are_not_counted_down(game: Hunt) -> None:
    two_left = board(LAST_TILE.replace("8 .", "8 ?"), "blue", quiet=7)
    after = fields(play(game, two_left, "h2=T"))
    assert (after["quiet"], after["left"]) == ("0", "-")


TEN_TURNS = ("g3-g4", "c7-c8", "g4-h4", "c8-d8", "h4-h5", "d8-d7", "h5-h6", "d7-e7", "h6-g6")


@both_rule_sets
def test_h11_the_ninth_of_the_ten_turns_leaves_one(game: Hunt) -> None:
    position = play(game, board(LAST_TILE, "blue"), "h2=T", *TEN_TURNS)
    assert (fields(position)["left"], game.outcome(position)) == ("1", None)


@both_rule_sets
def test_h11_the_round_is_over_after_ten_turns(game: Hunt) -> None:
    position = play(game, board(LAST_TILE, "blue"), "h2=T", *TEN_TURNS, "e7-e6")
    assert (game.to_act(position), legal(game, position)) == (None, [])


@both_rule_sets
def test_h11_after_ten_turns_no_more_are_played(game: Hunt) -> None:
    position = play(game, board(LAST_TILE, "blue"), "h2=T", *TEN_TURNS, "e7-e6")
    assert_illegal(game, position, "g6-g5", "H11", "round is over")


def test_h11_the_number_of_last_turns_is_a_rule_option() -> None:
    short = Hunt(Rules(final=1))
    position = play(short, board(LAST_TILE, "blue"), "h2=T", "g3-g4", "c7-c8")
    assert short.outcome(position) is not None


@both_rule_sets
@pytest.mark.parametrize("bird", ["D", "P"])
def test_h9_h11_a_bird_turned_over_last_is_locked_on_the_first_final_turn(
    game: Hunt, bird: str
) -> None:
    position = play(game, board(LAST_TILE, "blue"), f"h2={bird}")
    assert_illegal(game, position, "h2-h3", "H9", "just turned over by your opponent")


@both_rule_sets
def test_h9_h11_the_lock_of_the_last_turn_over_is_gone_one_turn_later(game: Hunt) -> None:
    position = play(game, board(LAST_TILE, "blue"), "h2=D", "g3-g4")
    assert "h2-h3" in legal(game, position)


@both_rule_sets
def test_h9_h11_a_bird_turned_over_last_may_be_captured_on_the_first_final_turn(game: Hunt) -> None:
    below_a_gun = LAST_TILE.replace(">", ".").replace("7 . F . . . . .", "7 . F . . . . v")
    assert "h7xh2" in legal(game, play(game, board(below_a_gun, "blue"), "h2=P"))


@both_rule_sets
def test_h10_h11_a_ban_from_before_binds_on_the_first_final_turn(game: Hunt) -> None:
    position = play(game, board(LAST_TILE, "brown"), "g3-g4", "h2=T")
    assert_illegal(game, position, "g4-g3", "H10", "came from g3")


def test_h10_h11_online_a_ban_on_a_bird_binds_on_the_first_final_turn() -> None:
    position = play(online, board(LAST_TILE, "brown"), "c4-d4", "h2=T")
    assert_illegal(online, position, "d4-c4", "H10", "came from c4")


@both_rule_sets
def test_h10_h11_who_turned_the_last_tile_over_has_no_ban(game: Hunt) -> None:
    position = play(game, board(LAST_TILE, "blue"), "c7-c6", "g3-g4", "h2=T")
    assert (fields(position)["blue ban"], fields(position)["brown ban"]) == ("-", "g4>g3")


EXITS = """
    8 . . . . . . .
    7 . . . F . . .
    6 . . . . . . .
    5 . . . . . . B
    4 . . . . . . .
    3 . D . < . . .
    2 . . . L . . .
      b c d e f g h
"""


@both_rule_sets
def test_h12_blue_tiles_leave_through_an_exit(game: Hunt) -> None:
    exits = [turn for turn in legal(game, board(EXITS, "blue")) if turn[3:] in EXIT_NAMES]
    assert exits == ["e7-e9", "h5-i5"]


@both_rule_sets
def test_h12_brown_tiles_leave_through_an_exit(game: Hunt) -> None:
    exits = [turn for turn in legal(game, board(EXITS, "brown")) if turn[3:] in EXIT_NAMES]
    assert exits == ["e2-e1"]


EXIT_NAMES = ("a5", "e1", "e9", "i5")


@both_rule_sets
@pytest.mark.parametrize("leaving", ["e7-e9", "h5-i5"])
def test_h12_before_the_final_phase_the_exits_are_closed(game: Hunt, leaving: str) -> None:
    before = board(EXITS.replace("8 .", "8 ?"), "blue")
    assert_illegal(game, before, leaving, "H12", "final phase")


def test_h12_a_tile_brought_out_counts_for_its_own_player() -> None:
    after = fields(play(kosmos, board(EXITS, "blue"), "h5-i5"))
    assert (after["board"], after["blue"], after["brown"]) == ("7/3F3/7/7/7/1D1<3/3L3", "B", "-")


def test_h12_an_exit_uses_up_a_turn_and_leaves_no_ban() -> None:
    after = fields(play(kosmos, board(EXITS, "blue", blue_ban="e7>d7"), "e7-e9"))
    assert (after["side"], after["blue ban"], after["left"]) == ("brown", "-", "9")


SWEEP = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 F . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . ^ . . .
      b c d e f g h
"""


@both_rule_sets
def test_h12_a_fox_leaves_in_one_sweep_from_afar(game: Hunt) -> None:
    assert {"b5-a5", "b5-i5"} <= set(legal(game, board(SWEEP, "blue")))


@both_rule_sets
@pytest.mark.parametrize("gun", "^>v<")
def test_h12_a_hunter_leaves_in_one_sweep_whatever_its_gun(game: Hunt, gun: str) -> None:
    assert {"e2-e1", "e2-e9"} <= set(legal(game, board(SWEEP.replace("^", gun), "brown")))


def test_h12_a_slider_may_leave_from_the_centre_in_four_directions() -> None:
    centre = SWEEP.replace("5 F . . .", "5 . . . F").replace("^", ".").replace("8 .", "8 ^")
    exits = [turn for turn in legal(kosmos, board(centre, "blue")) if turn[3:] in EXIT_NAMES]
    assert exits == ["e5-a5", "e5-e1", "e5-e9", "e5-i5"]


def test_h12_a_sweep_needs_a_clear_line() -> None:
    blocked = SWEEP.replace("5 F . .", "5 F . T")
    assert_illegal(kosmos, board(blocked, "blue"), "b5-i5", "H6", "in the way")


def test_h12_a_sweep_takes_no_prey_along() -> None:
    prey = SWEEP.replace("5 F . . . . . .", "5 F . . . . . D")
    assert_illegal(kosmos, board(prey, "blue"), "b5-i5", "H6", "in the way")


BEARS = """
    8 . . . B . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . . . . . B .
    4 . . . . . . .
    3 . . . L . . .
    2 > . . . . . .
      b c d e f g h
"""


@both_rule_sets
def test_h12_a_bear_on_the_edge_leaves(game: Hunt) -> None:
    turns = turns_of(game, board(BEARS, "blue"), "e8")
    assert turns == ["e8-d8", "e8-e7", "e8-e9", "e8-f8"]


@both_rule_sets
def test_h12_a_bear_one_step_before_the_edge_does_not_leave(game: Hunt) -> None:
    assert_illegal(game, board(BEARS, "blue"), "g5-i5", "H12", "one step at a time")


@both_rule_sets
def test_h12_a_lumberjack_one_step_before_the_edge_does_not_leave(game: Hunt) -> None:
    assert_illegal(game, board(BEARS, "brown"), "e3-e1", "H12", "one step at a time")


@both_rule_sets
def test_h12_nothing_leaves_past_the_exits(game: Hunt) -> None:
    off_line = BEARS.replace("8 . . . B", "8 . . B .")
    assert_illegal(game, board(off_line, "blue"), "d8-e9", "H12", "file e and rank 5 only")


@both_rule_sets
@pytest.mark.parametrize("side", ["blue", "brown"])
@pytest.mark.parametrize("bird", ["D", "P"])
def test_h12_birds_never_leave(game: Hunt, side: str, bird: str) -> None:
    edge = BEARS.replace("8 . . . B", f"8 . . . {bird}")
    assert_illegal(game, board(edge, side), "e8-e9", "H12", "never leaves")


def test_h12_nobody_brings_out_the_opponents_tile() -> None:
    assert_illegal(kosmos, board(BEARS, "brown"), "e8-e9", "H5", "bear on e8 is blue")


def test_h12_leaving_is_no_capture() -> None:
    assert_illegal(kosmos, board(BEARS, "blue"), "e8xe9", "H12", "written with -")


STUCK = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 T . . . . . .
    2 B T . . . . >
      b c d e f g h
"""


@both_rule_sets
def test_h13_a_player_without_a_legal_turn_passes(game: Hunt) -> None:
    assert legal(game, board(STUCK, "blue")) == ["pass"]


@both_rule_sets
def test_h13_the_pass_uses_up_one_of_the_last_turns(game: Hunt) -> None:
    after = fields(play(game, board(STUCK, "blue", left=6), "pass"))
    assert (after["side"], after["left"]) == ("brown", "5")


@both_rule_sets
def test_h13_the_last_turn_may_be_a_pass(game: Hunt) -> None:
    assert game.outcome(play(game, board(STUCK, "blue", left=1), "pass")) is not None


@both_rule_sets
def test_h13_a_pass_ends_the_lock_but_not_the_opponents_ban(game: Hunt) -> None:
    locked = STUCK.replace("8 . .", "8 D .")
    position = board(locked, "blue", lock="b8", brown_ban="b8>c8", left=4)
    after = fields(play(game, position, "pass"))
    assert (after["lock"], after["brown ban"]) == ("-", "b8>c8")


@both_rule_sets
def test_h13_a_pass_ends_the_own_ban(game: Hunt) -> None:
    one_way = board(STUCK.replace("2 B T", "2 B ."), "blue", blue_ban="b2>c2")
    assert fields(play(game, one_way, "pass"))["blue ban"] == "-"


@both_rule_sets
def test_h13_a_bear_that_could_only_go_back_must_pass(game: Hunt) -> None:
    one_way = board(STUCK.replace("2 B T", "2 B ."), "blue", blue_ban="b2>c2")
    assert legal(game, one_way) == ["pass"]


@both_rule_sets
def test_h13_a_player_whose_only_turn_is_an_exit_must_leave(game: Hunt) -> None:
    at_the_exit = """
        8 . . . . . . .
        7 . . . . . . .
        6 T . . . . . .
        5 B T . . . . .
        4 T . . . . . .
        3 . . . . . . .
        2 . . . . . . >
          b c d e f g h
    """
    assert_illegal(game, board(at_the_exit, "blue"), "pass", "H13", "only without a legal turn")


@both_rule_sets
def test_h13_a_player_with_a_legal_turn_does_not_pass(game: Hunt) -> None:
    assert_illegal(game, board(STUCK, "brown"), "pass", "H13", "only without a legal turn")


@both_rule_sets
def test_h13_before_the_final_phase_nobody_passes(game: Hunt) -> None:
    before = board(STUCK.replace("8 .", "8 ?"), "blue")
    assert_illegal(game, before, "pass", "H13", "turn a tile over")


@both_rule_sets
def test_h13_both_players_may_have_to_pass(game: Hunt) -> None:
    both_hemmed_in = """
        8 . . . . . T ^
        7 . . . . . . T
        6 . . . . . . .
        5 . . . . . . .
        4 . . . . . . .
        3 T . . . . . .
        2 B T . . . . .
          b c d e f g h
    """
    position = play(game, board(both_hemmed_in, "blue"), *["pass"] * 9)
    assert (position.left, legal(game, position)) == (1, ["pass"])


NO_BROWN = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . . . F . . .
    4 . . . . . . .
    3 . T . . . . .
    2 . . . . . . ?
      b c d e f g h
"""


@pytest.mark.parametrize("side", ["blue", "brown"])
def test_h14_kosmos_ends_at_the_last_turn_over_when_a_colour_is_extinct(side: str) -> None:
    position = play(kosmos, board(NO_BROWN, side), "h2=T")
    assert (kosmos.to_act(position), legal(kosmos, position)) == (None, [])


def test_h14_kosmos_ends_as_soon_when_blue_is_extinct() -> None:
    position = play(kosmos, board(NO_BROWN.replace("F", "^"), "blue"), "h2=P")
    assert kosmos.outcome(position) is not None


def test_h14_kosmos_goes_on_when_the_last_tile_is_of_the_missing_colour() -> None:
    assert kosmos.outcome(play(kosmos, board(NO_BROWN, "blue"), "h2=L")) is None


def test_h14_online_goes_on_when_the_opponent_of_the_player_on_turn_is_extinct() -> None:
    position = play(online, board(NO_BROWN, "brown"), "h2=T")
    assert "e5-e6" in legal(online, position)


def test_h14_online_goes_on_while_the_extinct_player_can_move_a_bird() -> None:
    position = play(online, board(NO_BROWN.replace("3 . T", "3 . D"), "blue"), "h2=T")
    assert (online.to_act(position), "c3-b3" in legal(online, position)) == (BROWN, True)


def test_h14_online_ends_when_the_extinct_player_on_turn_can_move_no_bird() -> None:
    position = play(online, board(NO_BROWN, "blue"), "h2=T")
    assert (online.to_act(position), legal(online, position)) == (None, [])


def test_h14_online_ends_at_the_last_turn_over_when_the_only_bird_is_locked_by_it() -> None:
    assert online.outcome(play(online, board(NO_BROWN, "blue"), "h2=D")) is not None


def test_h14_online_ends_when_the_only_bird_could_only_go_back() -> None:
    corridor = """
        8 D . T . . . .
        7 T T . . . . .
        6 . . . . . . .
        5 . . . F . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . .
          b c d e f g h
    """
    position = board(corridor, "brown", brown_ban="b8>c8", left=5)
    assert online.outcome(position) is not None


def test_h14_a_player_with_an_own_tile_is_not_extinct_but_passes() -> None:
    assert (online.outcome(board(STUCK, "blue")), legal(online, board(STUCK, "blue"))) == (
        None,
        ["pass"],
    )


@both_rule_sets
def test_h14_nothing_ends_while_a_tile_lies_face_down(game: Hunt) -> None:
    assert game.outcome(board(NO_BROWN, "brown")) is None


def final_capture() -> Position:
    """Brown is about to capture blue's last tile; both have a duck to move."""
    drawing = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . > . F . . .
        4 . . . . . . .
        3 . D . . . . .
        2 . . . . . . .
          b c d e f g h
    """
    return board(drawing, "brown", left=7)


def test_h14_kosmos_ends_with_the_capture_of_the_last_tile_of_a_colour() -> None:
    assert kosmos.outcome(play(kosmos, final_capture(), "c5xe5")) == Outcome((0, 5), (0, 1))


def test_h14_kosmos_refuses_turns_after_the_early_end() -> None:
    over = play(kosmos, final_capture(), "c5xe5")
    assert_illegal(kosmos, over, "c3-c4", "H14", "round is over")


def test_h14_online_goes_on_after_the_capture_of_the_last_tile_of_a_colour() -> None:
    assert "c3-c4" in legal(online, play(online, final_capture(), "c5xe5"))


def test_h14_online_ends_when_the_extinct_player_finds_the_only_bird_locked() -> None:
    blue_extinct = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . > . . . . .
        4 . . . . . . .
        3 . D . . . . .
        2 . . . . . . .
          b c d e f g h
    """
    after = play(online, board(blue_extinct, "brown", left=7), "c3-c4")
    assert online.outcome(after) is not None


def test_h14_kosmos_ends_with_the_exit_of_the_last_tile_of_a_colour() -> None:
    position = play(kosmos, board(SWEEP, "blue"), "b5-i5")
    assert kosmos.outcome(position) == Outcome((5, 0), (1, 0))


def test_h14_online_goes_on_after_the_exit_of_the_last_tile_of_a_colour() -> None:
    assert online.outcome(play(online, board(SWEEP, "blue"), "b5-i5")) is None


@both_rule_sets
def test_h15_the_score_is_the_points_and_the_number_of_all_tiles_won(game: Hunt) -> None:
    position = board(SWEEP, "blue", left=0, blue_won="BFFLPPD", brown_won="BFHPDTTT")
    assert game.outcome(position) == Outcome((33, 31), (7, 8))


@both_rule_sets
def test_h15_captures_and_exits_count_the_same(game: Hunt) -> None:
    duck = SWEEP.replace("5 F . . . .", "5 F . . . D").replace("8 .", "8 L")
    position = play(game, board(duck, "blue", left=3), "b5xf5", "e2-e9", "f5-i5")
    assert game.outcome(position) == Outcome((7, 5), (2, 1))


@both_rule_sets
def test_h15_there_is_no_score_while_the_round_lasts(game: Hunt) -> None:
    assert game.outcome(board(SWEEP, "blue", left=1, blue_won="B")) is None
