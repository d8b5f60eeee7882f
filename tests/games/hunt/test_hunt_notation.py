"""The position text field by field, and the texts of turns and events."""

import pytest
from boards import SIDE, board

from tallyho.contract import NotationError
from tallyho.games.hunt import (
    KOSMOS,
    ONLINE,
    PASS,
    SPACE,
    Ban,
    Event,
    Hunt,
    HuntNotation,
    Move,
    Rules,
    Turn,
    TurnedOver,
    TurnOver,
)

START = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -"
MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"
FINAL = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7"
FIELDS = (
    "board",
    "side",
    "blue won",
    "brown won",
    "lock",
    "blue ban",
    "brown ban",
    "quiet",
    "left",
)

BOARD = "board"
SIDE_TO_MOVE = "side to move"
BLUE_WON = "blue's winnings"
BROWN_WON = "brown's winnings"
LOCK = "lock"
BLUE_BAN = "blue's ban"
BROWN_BAN = "brown's ban"
QUIET = "turns since the last turn-over"
LEFT = "turns left"


def changed(text: str, **values: str) -> str:
    """The position text with some fields replaced; `_` stands for a space in their names."""
    fields = dict(zip(FIELDS, text.split(" "), strict=True))
    fields.update({name.replace("_", " "): value for name, value in values.items()})
    assert len(fields) == 9
    return " ".join(fields.values())


def refused_field(text: str, rules: Rules) -> str:
    """The field that the refusal names."""
    with pytest.raises(NotationError) as refused:
        HuntNotation(rules).read_position(text)
    assert str(refused.value).startswith(f"{refused.value.field}: ")
    return refused.value.field


@pytest.mark.parametrize(
    ("text", "rules"), [(START, KOSMOS), (START, ONLINE), (MIDDLE, KOSMOS), (FINAL, ONLINE)]
)
def test_the_published_texts_read_and_write_back(text: str, rules: Rules) -> None:
    notation = HuntNotation(rules)
    assert notation.write_position(notation.read_position(text)) == text


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE])
def test_the_start_is_the_published_text(rules: Rules) -> None:
    game = Hunt(rules)
    assert HuntNotation(rules).write_position(game.start()) == START
    assert HuntNotation(rules).read_position(START) == game.start()


def test_the_board_is_read_from_rank_8_down_and_file_b_on() -> None:
    drawn = """
        8 T T P ? T T T
        7 T P T . P ? T
        6 > L D < ? . D
        5 < . . . D . .
        4 L D P B T v F
        3 F T P . . > T
        2 < D F T T P T
          b c d e f g h
    """
    position = board(
        drawn, "blue", lock="c2", blue_ban="e4>e5", quiet=0, blue_won="HH", brown_won="BFPDDT"
    )
    assert HuntNotation().read_position(MIDDLE) == position


def test_every_field_is_read() -> None:
    read = HuntNotation(ONLINE).read_position(FINAL)
    assert read.to_move is SIDE["blue"]
    assert read.winnings == ((0, 0, 1, 2, 4, 3, 0), (0, 2, 0, 0, 0, 1, 2))
    assert (read.lock, read.quiet, read.left) == (None, None, 7)
    assert read.bans == (Ban(SPACE["g6"], SPACE["g5"]), Ban(SPACE["d6"], SPACE["f6"]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        START[:-2],
        START + " -",
        START + " ",
        " " + START,
        START.replace(" ", "  ", 1),
        START.replace(" ", "\t"),
    ],
)
def test_nine_fields_are_needed(text: str) -> None:
    assert refused_field(text, KOSMOS) == "position"


@pytest.mark.parametrize(
    "ranks",
    [
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT/7",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT/",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D2//FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D1/LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D3/LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<21D2/LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<0111D2/LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<...D../LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/H3D2/LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3d2/LDPBTvF/FTP2>T/<DFTTPT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTVF/FTP2>T/<DFTTPT",
        "<DFTTPT/FTP2>T/LDPBTvF/<3D2/>LD<?1D/TPT1P?T/TTP?TT",
        "TTP?TTT/TPT1P?T/>LD<?1D/<\N{ARABIC-INDIC DIGIT THREE}D2/LDPBTvF/FTP2>T/<DFTTPT",
    ],
)
def test_seven_ranks_of_seven_spaces_are_needed(ranks: str) -> None:
    assert refused_field(changed(MIDDLE, board=ranks), KOSMOS) == BOARD


