"""A position as a stand-alone SVG: the drawings of `art/` laid out on the round board.

Lengths are those of `art/board.svg`. Play runs clockwise from the mark at the top. Every drawing is
a symbol `th-pegs-…`, written once and used as often as it is needed.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from math import cos, pi, sin
from typing import Final, NamedTuple, Protocol

from tallyho.games.pegs.board import BLACK, COLOURS, EMPTY, PEGS, WHITE

SIDE: Final = 600
RADII: Final = (237, 187, 137)
NUMBER_RADIUS: Final = 279
MARK_ANGLE: Final = pi / 30  # what the mark keeps free of holes, so that it shows between pegs
LARGEST_PEG: Final = 46
DIE: Final = 36
DICE_IN_A_ROW: Final = 4

NAMES: Final = {WHITE: "peg-white", BLACK: "peg-black", EMPTY: "hole"}


class Drawable(Protocol):
    """What a picture needs to know of a position."""

    @property
    def circles(self) -> tuple[str, str, str]: ...
    @property
    def to_move(self) -> int: ...
    @property
    def compulsory(self) -> tuple[int, ...]: ...
    @property
    def optional(self) -> tuple[int, ...]: ...


class Drawing(NamedTuple):
    """One drawing of `art/`, as wide as high, about its middle."""

    name: str
    x: float
    y: float
    size: float
    opacity: float = 1

    def __str__(self) -> str:
        corner = f'x="{self.x - self.size / 2:.4g}" y="{self.y - self.size / 2:.4g}"'
        faint = f' opacity="{self.opacity}"' if self.opacity < 1 else ""
        size = f'width="{self.size:.4g}" height="{self.size:.4g}"'
        return f'<use href="#th-pegs-{self.name}" {corner} {size}{faint}/>'


def svg(position: Drawable, *, size: int = 560) -> str:
    """The board with its pegs and, in the middle, whose turn it is and the numbers to play."""
    drawings = (Drawing("board", SIDE / 2, SIDE / 2, SIDE), *_pegs(position), *_middle(position))
    symbols = "".join(map(_symbol, dict.fromkeys(drawing.name for drawing in drawings)))
    labels = _labels(len(position.circles[0]))
    title = f"Peg game, {COLOURS[position.to_move]} {_task(position)}"
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
    text = text.replace('<svg xmlns="http://www.w3.org/2000/svg"', f'<symbol id="th-pegs-{name}"')
    return text.replace("</svg>", "</symbol>")


def _is_over(position: Drawable) -> bool:
    """P11: the side that stands as the one to move has lost its last peg."""
    return PEGS[position.to_move] not in "".join(position.circles)


def _task(position: Drawable) -> str:
    if _is_over(position):
        return "has lost"
    return "to play" if position.compulsory or position.optional else "to throw"


def _at(radius: float, hole: int, holes: int) -> tuple[float, float]:
    """Where hole number `hole` lies on a circle: clockwise, the mark being at the top."""
    angle = MARK_ANGLE / 2 + (hole - 0.5) * (2 * pi - MARK_ANGLE) / holes
    return SIDE / 2 + radius * sin(angle), SIDE / 2 - radius * cos(angle)


def _pegs(position: Drawable) -> Iterator[Drawing]:
    holes = len(position.circles[0])
    size = min(LARGEST_PEG, 0.9 * (2 * pi - MARK_ANGLE) * RADII[-1] / holes)
    for radius, circle in zip(RADII, position.circles, strict=True):
        for hole, letter in enumerate(circle, 1):
            yield Drawing(NAMES[letter], *_at(radius, hole, holes), size)


def _middle(position: Drawable) -> Iterator[Drawing]:
    """The mover's peg above the dice, blank before a throw; after the round the winner's peg."""
    middle = SIDE / 2
    if _is_over(position):
        yield Drawing(NAMES[PEGS[1 - position.to_move]], middle, middle, 2 * LARGEST_PEG)
        return
    yield Drawing(NAMES[PEGS[position.to_move]], middle, middle - 54, LARGEST_PEG)
    numbers = position.compulsory + position.optional
    names = [f"die-{number}" for number in numbers] or ["die-blank", "die-blank"]
    for index, name in enumerate(names):
        x, y = _on_table(index, len(names))
        extra = bool(numbers) and index >= len(position.compulsory)
        yield Drawing(name, x, y, DIE, 0.7 if extra else 1)
        if extra:
            yield Drawing("optional", x, y, DIE)


def _on_table(index: int, dice: int) -> tuple[float, float]:
    """Where a die lies: rows of four, each row in the middle of the board."""
    row, column = divmod(index, DICE_IN_A_ROW)
    in_row = min(DICE_IN_A_ROW, dice - row * DICE_IN_A_ROW)
    pitch = DIE + 6
    return SIDE / 2 + (column - (in_row - 1) / 2) * pitch, SIDE / 2 + 4 + row * pitch


def _labels(holes: int) -> str:
    """The holes' numbers around the rim."""
    texts = []
    for hole in range(1, holes + 1):
        x, y = _at(NUMBER_RADIUS, hole, holes)
        texts.append(f'<text x="{x:.4g}" y="{y + 5.5:.4g}">{hole}</text>')
    style = 'font-family="system-ui,sans-serif" font-size="16" font-weight="600"'
    return f'<g fill="#f7ead0" text-anchor="middle" {style}>{"".join(texts)}</g>'
