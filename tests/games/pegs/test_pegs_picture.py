"""Positions draw themselves: the drawings in art/, and how picture.py lays them out."""

import re
from importlib.resources import files
from itertools import pairwise
from math import atan2, dist, hypot, pi
from xml.etree import ElementTree

import pytest

from tallyho.contract import Side
from tallyho.games.pegs import Position
from tallyho.games.pegs.picture import art, svg

SVG = "{http://www.w3.org/2000/svg}"
WHITE, BLACK = Side
ASSETS = sorted(
    path.name.removesuffix(".svg") for path in files("tallyho.games.pegs").joinpath("art").iterdir()
)


def start(holes: int = 12) -> Position:
    return Position(("w" * holes, "." * holes, "b" * holes), WHITE)


DOUBLET = Position(("ww.w.b.www.w", "..b.w....b..", ".bb.bb.w.b.b"), BLACK, (2, 2), (2, 5, 5))
LOST = Position(("..w.....", "." * 8, "." * 8), BLACK)


def uses(picture: str) -> list[tuple[str, float, float, float]]:
    """Every drawing as name, middle (from the board's middle, y upwards) and size."""
    found = []
    for use in ElementTree.fromstring(picture).iter(f"{SVG}use"):
        size = float(use.attrib["width"])
        x, y = (float(use.attrib[key]) + size / 2 - 300 for key in "xy")
        found.append((use.attrib["href"].removeprefix("#th-pegs-"), x, -y, size))
    return found


def on_board(position: Position) -> list[tuple[str, float, float, float]]:
    """The holes and pegs of the three circles, outer circle first, hole 1 first."""
    return uses(svg(position))[1 : 1 + 3 * len(position.circles[0])]


def in_middle(position: Position) -> list[str]:
    return [name for name, *_ in uses(svg(position))[1 + 3 * len(position.circles[0]) :]]


@pytest.mark.parametrize("name", ASSETS)
def test_a_drawing_is_a_self_contained_svg(name: str) -> None:
    root = ElementTree.fromstring(art(name))
    allowed = {f"{SVG}{tag}" for tag in ("svg", "title", "g", "path", "circle", "rect")}
    assert root.attrib["viewBox"] == ("0 0 600 600" if name == "board" else "0 0 100 100")
    assert root[0].tag == f"{SVG}title"
    assert {element.tag for element in root.iter()} <= allowed
    attributes = {key for element in root.iter() for key in element.attrib}
    assert not {key for key in attributes if re.search("href|^on|^id$|^style$|^class$", key)}


def test_every_drawing_is_used() -> None:
    numbers = Position(DOUBLET.circles, WHITE, (1, 2, 3, 4, 5, 6), (1,))
    pictures = svg(start()), svg(numbers)
    assert sorted({name for picture in pictures for name, *_ in uses(picture)}) == ASSETS


@pytest.mark.parametrize("position", [start(8), start(30), DOUBLET, LOST])
def test_a_picture_stands_alone(position: Position) -> None:
    picture = svg(position)
    root = ElementTree.fromstring(picture)
    symbols = [symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")]
    assert root.attrib["role"] == "img"
    assert len(symbols) == len(set(symbols))
    assert set(symbols) == {f"th-pegs-{name}" for name, *_ in uses(picture)}
    assert len(picture.encode()) < 20_000


def test_a_picture_says_what_it_shows() -> None:
    root = ElementTree.fromstring(svg(DOUBLET))
    assert root.attrib["aria-label"] == "Peg game, black to play"
    assert root.findtext(f"{SVG}title") == root.attrib["aria-label"]
    assert root.findtext(f"{SVG}desc") == str(DOUBLET)


def test_p1_the_letters_become_pegs_and_holes() -> None:
    letters = {"peg-white": "w", "peg-black": "b", "hole": "."}
    assert "".join(letters[name] for name, *_ in on_board(DOUBLET)) == "".join(DOUBLET.circles)


@pytest.mark.parametrize("holes", [8, 12, 30])
def test_p1_three_circles_run_clockwise_from_the_mark_at_the_top(holes: int) -> None:
    drawn = on_board(start(holes))
    for circle, radius in enumerate((237, 187, 137)):
        places = [(x, y) for _, x, y, _ in drawn[circle * holes : (circle + 1) * holes]]
        angles = [atan2(x, y) % (2 * pi) for x, y in places]
        assert angles == sorted(angles)
        assert places[0] == pytest.approx((-places[-1][0], places[-1][1]), abs=1)
        assert all(hypot(*place) == pytest.approx(radius, abs=1) for place in places)


@pytest.mark.parametrize("holes", [8, 12, 30])
def test_pegs_never_touch_each_other_or_the_mark(holes: int) -> None:
    drawn = on_board(start(holes))
    size = drawn[0][3]
    inner = [(x, y) for _, x, y, _ in drawn[2 * holes :]]
    assert min(dist(one, other) for one, other in pairwise(inner)) > size
    assert 237 - 187 > size
    assert inner[0][0] - size / 2 > 4


def test_hole_numbers_are_shown() -> None:
    texts = [text.text for text in ElementTree.fromstring(svg(start(8))).iter(f"{SVG}text")]
    assert texts == [str(number) for number in range(1, 9)]


def test_p3_two_dice_wait_for_the_throw() -> None:
    assert in_middle(start()) == ["peg-white", "die-blank", "die-blank"]


def test_p9_optional_numbers_are_framed() -> None:
    compulsory, extra = ["die-2", "die-2"], ["die-2", "optional", "die-5", "optional"]
    assert in_middle(DOUBLET) == ["peg-black", *compulsory, *extra, "die-5", "optional"]


def test_the_dice_of_a_full_doublet_lie_within_the_middle() -> None:
    full = Position(DOUBLET.circles, WHITE, (2, 2), (2, 2, 5, 5, 5, 5))
    dice = [use for use in uses(svg(full)) if use[0].startswith("die")]
    assert len(dice) == 8
    assert all(hypot(abs(x) + size / 2, abs(y) + size / 2) < 112 for _, x, y, size in dice)


def test_p11_the_winner_stands_in_the_middle() -> None:
    assert in_middle(LOST) == ["peg-white"]
    assert 'aria-label="Peg game, black has lost"' in svg(LOST)


def test_white_and_black_differ_in_ornament() -> None:
    assert "<path" not in art("peg-white")
    assert "<path" in art("peg-black")


def test_notebooks_show_the_picture() -> None:
    assert start()._repr_svg_() == svg(start())