@pytest.mark.parametrize(
    ("old", "new"),
    [("TTP?TTT", "TTPTTTT"), (">LD<?1D", ">LD<?TD"), ("BFPD2T", "BFPD2"), ("H2", "H3")],
    ids=["turned over", "put on", "not won", "won twice"],
)
def test_the_48_tiles_must_add_up(old: str, new: str) -> None:
    assert refused_field(MIDDLE.replace(old, new, 1), KOSMOS) == BOARD


def test_no_kind_has_more_tiles_than_there_are() -> None:
    swapped = MIDDLE.replace("TPT1P?T", "TPT1P?B").replace("BFPD2T", "BFPD2T2")
    assert refused_field(swapped, KOSMOS) == BOARD


def test_e5_never_lies_face_down() -> None:
    moved = MIDDLE.replace("TTP?TTT", "TTP1TTT").replace("<3D2", "<2?D2")
    assert refused_field(moved, KOSMOS) == BOARD


@pytest.mark.parametrize("side", ["", "-", "white", "Blue", "BROWN", "b", "blue,"])
def test_the_side_to_move_is_blue_or_brown(side: str) -> None:
    assert refused_field(changed(MIDDLE, side=side), KOSMOS) == SIDE_TO_MOVE


BAD_WINNINGS = [
    "",
    "0",
    "H1",
    "H02",
    "HH",
    "HB",
    "h2",
    "2H",
    "H2-",
    "-H2",
    "X",
    "H2Q",
    "^2",
]


@pytest.mark.parametrize("winnings", BAD_WINNINGS)
def test_blues_winnings_are_written_in_one_way(winnings: str) -> None:
    assert refused_field(changed(MIDDLE, blue_won=winnings), KOSMOS) == BLUE_WON


@pytest.mark.parametrize("winnings", BAD_WINNINGS)
def test_browns_winnings_are_written_in_one_way(winnings: str) -> None:
    assert refused_field(changed(MIDDLE, brown_won=winnings), KOSMOS) == BROWN_WON


def test_winnings_of_many_tiles_have_two_digits() -> None:
    trees = "7/7/7/7/7/7/F5> blue L2H7 B2F5P8D7T15 - - - - 10"
    assert str(HuntNotation().read_position(trees)) == trees


@pytest.mark.parametrize(
    ("blue", "brown", "field"),
    [("H2T", "BFPD2", BLUE_WON), ("FH2", "BPD2T", BLUE_WON), ("H", "BFHPD2T", BROWN_WON)],
    ids=["a tree for blue", "a fox brought out", "a hunter brought out"],
)
def test_nobody_has_won_what_nobody_could_win(blue: str, brown: str, field: str) -> None:
    assert refused_field(changed(MIDDLE, blue_won=blue, brown_won=brown), KOSMOS) == field


def test_in_the_final_phase_own_tiles_may_be_among_the_winnings() -> None:
    text = changed(FINAL, blue_won="FLH2P4D3", brown_won="FDT2")
    assert str(HuntNotation(ONLINE).read_position(text)) == text


@pytest.mark.parametrize("lock", ["", "c", "C2", "c9", "a5", "e9", "c2c", "2c", "24"])
def test_the_lock_names_a_space(lock: str) -> None:
    assert refused_field(changed(MIDDLE, lock=lock), KOSMOS) == LOCK


@pytest.mark.parametrize("lock", ["e5", "b8", "g7", "e4", "g4", "d2"])
def test_the_lock_names_a_bird(lock: str) -> None:
    assert refused_field(changed(MIDDLE, lock=lock), KOSMOS) == LOCK


