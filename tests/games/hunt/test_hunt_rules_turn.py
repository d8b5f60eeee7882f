"""H4 to H10: what a turn is, who moves what, lines, captures, the lock and the way back."""

import pytest
from boards import assert_illegal, board, fields, kosmos, legal, online, play, turns_of

from tallyho.contract import IllegalTurn
from tallyho.games.hunt import BLUE, BROWN, Hunt

both_rule_sets = pytest.mark.parametrize("game", [kosmos, online], ids=["kosmos", "online"])

# One of each kind, out of each other's way, and two tiles face down.
MEADOW = """
    8 ? . . . . . T
    7 . . . F . . .
    6 . B . . . . .
    5 . . . . . . .
    4 . . D . . L .
    3 . . . . P . .
    2 > . . . . . ?
      b c d e f g h
"""


@both_rule_sets
def test_h4_blue_begins(game: Hunt) -> None:
    assert game.to_act(game.start()) is BLUE


@pytest.mark.parametrize("event", ["b8=T", "b8=D", "e7-e6", "d4-d5"])
def test_h4_turns_alternate(event: str) -> None:
    position = board(MEADOW, "blue")
    assert kosmos.to_act(play(kosmos, position, event)) is BROWN


def test_h4_blue_is_on_turn_again_after_brown() -> None:
    assert kosmos.to_act(play(kosmos, board(MEADOW, "brown"), "b2-b3")) is BLUE


@pytest.mark.parametrize("side", ["blue", "brown"])
def test_h4_either_player_may_turn_over_any_face_down_tile(side: str) -> None:
    assert {"b8", "h2"} <= set(legal(kosmos, board(MEADOW, side)))


def test_h4_a_tile_turned_over_lies_face_up_where_it_lay() -> None:
    assert fields(play(kosmos, board(MEADOW, "blue"), "b8=v"))["board"].startswith("v5T/")


def test_h4_a_turn_over_is_the_whole_turn() -> None:
    after = play(kosmos, board(MEADOW, "blue"), "b8=F")
    assert_illegal(kosmos, after, "b8-b5", "H5", "blue")


def test_h4_a_face_up_tile_is_not_turned_again() -> None:
    assert_illegal(kosmos, board(MEADOW, "blue"), "e7=F", "H4", "no face-down tile on e7")


def test_h4_nothing_is_turned_over_on_an_empty_space() -> None:
    assert_illegal(kosmos, board(MEADOW, "blue"), "e5=F", "H4", "no face-down tile on e5")


def test_h4_an_empty_space_does_not_move() -> None:
    assert_illegal(kosmos, board(MEADOW, "blue"), "e5-e6", "H4", "e5 is empty")


def test_h4_a_face_down_tile_does_not_move() -> None:
    assert_illegal(kosmos, board(MEADOW, "blue"), "b8-c8", "H4", "turn it over: b8")


@both_rule_sets
def test_h4_there_is_no_voluntary_pass(game: Hunt) -> None:
    assert_illegal(game, board(MEADOW, "blue"), "pass", "H13", "turn a tile over")


@pytest.mark.parametrize("move", ["c6-c7", "e7-e6", "d4-d5", "f3-f4"])
def test_h5_blue_moves_bears_foxes_and_birds(move: str) -> None:
    assert move in legal(kosmos, board(MEADOW, "blue"))


@pytest.mark.parametrize("move", ["g4-g5", "b2-b3", "d4-d5", "f3-f4"])
def test_h5_brown_moves_lumberjacks_hunters_and_birds(move: str) -> None:
    assert move in legal(kosmos, board(MEADOW, "brown"))


@pytest.mark.parametrize(
    ("move", "name"), [("g4-g5", "lumberjack on g4 is brown"), ("b2-b3", "hunter on b2 is brown")]
)
def test_h5_blue_moves_no_brown_tile(move: str, name: str) -> None:
    assert_illegal(kosmos, board(MEADOW, "blue"), move, "H5", name)


@pytest.mark.parametrize(
    ("move", "name"), [("c6-c7", "bear on c6 is blue"), ("e7-e6", "fox on e7 is blue")]
)
def test_h5_brown_moves_no_blue_tile(move: str, name: str) -> None:
    assert_illegal(kosmos, board(MEADOW, "brown"), move, "H5", name)


