"""Positions draw themselves: the drawings in art/, and how picture.py lays them out."""

import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from tallyho.games.hunt import KOSMOS, ONLINE, SPACE, Position
from tallyho.games.hunt.picture import art, svg
from tallyho.games.hunt.position import START
from tallyho.games.hunt.position_text import read_position
from tallyho.games.hunt.tiles import FACES

SVG = "{http://www.w3.org/2000/svg}"
MIDDLE = read_position(
    "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -", KOSMOS
)
FINAL = read_position(
    "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7",
    ONLINE,
)
ASSETS = sorted(
    path.name.removesuffix(".svg") for path in files("tallyho.games.hunt").joinpath("art").iterdir()
)


def uses(picture: str) -> list[dict[str, str]]:
    """The attributes of every drawing on the board, in the order of drawing."""
    found = [dict(use.attrib) for use in ElementTree.fromstring(picture).iter(f"{SVG}use")]
    return [{**use, "name": use["href"].removeprefix("#th-hunt-")} for use in found]


def names(picture: str) -> list[str]:
    return [use["name"] for use in uses(picture)]


def alone(face: str, space: str = "e5") -> Position:
    """A board with one tile, which no game reaches but every picture can show."""
    board = "".join(face if SPACE[space] == index else "." for index in range(49))
    return START._replace(board=board)


def place(picture: str, name: str) -> tuple[float, float]:
    use = next(use for use in uses(picture) if use["name"] == name)
    return float(use["x"]), float(use["y"])


@pytest.mark.parametrize("name", ASSETS)
def test_a_drawing_is_a_self_contained_svg(name: str) -> None:
    root = ElementTree.fromstring(art(name))
    allowed = {f"{SVG}{tag}" for tag in ("svg", "title", "g", "path", "circle", "ellipse", "rect")}
    assert root.tag == f"{SVG}svg"
    assert root[0].tag == f"{SVG}title"
    assert {element.tag for element in root.iter()} <= allowed
    attributes = {key for element in root.iter() for key in element.attrib}
    assert not {key for key in attributes if re.search("href|^on|^id$|^style$|^class$", key)}


@pytest.mark.parametrize("name", ASSETS)
def test_a_drawing_of_a_tile_is_a_hundred_units_square(name: str) -> None:
    other = {"board": "0 0 820 820", "exit-open": "0 0 100 60", "exit-closed": "0 0 100 60"}
    box = ElementTree.fromstring(art(name)).attrib["viewBox"]
    assert box == other.get(name, "0 0 100 100")


def test_every_drawing_is_used() -> None:
    pictures = (
        svg(START),
        svg(MIDDLE, last=(0,)),
        svg(FINAL._replace(to_move=FINAL.to_move.other)),
    )
    assert sorted({name for picture in pictures for name in names(picture)}) == ASSETS


