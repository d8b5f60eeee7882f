"""H1 to H3: the board, the tiles and the guns."""

from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from boards import DECK, GUNS, KINDS, WORTH, assert_illegal, board, complete, kind, kosmos, legal
from boards import play as played

from tallyho.contract import IllegalTurn, NotationError
from tallyho.games.hunt import NAMES, SPACE, HuntDeal, HuntNotation, Move, TurnedOver, TurnOver

SPACES = tuple(file + rank for file in "bcdefgh" for rank in "2345678")

FACE_UP = """
    8 . . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . F . . . . .
    4 . . . . . . .
    3 . . . . . > .
    2 . . . . . . ?
      b c d e f g h
"""


def test_h1_the_board_has_49_spaces_from_b2_to_h8() -> None:
    assert NAMES[:49] == SPACES


def test_h1_the_ring_around_the_board_has_four_exits_and_nothing_else() -> None:
    assert set(NAMES) - set(SPACES) == {"a5", "i5", "e1", "e9"}


@pytest.mark.parametrize("text", ["b4-a4", "h9-h8", "c8-c9", "e5-a9", "e8-e0", "e9-e5", "a5-b5"])
def test_h1_no_move_touches_the_rest_of_the_ring_or_begins_outside(text: str) -> None:
    with pytest.raises(NotationError):
        HuntNotation().read_turn(text)


def test_h1_no_tile_comes_in_through_an_exit() -> None:
    with pytest.raises(IllegalTurn, match="begins on the board") as refused:
        kosmos.play(board(FACE_UP, "blue"), Move(SPACE["a5"], SPACE["b5"]))
    assert refused.value.rule == "H1"


def test_h1_no_tile_lies_on_an_exit() -> None:
    with pytest.raises(IllegalTurn, match="on the board") as refused:
        kosmos.play(board(FACE_UP, "blue"), TurnedOver(SPACE["e9"], "F"))
    assert refused.value.rule == "H1"


def test_h2_at_the_start_48_face_down_tiles_lie_around_the_empty_centre() -> None:
    start = """
        8 ? ? ? ? ? ? ?
        7 ? ? ? ? ? ? ?
        6 ? ? ? ? ? ? ?
        5 ? ? ? . ? ? ?
        4 ? ? ? ? ? ? ?
        3 ? ? ? ? ? ? ?
        2 ? ? ? ? ? ? ?
          b c d e f g h
    """
    assert kosmos.start() == board(start, "blue", quiet=0)


def test_h2_at_the_start_every_space_but_the_centre_may_be_turned_over() -> None:
    assert legal(kosmos, kosmos.start()) == [name for name in SPACES if name != "e5"]


def test_h2_at_the_start_the_bag_holds_every_tile() -> None:
    assert dict(zip(KINDS, kosmos.start().bag, strict=True)) == DECK


@pytest.mark.parametrize("letter", KINDS)
def test_h2_each_tile_has_its_points(letter: str) -> None:
    outcome = kosmos.outcome(
        board(FACE_UP.replace("?", "."), "blue", left=0, blue_won=letter, brown_won=letter * 2)
    )
    assert outcome is not None
    assert outcome.points == (WORTH[letter], 2 * WORTH[letter])


def test_h2_the_tiles_are_worth_168_points_in_all() -> None:
    everything = "".join(DECK.elements())
    outcome = kosmos.outcome(board(FACE_UP.replace("?", "."), "blue", left=0, brown_won=everything))
    assert outcome is not None
    assert (outcome.points, outcome.tiles) == ((0, 168), (0, 48))


PREY = {"B": "LH", "F": "DP", "L": "T", ">": "BFDP", "P": "", "D": ""}


@pytest.mark.parametrize("victim", ["B", "F", "L", *GUNS, "P", "D", "T"])
@pytest.mark.parametrize("mover", PREY)
def test_h2_each_kind_captures_its_prey_and_nothing_else(mover: str, victim: str) -> None:
    drawing = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . . . M V . .
        4 . . . . . . .
        3 . . . . . . .
        2 ? . . . . . .
          b c d e f g h
    """
    side = "brown" if mover in "L>" else "blue"
    position = board(drawing.replace("M", mover).replace("V", victim), side)
    assert ("e5xf5" in legal(kosmos, position)) == (kind(victim) in PREY[mover])


@pytest.mark.parametrize(
    ("face", "reached"), [("B", 4), ("F", 12), ("L", 4), ("<", 12), ("P", 12), ("D", 12), ("T", 0)]
)
def test_h2_each_kind_has_its_reach(face: str, reached: int) -> None:
    drawing = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . . . M . . .
        4 . . . . . . .
        3 . . . . . . .
        2 ? . . . . . .
          b c d e f g h
    """
    side = "brown" if face in "L<" else "blue"
    turns = legal(kosmos, board(drawing.replace("M", face), side))
    assert len([turn for turn in turns if turn.startswith("e5-")]) == reached