@pytest.mark.parametrize("side", ["blue", "brown"])
def test_h5_nobody_moves_trees(side: str) -> None:
    assert_illegal(kosmos, board(MEADOW, side), "h8-h7", "H5", "stays where it is")


CROSSING = """
    8 ? . . . . . .
    7 . . . . . . .
    6 . . T . . . .
    5 . . F . . B .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . . . . .
      b c d e f g h
"""


def test_h6_a_slider_goes_straight_up_to_the_first_tile_or_the_rim() -> None:
    moves = ["d5-b5", "d5-c5", "d5-d2", "d5-d3", "d5-d4", "d5-e5", "d5-f5"]
    assert turns_of(kosmos, board(CROSSING, "blue"), "d5") == moves


def test_h6_a_bear_goes_one_space() -> None:
    assert turns_of(kosmos, board(CROSSING, "blue"), "g5") == ["g5-f5", "g5-g4", "g5-g6", "g5-h5"]


def test_h6_a_bear_does_not_go_two_spaces() -> None:
    assert_illegal(kosmos, board(CROSSING, "blue"), "g5-g7", "H6", "one step at a time")


def test_h6_the_empty_centre_is_a_space_like_any_other() -> None:
    assert {"d5-e5", "d5-f5"} <= set(legal(kosmos, board(CROSSING, "blue")))


@pytest.mark.parametrize("move", ["d5-e6", "d5-c4", "d5-g8"])
def test_h6_nothing_moves_diagonally(move: str) -> None:
    assert_illegal(kosmos, board(CROSSING, "blue"), move, "H6", "straight")


@pytest.mark.parametrize("move", ["d5-e7", "d5-b4", "g5-f8"])
def test_h6_no_move_bends(move: str) -> None:
    assert_illegal(kosmos, board(CROSSING, "blue"), move, "H6", "never bent")


def test_h6_a_move_goes_at_least_one_space() -> None:
    assert_illegal(kosmos, board(CROSSING, "blue"), "d5-d5", "H6", "straight")


@pytest.mark.parametrize("move", ["d5-d7", "d5-h5"])
def test_h6_no_tile_jumps_over_another(move: str) -> None:
    assert_illegal(kosmos, board(CROSSING, "blue"), move, "H6", "in the way")


# Tiles one file apart, across the end of a file in the board's order of spaces.
RIM = """
    8 . F . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . D . . . ?
      b c d e f g h
"""


def test_h6_no_line_runs_on_around_the_rim() -> None:
    assert_illegal(kosmos, board(RIM, "blue"), "c8xd2", "H6", "straight")


HUNT = """
    8 . . . . . . .
    7 . . F . . . .
    6 . . . . . . .
    5 D . > . B . P
    4 . . . . . . .
    3 . . F . . . .
    2 . . . . . . ?
      b c d e f g h
"""


def test_h7_the_captured_tile_belongs_to_the_player_who_moved() -> None:
    after = fields(play(kosmos, board(HUNT, "brown"), "d5xf5"))
    assert (after["blue"], after["brown"]) == ("-", "B")


def test_h7_the_capturing_tile_stands_where_its_prey_stood() -> None:
    after = fields(play(kosmos, board(HUNT, "brown"), "d5xf5"))
    assert after["board"] == "7/2F4/7/D3>1P/7/2F4/6?"


def test_h7_a_bird_captured_by_either_player_belongs_to_the_captor() -> None:
    duck_in_line = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 > . D . F . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    blue = fields(play(kosmos, board(duck_in_line, "blue"), "f5xd5"))
    brown = fields(play(kosmos, board(duck_in_line, "brown"), "b5xd5"))
    assert (blue["blue"], blue["brown"], brown["blue"], brown["brown"]) == ("D", "-", "-", "D")


def test_h7_a_hunter_captures_only_where_the_gun_points() -> None:
    captures = [turn for turn in turns_of(kosmos, board(HUNT, "brown"), "d5") if "x" in turn]
    assert captures == ["d5xf5"]


@pytest.mark.parametrize("capture", ["d5xd7", "d5xb5", "d5xd3"])
def test_h7_a_hunter_does_not_shoot_aside_or_behind(capture: str) -> None:
    assert_illegal(kosmos, board(HUNT, "brown"), capture, "H7", "gun points right")