@pytest.mark.parametrize("lock", ["-", "c2", "d8", "f5"])
def test_any_bird_may_have_been_turned_over_last(lock: str) -> None:
    text = changed(MIDDLE, lock=lock)
    assert str(HuntNotation().read_position(text)) == text


@pytest.mark.parametrize(
    "ban",
    [
        *("", "e4", "e4-e5", "e4>", ">e5", "e4>e5>e4", "E4>e5", "e4>e9", "a5>b5"),  # no such text
        *("e5>e4", "f4>f3", "g7>g6", "g4>g5", "b5>c5"),  # nothing there that blue moves
        *("e4>e4", "e4>f5", "d2>e3"),  # no straight line
        *("e4>e6", "e4>c4"),  # too far for a bear
    ],
)
def test_blues_ban_is_a_way_that_a_tile_of_blues_can_have_come(ban: str) -> None:
    assert refused_field(changed(MIDDLE, blue_ban=ban), KOSMOS) == BLUE_BAN


@pytest.mark.parametrize("ban", ["", "g4", "g4>g9", "e5>e4", "e4>e5", "h4>h5", "b4>b6", "g4>h5"])
def test_browns_ban_is_a_way_that_a_tile_of_browns_can_have_come(ban: str) -> None:
    brown_to_move = changed(MIDDLE, side="brown", blue_ban="-", brown_ban=ban)
    assert refused_field(brown_to_move, KOSMOS) == BROWN_BAN


def test_a_ban_of_the_side_to_move_may_lead_back_over_a_tile_that_has_come_since() -> None:
    text = changed(FINAL, blue_ban="h6>e6")
    assert str(HuntNotation(ONLINE).read_position(text)) == text


def test_a_turn_over_leaves_no_ban() -> None:
    assert refused_field(changed(MIDDLE, brown_ban="g4>g5"), KOSMOS) == BROWN_BAN


def test_the_last_turn_over_leaves_no_ban() -> None:
    assert refused_field(changed(FINAL, left="10"), ONLINE) == BROWN_BAN


@pytest.mark.parametrize("ban", ["d6>d8", "d6>b6", "d6>h6"])
def test_the_way_of_the_last_move_is_still_empty(ban: str) -> None:
    assert refused_field(changed(FINAL, brown_ban=ban), ONLINE) == BROWN_BAN


def test_the_lock_is_on_the_bird_that_moved_last() -> None:
    assert refused_field(changed(FINAL, lock="g6"), ONLINE) == LOCK


def test_a_bird_that_moved_last_is_locked() -> None:
    bird_moved = changed(FINAL, blue_ban="-", brown_ban="g6>g5")
    assert refused_field(bird_moved, ONLINE) == LOCK


@pytest.mark.parametrize(
    "number",
    ["", "-", "-1", "+1", "01", "00", "1.0", "1_0", "x", "\N{ARABIC-INDIC DIGIT FIVE}", "9" * 7],
)
def test_before_the_final_phase_the_turns_since_the_last_turn_over_are_a_number(
    number: str,
) -> None:
    assert refused_field(changed(MIDDLE, quiet=number), KOSMOS) == QUIET


def test_in_the_final_phase_the_turns_since_the_last_turn_over_are_not_counted() -> None:
    assert refused_field(changed(FINAL, quiet="3"), ONLINE) == QUIET


@pytest.mark.parametrize("number", ["", "-", "-1", "07", "11", "x", "\N{SUPERSCRIPT SEVEN}", "1e1"])
def test_in_the_final_phase_the_turns_left_are_a_number_up_to_ten(number: str) -> None:
    assert refused_field(changed(FINAL, left=number), ONLINE) == LEFT


def test_before_the_final_phase_no_turns_left_are_counted() -> None:
    assert refused_field(changed(MIDDLE, left="10"), KOSMOS) == LEFT


def test_the_turns_left_depend_on_the_rules() -> None:
    text = changed(FINAL, left="21")
    assert str(HuntNotation(Rules(ban="any", final=12)).read_position(text)) == text
    assert refused_field(text, Rules(ban="any", final=10)) == LEFT