def test_h2_no_more_tiles_come_up_than_there_are() -> None:
    two_bears = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . B . . . . .
        4 . . . . . . .
        3 . . . . . > .
        2 . . . . . . ?
          b c d e f g h
    """
    with pytest.raises(IllegalTurn, match="no bear is left") as refused:
        played(kosmos, board(two_bears, "blue", brown_won="B"), "h2=B")
    assert refused.value.rule == "H2"


@pytest.mark.parametrize("face", ["H", "?", ".", "", "b", "FF"])
def test_h2_nothing_comes_up_that_is_no_face(face: str) -> None:
    with pytest.raises(IllegalTurn, match="face") as refused:
        kosmos.play(kosmos.start(), TurnedOver(SPACE["b2"], face))
    assert refused.value.rule == "H2"


@dataclass
class Counted:
    """Numbers that note their bounds and are as high, or as low, as they may be."""

    high: bool = True
    bounds: list[int] = field(default_factory=list)

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return bound - 1 if self.high else 0


def test_h2_h3_a_deal_is_one_fair_shuffle_and_then_one_fair_gun_for_each_hunter() -> None:
    numbers = Counted()
    HuntDeal.shuffled(numbers)
    assert numbers.bounds == [*range(48, 1, -1), *[4] * 8]


@pytest.mark.parametrize("high", [True, False])
def test_h2_a_deal_holds_exactly_the_48_tiles(high: bool) -> None:
    deal = HuntDeal.shuffled(Counted(high))
    faces = [deal.face(SPACE[name]) for name in SPACES if name != "e5"]
    assert sorted(map(kind, faces)) == sorted(DECK.elements())


FACES = "".join(DECK.elements()).replace("H" * 8, "^^>>vv<<")
DEALT = FACES[:24] + "." + FACES[24:]


def test_h2_a_deal_may_be_written_out() -> None:
    assert HuntDeal(DEALT).face(SPACE["b2"]) == FACES[0]


@pytest.mark.parametrize(
    "faces",
    [
        "",
        FACES,
        DEALT + "T",
        DEALT[:-1],
        DEALT[:-1] + ".",
        "." + FACES,
        FACES + ".",
        DEALT.replace("T", "D", 1),
        DEALT.replace("T", "?", 1),
        DEALT.replace("B", "b"),
    ],
)
def test_h2_a_deal_of_anything_else_is_refused(faces: str) -> None:
    with pytest.raises(NotationError, match="48 tiles"):
        HuntDeal(faces)


def test_h3_a_dealt_hunter_has_a_gun() -> None:
    with pytest.raises(NotationError):
        HuntDeal(DEALT.replace("^", "H"))


def test_h3_a_gun_is_unknown_until_the_tile_is_turned_and_then_each_is_equally_likely() -> None:
    position = complete(board(FACE_UP, "blue"), face_down="H")
    assert kosmos.chances(position, TurnOver(SPACE["h2"])) == tuple(
        (TurnedOver(SPACE["h2"], gun), Fraction(1, 4)) for gun in GUNS
    )


@pytest.mark.parametrize("gun", GUNS)
def test_h3_a_gun_does_not_turn_with_the_moves(gun: str) -> None:
    after = played(
        kosmos, board(FACE_UP, "blue"), f"h2={gun}", "h2-h7", "c5-c6", "h7-b7", "c6-d6", "b7-b2"
    )
    assert after.board[SPACE["b2"]] == gun


def test_h3_a_gun_does_not_turn_with_a_capture() -> None:
    hunt = """
        8 . . . . . . .
        7 . . . . . . .
        6 . . . . . . .
        5 . . F . . . .
        4 . . . . . . .
        3 . . ^ . . . .
        2 . . . . . . ?
          b c d e f g h
    """
    assert played(kosmos, board(hunt, "brown"), "d3xd5").board[SPACE["d5"]] == "^"


def test_h3_a_gun_does_not_turn_a_face_up_tile_over_again() -> None:
    assert_illegal(kosmos, board(FACE_UP, "brown"), "g3=^", "H4", "no face-down tile on g3")