@pytest.mark.parametrize("gun", "^>v<")
def test_h7_a_hunter_moves_in_any_direction(gun: str) -> None:
    drawing = CROSSING.replace("F", gun)
    moves = ["d5-b5", "d5-c5", "d5-d2", "d5-d3", "d5-d4", "d5-e5", "d5-f5"]
    turns = turns_of(kosmos, board(drawing, "brown"), "d5")
    assert [turn for turn in turns if "-" in turn] == moves


def test_h7_capturing_is_not_compulsory() -> None:
    assert {"d5-e5", "h2", "h5-h3"} <= set(legal(kosmos, board(HUNT, "brown")))


def test_h7_a_capture_needs_a_clear_line() -> None:
    behind_a_bear = board(HUNT, "brown")
    assert_illegal(kosmos, behind_a_bear, "d5xh5", "H6", "in the way")


def test_h7_a_capture_needs_the_reach() -> None:
    two_steps = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . B . L . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    assert_illegal(kosmos, board(two_steps, "blue"), "c5xe5", "H6", "too far")


def test_h7_a_fox_captures_from_afar() -> None:
    across = """
        8 P . . . . . F
        7 . . . . . . .
        6 . . . . . . .
        5 . . . . . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    assert "h8xb8" in legal(kosmos, board(across, "blue"))


def test_h7_a_tile_captures_no_prey_of_others() -> None:
    fox_and_bear = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . F > . . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    assert_illegal(kosmos, board(fox_and_bear, "blue"), "c5xd5", "H7", "not the hunter on d5")


def test_h7_a_capture_is_not_written_as_a_move() -> None:
    assert_illegal(kosmos, board(HUNT, "brown"), "d5-f5", "H7", "f5 is occupied.*written with x")


def test_h7_a_move_is_not_written_as_a_capture() -> None:
    assert_illegal(kosmos, board(HUNT, "brown"), "d5xe5", "H7", "nothing to capture on e5")


def test_h7_a_bear_captures_a_hunter_whatever_its_gun() -> None:
    face_to_face = """
        8 . . . . . . .
        7 . . . ^ . . .
        6 . . < B > . .
        5 . . . v . . .
        4 . . . . . . .
        3 . . . . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    turns = turns_of(kosmos, board(face_to_face, "blue"), "e6")
    assert turns == ["e6xd6", "e6xe5", "e6xe7", "e6xf6"]


FACE_DOWN = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . F . ? . D .
    4 . . . . . . .
    3 . . . ^ . . .
    2 . . . . . . .
      b c d e f g h
"""


def test_h8_a_face_down_tile_blocks_the_line() -> None:
    assert_illegal(kosmos, board(FACE_DOWN, "blue"), "c5xg5", "H8", "face-down tile lies in the")


def test_h8_no_move_passes_over_a_face_down_tile() -> None:
    assert_illegal(kosmos, board(FACE_DOWN, "blue"), "c5-f5", "H8", "stop before it")


@pytest.mark.parametrize(("side", "capture"), [("blue", "c5xe5"), ("brown", "e3xe5")])
def test_h8_a_face_down_tile_is_not_captured(side: str, capture: str) -> None:
    assert_illegal(kosmos, board(FACE_DOWN, side), capture, "H8", "face down and cannot be")


def test_h8_no_tile_moves_onto_a_face_down_tile() -> None:
    assert_illegal(kosmos, board(FACE_DOWN, "blue"), "c5-e5", "H8", "face down")


BIRDS = """
    8 ? . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . D . F . . .
    4 . . . . . . .
    3 . P . . . > .
    2 . . . . . . ?
      b c d e f g h
