"""P1, P2 and P6: the board, its holes, and the way of the pegs."""

import pytest
from pegs_tables import after, legal, refusal

from tallyho.contract import NotationError, Side
from tallyho.games.pegs import Circle, Hole, Pegs, Rules
from tallyho.games.pegs.board import home, next_circle


def test_p1_a_hole_is_its_circle_and_its_number() -> None:
    assert [str(Hole(circle, 12)) for circle in Circle] == ["o12", "c12", "i12"]


@pytest.mark.parametrize("holes", [8, 12, 30])
def test_p1_a_circle_has_8_to_30_holes(holes: int) -> None:
    assert [len(circle) for circle in Pegs(Rules(holes=holes)).start().circles] == [holes] * 3


@pytest.mark.parametrize("holes", [-1, 0, 7, 31])
def test_p1_no_other_number_of_holes_is_allowed(holes: int) -> None:
    with pytest.raises(NotationError, match=r"^holes: "):
        Rules(holes=holes)


def test_p1_both_sides_run_towards_higher_numbers() -> None:
    board = "w......./......../b......."
    assert legal(f"{board} white 2") == "o1-o3"
    assert legal(f"{board} black 2") == "i1-i3"


def test_p2_white_fills_the_outer_circle_and_black_the_inner_one() -> None:
    assert str(Pegs().start()) == "wwwwwwwwwwww/............/bbbbbbbbbbbb white -"


def test_p2_home_is_the_circle_that_a_side_fills() -> None:
    assert (home(Side.FIRST), home(Side.SECOND)) == (Circle.OUTER, Circle.INNER)


def test_p6_white_goes_from_home_to_the_centre_and_on_to_black() -> None:
    route = [Circle.OUTER]
    for _ in range(4):
        route.append(next_circle(Side.FIRST, route[-1]))
    assert "".join(circle.letter for circle in route) == "ocici"


def test_p6_black_goes_from_home_to_the_centre_and_on_to_white() -> None:
    route = [Circle.INNER]
    for _ in range(4):
        route.append(next_circle(Side.SECOND, route[-1]))
    assert "".join(circle.letter for circle in route) == "icoco"


@pytest.mark.parametrize(
    ("board", "side", "play"),
    [
        (".......w/......../b.......", "white", "o8-c1"),
        ("......../.......w/.b......", "white", "c8-i1"),
        ("......../b......./.......w", "white", "i8xc1"),
        ("w......./......../.......b", "black", "i8-c1"),
        ("w......./.......b/........", "black", "c8xo1"),
        (".......b/......../w.......", "black", "o8-c1"),
    ],
)
def test_p6_a_tally_takes_a_peg_from_the_last_hole_to_the_next_circle(
    board: str, side: str, play: str
) -> None:
    assert legal(f"{board} {side} 1") == play


def test_p6_a_tally_changes_circles_from_the_last_hole_only() -> None:
    assert legal("......w./......../b....... white 1") == "o7-o8"


def test_p6_a_peg_never_goes_home_again() -> None:
    text = "......../.......w/b....... white 1"
    assert refusal(text, "c8-o1") == (
        "P6: from the centre a white peg goes on to the inner circle only"
    )


def test_p6_no_circle_is_skipped() -> None:
    text = ".......w/......../b....... white 1"
    assert (
        refusal(text, "o8-i1") == "P6: from the outer circle a white peg goes on to the centre only"
    )


def test_p6_a_far_jump_to_the_next_circle_is_explained() -> None:
    text = "w......./......../.......b white 1"
    assert refusal(text, "o1-c5") == (
        "P6: a peg reaches the centre only with a Tally, from hole 8 to hole 1"
    )


def test_p6_the_opening_waits_for_a_tally() -> None:
    start = "wwwwwwww/......../bbbbbbbb white -"
    assert after(start, "6-5 4-4 2-3 5-5") == start
    assert legal(after(start, "6-1")) == "o8-c1"