@pytest.mark.parametrize("position", [START, MIDDLE, FINAL], ids=["start", "middle", "final"])
@pytest.mark.parametrize("flipped", [False, True])
def test_a_picture_stands_alone(position: Position, flipped: bool) -> None:
    picture = svg(position, flipped=flipped)
    root = ElementTree.fromstring(picture)
    symbols = [symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")]
    assert root.attrib["role"] == "img"
    assert len(symbols) == len(set(symbols))
    assert {f"#{symbol}" for symbol in symbols} == {use["href"] for use in uses(picture)}


def test_a_picture_says_what_it_shows() -> None:
    root = ElementTree.fromstring(svg(FINAL))
    assert root.attrib["aria-label"] == "Tile game, blue to move, 7 turns left"
    assert root.findtext(f"{SVG}title") == root.attrib["aria-label"]
    assert root.findtext(f"{SVG}desc") == str(FINAL)


def test_a_picture_is_small() -> None:
    assert len(svg(START).encode()) < 10_000
    assert len(svg(MIDDLE).encode()) < 40_000


def test_every_face_looks_different() -> None:
    drawn = {
        tuple(
            (use["name"], use.get("transform"))
            for use in uses(svg(alone(face)))
            if not use["name"].startswith(("board", "exit", "turn"))
        )
        for face in FACES + "?."
    }
    assert len(drawn) == len(FACES) + 2 == 12


UP = None
RIGHT = "rotate(90 410 410)"
DOWN = "rotate(180 410 410)"
LEFT = "translate(820 0) scale(-1 1) rotate(90 410 410)"


@pytest.mark.parametrize(("face", "turn"), [("^", UP), (">", RIGHT), ("v", DOWN), ("<", LEFT)])
def test_h3_the_gun_points_where_it_shoots(face: str, turn: str | None) -> None:
    (gun,) = [use for use in uses(svg(alone(face))) if use["name"] == "gun"]
    assert gun.get("transform") == turn


@pytest.mark.parametrize(("face", "turn"), [("^", DOWN), (">", LEFT), ("v", UP), ("<", RIGHT)])
def test_h3_the_gun_turns_with_the_board(face: str, turn: str | None) -> None:
    (gun,) = [use for use in uses(svg(alone(face), flipped=True)) if use["name"] == "gun"]
    assert gun.get("transform") == turn


@pytest.mark.parametrize(
    ("space", "upright", "turned"),
    [
        ("b2", (64, 664), (664, 64)),
        ("b8", (64, 64), (664, 664)),
        ("h2", (664, 664), (64, 64)),
        ("c2", (164, 664), (564, 64)),
        ("e5", (364, 364), (364, 364)),
    ],
)
def test_h1_a_tile_lies_on_its_space(
    space: str, upright: tuple[float, float], turned: tuple[float, float]
) -> None:
    position = alone("F", space)
    assert place(svg(position), "fox") == upright
    assert place(svg(position, flipped=True), "fox") == turned


def test_h9_a_locked_bird_carries_a_lock() -> None:
    assert "lock" not in names(svg(START))
    assert place(svg(MIDDLE), "lock") == (164, 664)  # c2


def test_h12_exits_are_open_in_the_final_phase_only() -> None:
    assert [name for name in names(svg(MIDDLE)) if "exit" in name] == ["exit-closed"] * 4
    assert [name for name in names(svg(FINAL)) if "exit" in name] == ["exit-open"] * 4


def test_the_side_to_move_is_marked_on_its_own_side() -> None:
    brown = START._replace(to_move=START.to_move.other)
    assert place(svg(START), "turn-blue")[1] > 700 > 100 > place(svg(brown), "turn-brown")[1]
    assert place(svg(START, flipped=True), "turn-blue")[1] < 100
    assert "turn-brown" not in names(svg(START))


@pytest.mark.parametrize(("left", "blue", "brown"), [(10, 5, 5), (7, 4, 3), (1, 1, 0), (0, 0, 0)])
def test_h11_pips_count_the_turns_left(left: int, blue: int, brown: int) -> None:
    pips = [use for use in uses(svg(FINAL._replace(left=left))) if use["name"] == "pip"]
    below = [use for use in pips if float(use["y"]) > 410]
    assert (len(below), len(pips) - len(below)) == (blue, brown)


def test_nobody_is_to_move_after_the_last_turn() -> None:
    picture = svg(FINAL._replace(left=0))
    assert not [name for name in names(picture) if "turn-" in name]
    assert 'aria-label="Tile game, no turns left"' in picture


def test_h20_pips_stay_clear_of_the_exit_however_many_turns_are_left() -> None:
    pips = [use for use in uses(svg(FINAL._replace(left=98))) if use["name"] == "pip"]
    assert min(abs(float(pip["y"]) + 8 - 410) for pip in pips) > 60


def test_the_last_turn_is_marked() -> None:
    picture = svg(FINAL, last=(SPACE["e5"], SPACE["i5"]))
    space, exit_ = (use for use in uses(picture) if use["name"] == "last")
    assert (space["x"], space["y"], space["width"]) == ("360", "360", "100")
    assert (exit_["y"], exit_["transform"]) == ("0", "rotate(90 410 410)")


def test_coordinates_run_with_the_board() -> None:
    def texts(picture: str) -> str:
        elements = ElementTree.fromstring(picture).iter(f"{SVG}text")
        return "".join(element.text or "" for element in elements)

    assert texts(svg(START)) == "b2c3d4e5f6g7h8"
    assert texts(svg(START, flipped=True)) == "h8g7f6e5d4c3b2"
    assert texts(svg(START, coordinates=False)) == ""


def test_the_size_is_that_asked_for() -> None:
    root = ElementTree.fromstring(svg(START, size=360))
    assert (root.attrib["width"], root.attrib["height"]) == ("360", "360")


def test_notebooks_show_the_picture() -> None:
    assert START._repr_svg_() == svg(START)