"""


@both_rule_sets
@pytest.mark.parametrize("bird", ["D", "P"])
def test_h9_a_bird_just_turned_over_may_be_captured_but_not_moved(game: Hunt, bird: str) -> None:
    in_line = """
        8 ? . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . F . . ? . .
        4 . . . . . . .
        3 . . . . . > .
        2 . . . . . . .
          b c d e f g h
    """
    after = play(game, board(in_line, "brown"), f"f5={bird}")
    assert [turn for turn in legal(game, after) if "f5" in turn] == ["c5xf5"]


@both_rule_sets
def test_h9_the_lock_on_a_bird_turned_over_is_explained(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "h2=D")
    assert_illegal(game, after, "h2-h3", "H9", "duck on h2 was just turned over.*may capture it")


@both_rule_sets
def test_h9_the_lock_on_a_bird_moved_is_explained(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "c3-c4")
    assert_illegal(game, after, "c4-d4", "H9", "pheasant on c4 was just moved.*may capture it")


@both_rule_sets
def test_h9_a_bird_just_moved_may_be_captured_at_once(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "c5-d5")
    assert "e5xd5" in legal(game, after)


@both_rule_sets
def test_h9_other_birds_are_free(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "c3-c4")
    assert "c5-b5" in legal(game, after)


@both_rule_sets
def test_h9_the_lock_lasts_one_turn(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "h2=D", "e5-e6", "g3-g4")
    assert "h2-h3" in legal(game, after)


@both_rule_sets
def test_h9_the_player_who_turned_a_bird_over_is_not_bound(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "h2=D", "e5-e6")
    assert "h2-h3" in legal(game, after)


@both_rule_sets
def test_h9_the_player_who_moved_a_bird_may_move_it_on(game: Hunt) -> None:
    after = play(game, board(BIRDS, "brown"), "c3-c4", "e5-e6")
    assert "c4-d4" in legal(game, after)


@both_rule_sets
@pytest.mark.parametrize("face", ["B", "F", "L", "^", "T"])
def test_h9_no_other_tile_is_locked(game: Hunt, face: str) -> None:
    assert fields(play(game, board(BIRDS, "brown"), f"h2={face}"))["lock"] == "-"


@both_rule_sets
def test_h9_moving_another_tile_locks_nothing(game: Hunt) -> None:
    assert fields(play(game, board(BIRDS, "brown"), "g3-g4"))["lock"] == "-"


def test_h9_a_captor_on_the_birds_space_is_not_locked() -> None:
    after = play(kosmos, board(BIRDS, "brown"), "c5-d5", "e5xd5")
    assert fields(after)["lock"] == "-"


WAY_BACK = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . F . . D . .
    4 . . . . . . .
    3 B . . > . . .
    2 . . . . . . ?
      b c d e f g h
"""


@both_rule_sets
@pytest.mark.parametrize(("there", "back"), [("c5-c8", "c8-c5"), ("b3-b4", "b4-b3")])
def test_h10_a_tile_may_not_go_back_at_once(game: Hunt, there: str, back: str) -> None:
    after = play(game, board(WAY_BACK, "blue"), there, "e3-e4")
    assert_illegal(game, after, back, "H10", "came from .. in your last turn")


@both_rule_sets
def test_h10_binds_brown_as_well(game: Hunt) -> None:
    after = play(game, board(WAY_BACK, "brown"), "e3-e8", "c5-c6")
    assert_illegal(game, after, "e8-e3", "H10", "came from e3")


@both_rule_sets
def test_h10_a_slider_may_stop_before_or_go_beyond_the_space_it_came_from(game: Hunt) -> None:
    after = play(game, board(WAY_BACK, "blue"), "c5-c6", "e3-e4")
    moves = [turn for turn in turns_of(game, after, "c6") if turn[3] == "c"]
    assert moves == ["c6-c2", "c6-c3", "c6-c4", "c6-c7", "c6-c8"]


@both_rule_sets
def test_h10_another_tile_may_go_there(game: Hunt) -> None:
    after = play(game, board(WAY_BACK, "blue"), "b3-b4", "e3-e4", "c5-c3", "e4-e5")
    assert "c3-b3" in legal(game, after)


@both_rule_sets
def test_h10_one_turn_later_the_tile_may_go_back(game: Hunt) -> None:
    after = play(game, board(WAY_BACK, "blue"), "c5-c8", "e3-e4", "b3-b4", "e4-e5")
    assert "c8-c5" in legal(game, after)


@both_rule_sets
def test_h10_a_turn_over_between_lifts_the_ban(game: Hunt) -> None:
    two_hidden = WAY_BACK.replace("8 . .", "8 ? .")
    after = play(game, board(two_hidden, "blue"), "c5-c6", "e3-e4", "b8=T", "e4-e5")
    assert "c6-c5" in legal(game, after)