def test_kosmos_knows_no_ban_on_a_bird() -> None:
    # H10 binds the own colour only there, so no turn can have left this ban on the duck g6.
    assert refused_field(FINAL, KOSMOS) == BLUE_BAN


def test_a_ban_that_is_not_stated_is_taken_as_none() -> None:
    # Brown moved the duck g6 and so has a ban, but a text may leave history out.
    text = changed(FINAL, lock="g6", blue_ban="-", brown_ban="-")
    assert str(HuntNotation(ONLINE).read_position(text)) == text


@pytest.mark.parametrize("change", [{"side": "brown"}, {"quiet": "1"}])
def test_with_every_tile_face_down_blue_has_the_first_turn(change: dict[str, str]) -> None:
    assert refused_field(changed(START, **change), KOSMOS) == SIDE_TO_MOVE


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (changed(MIDDLE, quiet="1", lock="-", brown_ban="g4>g5"), KOSMOS),
        (changed(FINAL, left="9"), ONLINE),
    ],
    ids=["turn-over", "last turn-over"],
)
def test_who_turned_a_tile_over_two_turns_ago_has_no_ban(text: str, rules: Rules) -> None:
    assert refused_field(text, rules) == BLUE_BAN


def test_a_bird_that_blue_moved_cannot_have_been_moved_by_brown_at_once() -> None:
    both = changed(FINAL, lock="g6", brown_ban="g6>g5", blue_ban="g6>f6")
    assert refused_field(both, ONLINE) in (LOCK, BLUE_BAN)


def turn(text: str) -> Turn:
    return HuntNotation().read_turn(text)


def event(text: str) -> Event:
    return HuntNotation().read_event(text)


def test_a_turn_over_is_read_as_a_decision() -> None:
    assert turn("d4") == TurnOver(SPACE["d4"])


@pytest.mark.parametrize("face", "BFLPDT^>v<")
def test_a_turn_over_is_read_as_an_event(face: str) -> None:
    assert event(f"d4={face}") == TurnedOver(SPACE["d4"], face)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c5-f5", Move(SPACE["c5"], SPACE["f5"])),
        ("c5xf5", Move(SPACE["c5"], SPACE["f5"], captures=True)),
        ("e5-e9", Move(SPACE["e5"], SPACE["e9"])),
    ],
)
def test_a_move_is_read_as_decision_and_event(text: str, move: Move) -> None:
    assert (turn(text), event(text), HuntNotation().write(move)) == (move, move, text)


def test_a_pass_is_read_as_decision_and_event() -> None:
    assert (turn("pass"), event("pass"), HuntNotation().write(PASS)) == (PASS, PASS, "pass")


def test_a_decision_does_not_say_what_comes_up() -> None:
    with pytest.raises(NotationError, match="only which tile to turn over: d4"):
        turn("d4=F")


def test_an_event_says_what_came_up() -> None:
    with pytest.raises(NotationError, match="d4=F"):
        event("d4")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "d", "4", "4d", "D4", "d44", " d4", "d4 ", "d4\n", "d9", "e9", "a5", "i5"),
        *("d4=", "d4=f", "d4=H", "d4=?", "d4=.", "d4=FF", "d4==F", "=F", "e9=F"),
        *("c5f5", "c5 - f5", "c5-", "-f5", "c5-f5-g5", "c5Xf5", "c5:f5", "C5-F5", "c5-f5\n"),
        *("c5-a4", "c5-i9", "e9-e5", "c5\N{EN DASH}f5", "c\N{FULLWIDTH DIGIT FIVE}-f5"),
        *("Pass", "PASS", "pass ", "resign", "draw", "0000", "--"),
    ],
)
def test_other_texts_are_no_turns(text: str) -> None:
    for read in (turn, event):
        with pytest.raises(NotationError) as refused:
            read(text)
        assert refused.value.field == "turn"


def test_a_record_turn_is_one_event() -> None:
    notation = HuntNotation()
    events = notation.read_record_turn("d4=F") + notation.read_record_turn("d4-d5")
    assert list(notation.write_record_turns(events)) == ["d4=F", "d4-d5"]
