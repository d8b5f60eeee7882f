"""A position as a stand-alone SVG: the drawings of `art/` laid out on the clearing.

Lengths are those of `art/board.svg`: spaces of 100 units and around them a rim of 60, in which the
exits lie. Every drawing is a symbol `th-hunt-…`, written once and used as often as it is needed.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple, Protocol

from tallyho.games.hunt.board import EXITS, NAMES, SPACES
from tallyho.games.hunt.tiles import BLUE, EMPTY, FACE_DOWN, GUNS, KIND, SIDES

SPACE_SIZE: Final = 100
TILE_SIZE: Final = 92
RIM: Final = 60
SIDE: Final = 7 * SPACE_SIZE + 2 * RIM
MOST_PIPS: Final = 15  # as many as fit between a corner and the exit; a rule set may ask for more

EXIT_ANGLES: Final = {"e9": 0, "i5": 90, "e1": 180, "a5": 270}


class Drawable(Protocol):
    """What a picture needs to know of a position."""

    @property
    def board(self) -> str: ...
    @property
    def to_move(self) -> int: ...
    @property
    def lock(self) -> int | None: ...
    @property
    def left(self) -> int | None: ...


class Drawing(NamedTuple):
    """One drawing of `art/` at its place, turned by an SVG transform."""

    name: str
    x: float
    y: float
    width: float = TILE_SIZE
    height: float = TILE_SIZE
    transform: str = ""

    def __str__(self) -> str:
        turn = f' transform="{self.transform}"' if self.transform else ""
        place = f'x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}"'
        return f'<use href="#th-hunt-{self.name}" {place}{turn}/>'


def svg(
    position: Drawable,
    *,
    size: int = 560,
    flipped: bool = False,
    coordinates: bool = True,
    last: tuple[int, ...] = (),
) -> str:
    """The board as people see it; `flipped` for brown, `last` are the spaces of the last turn."""
    drawings = tuple(_drawings(position, flipped, last))
    symbols = "".join(map(_symbol, dict.fromkeys(drawing.name for drawing in drawings)))
    labels = _labels(flipped) if coordinates else ""
    title = _title(position)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" '
        f'width="{size}" height="{size}" role="img" aria-label="{title}">'
        f"<title>{title}</title><desc>{escape(str(position))}</desc>"
        f"<defs>{symbols}</defs>{''.join(map(str, drawings))}{labels}</svg>"
    )


@cache
def art(name: str) -> str:
    """The text of the drawing `art/name.svg`."""
    return files(__package__).joinpath("art", f"{name}.svg").read_text("utf-8")


@cache
def _symbol(name: str) -> str:
    text = re.sub(r">\s+<", "><", art(name).strip())
    text = text.replace('<svg xmlns="http://www.w3.org/2000/svg"', f'<symbol id="th-hunt-{name}"')
    return text.replace("</svg>", "</symbol>")


def _drawings(position: Drawable, flipped: bool, last: tuple[int, ...]) -> Iterator[Drawing]:
    """From the ground up."""
    yield Drawing("board", 0, 0, SIDE, SIDE)
    for space in last:
        yield _last(space, flipped)
    for space in EXITS:
        yield _on_exit("exit-closed" if position.left is None else "exit-open", space, flipped)
    for space in SPACES:
        yield from _tile(position.board[space], space, flipped)
    if position.lock is not None:
        yield Drawing("lock", *_corner(position.lock, flipped))
    yield from _turn_marks(position, flipped)


def _last(space: int, flipped: bool) -> Drawing:
    if space in EXITS:
        return _on_exit("last", space, flipped)
    return Drawing("last", *_corner(space, flipped, SPACE_SIZE), SPACE_SIZE, SPACE_SIZE)


def _on_exit(name: str, space: int, flipped: bool) -> Drawing:
    """A drawing made for the exit at the top, turned to the exit that is meant."""
    middle = SIDE / 2
    turn = f"rotate({EXIT_ANGLES[NAMES[space]] + 180 * flipped} {middle:g} {middle:g})"
    return Drawing(name, middle - SPACE_SIZE / 2, 0, SPACE_SIZE, RIM, turn)


def _corner(space: int, flipped: bool, size: float = TILE_SIZE) -> tuple[float, float]:
    """The upper left corner of something of that size in the middle of the space."""
    file, rank = divmod(space, 7)
    column, row = (6 - file, rank) if flipped else (file, 6 - rank)
    inset = RIM + (SPACE_SIZE - size) / 2
    return inset + column * SPACE_SIZE, inset + row * SPACE_SIZE


def _tile(face: str, space: int, flipped: bool) -> Iterator[Drawing]:
    """The tile on a space; a hunter stays upright, only the gun is turned."""
    if face == EMPTY:
        return
    x, y = _corner(space, flipped)
    yield Drawing("back" if face == FACE_DOWN else KIND[face].name, x, y)
    if face in GUNS:
        direction = (GUNS.index(face) + 2 * flipped) % 4
        turn = _gun_turn(direction, x + TILE_SIZE / 2, y + TILE_SIZE / 2)
        yield Drawing("gun", x, y, transform=turn)


def _gun_turn(direction: int, x: float, y: float) -> str:
    """How the gun, drawn pointing up, is turned about the middle of its tile.

    Left is right in a mirror: a mere turn would hold the gun upside down, before the hat.
    """
    return (
        "",
        f"rotate(90 {x:g} {y:g})",
        f"rotate(180 {x:g} {y:g})",
        f"translate({2 * x:g} 0) scale(-1 1) rotate(90 {x:g} {y:g})",
    )[direction]


def _turn_marks(position: Drawable, flipped: bool) -> Iterator[Drawing]:
    """The mover's sign in the right-hand corner of that side; next to it the turns left.

    Blue sits below, brown above, unless the board is flipped.
    """
    left = position.left or 0
    for side, name in enumerate(SIDES):
        below, moves = (side == BLUE) != flipped, side == position.to_move
        if moves and position.left != 0:
            yield Drawing(f"turn-{name}", SIDE - 57, SIDE - 57 if below else 9, 48, 48)
        for turn in range(min(MOST_PIPS, (left + moves) // 2)):
            y = RIM + 2 + 18 * turn
            yield Drawing("pip", SIDE - 40, SIDE - 16 - y if below else y, 16, 16)


def _labels(flipped: bool) -> str:
    """Files along the lower rim, ranks along the left one; those on an exit's path are dark."""
    texts = []
    for index in range(7):
        middle = RIM + SPACE_SIZE * (index + 0.5)
        name = NAMES[8 * (6 - index if flipped else index)]
        colour = ' fill="#24382a"' if index == 3 else ""
        texts.append(f'<text x="{middle:g}" y="{SIDE - 11}"{colour}>{name[0]}</text>')
        texts.append(f'<text x="18" y="{SIDE - middle + 7:g}"{colour}>{name[1]}</text>')
    style = 'font-family="system-ui,sans-serif" font-size="22" font-weight="600"'
    return f'<g fill="#f7ead0" text-anchor="middle" {style}>{"".join(texts)}</g>'


def _title(position: Drawable) -> str:
    if position.left == 0:
        return "Tile game, no turns left"
    turns = {None: "", 1: ", the last turn"}.get(position.left, f", {position.left} turns left")
    return f"Tile game, {SIDES[position.to_move]} to move{turns}"