@both_rule_sets
def test_h10_a_turn_over_by_the_opponent_does_not_lift_the_ban(game: Hunt) -> None:
    two_hidden = WAY_BACK.replace("8 . .", "8 ? .")
    after = play(game, board(two_hidden, "blue"), "c5-c6", "b8=T")
    assert_illegal(game, after, "c6-c5", "H10", "came from c5")


RETURN_BY_CAPTURE = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . F . . . . .
    4 . D . . . . .
    3 . . . . . . .
    2 . . . . > . ?
      b c d e f g h
"""


@both_rule_sets
def test_h10_includes_going_back_by_a_capture(game: Hunt) -> None:
    after = play(game, board(RETURN_BY_CAPTURE, "blue"), "c5-e5", "c4-c5")
    assert_illegal(game, after, "e5xc5", "H10", "came from c5")


@both_rule_sets
def test_h10_a_capture_on_the_way_back_is_free(game: Hunt) -> None:
    duck_beside = RETURN_BY_CAPTURE.replace("4 . D .", "4 . . D")
    after = play(game, board(duck_beside, "blue"), "c5-e5", "d4-d5")
    assert "e5xd5" in legal(game, after)


@both_rule_sets
def test_h10_binds_after_a_capture_too(game: Hunt) -> None:
    after = play(game, board(RETURN_BY_CAPTURE, "blue"), "c5xc4", "f2-f3")
    assert_illegal(game, after, "c4-c5", "H10", "came from c5")


def test_h10_kosmos_leaves_birds_free() -> None:
    after = play(kosmos, board(WAY_BACK, "blue"), "f5-f8", "e3-e4")
    assert "f8-f5" in legal(kosmos, after)


def test_h10_kosmos_writes_no_ban_for_a_bird() -> None:
    assert fields(play(kosmos, board(WAY_BACK, "blue"), "f5-f8"))["blue ban"] == "-"


@pytest.mark.parametrize(("side", "between"), [("blue", "e3-e4"), ("brown", "c5-c6")])
def test_h10_online_binds_birds_too(side: str, between: str) -> None:
    after = play(online, board(WAY_BACK, side), "f5-f8", between)
    assert_illegal(online, after, "f8-f5", "H10", "came from f5")


def test_h10_online_a_bird_that_one_player_moved_may_be_brought_back_by_the_other() -> None:
    after = play(online, board(WAY_BACK, "blue"), "f5-f8", "e3-e4", "c5-c6")
    assert "f8-f5" in legal(online, after)


CAPTURED = """
    8 . . . . . . .
    7 . . . . . . .
    6 . F . . . . .
    5 . . . . . . .
    4 . . ^ . . F .
    3 . . . . . . .
    2 . . . . . . ?
      b c d e f g h
"""


@both_rule_sets
def test_h10_the_ban_is_void_when_its_tile_is_captured(game: Hunt) -> None:
    after = play(game, board(CAPTURED, "blue"), "c6-d6", "d4xd6")
    assert (fields(after)["blue ban"], fields(after)["brown ban"]) == ("-", "d6>d4")


@both_rule_sets
def test_h10_a_capture_elsewhere_does_not_void_the_ban(game: Hunt) -> None:
    two_foxes = CAPTURED.replace("7 . . .", "7 . . F")
    after = play(game, board(two_foxes, "blue"), "c6-c7", "d4xd7")
    assert fields(after)["blue ban"] == "c7>c6"


def test_h10_online_the_ban_on_a_bird_is_void_when_the_bird_is_captured() -> None:
    duck = """
        8 . . . . . . .
        7 . . . . . . .
        6 . D . . . . .
        5 . . . . . . .
        4 . . ^ . . F .
        3 . . . . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    assert fields(play(online, board(duck, "blue"), "c6-d6", "d4xd6"))["blue ban"] == "-"


def test_h10_a_refusal_carries_number_and_sentence() -> None:
    after = play(kosmos, board(WAY_BACK, "blue"), "c5-c8", "e3-e4")
    with pytest.raises(IllegalTurn) as refused:
        play(kosmos, after, "c8-c5")
    assert str(refused.value).startswith("H10: this tile came from c5")
