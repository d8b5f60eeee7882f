"""Draws the committed pictures of the documentation: `python docs/pictures.py` writes them all.

The boards come out of the games' own drawings, the turns out of `first-game.thn`, so a picture can
only show what the rules allow.
"""

import io
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tallyho import catalog
from tallyho.analysis.replay import Moment, entry_of, moments
from tallyho.games import hunt, pegs
from tallyho.games.hunt.picture import art, svg
from tallyho.games.hunt.tiles import KINDS
from tallyho.play.dealer import ReplayedDealer
from tallyho.play.record import Section, read_records
from tallyho.terminal.table import Table

DOCS: Final = Path(__file__).parent
IMAGES: Final = DOCS / "images"

# How many turns of the first game each picture shows.
FIRST_GAME: Final = {"first-bird": 2, "first-gun": 4, "first-final": 69, "first-last": 78}
COVER_TURNS: Final = 56

PEGS: Final = "wwwww.w.w.b./.w.b....w.../b.bbbb.bb.w. white 35"

CHASE: Final = (
    "d4=T e4=L h8=T e4xd4 b8=T b2=T d5=B d4-e4 d5-d4 e4-e5 d4-e4 e5-d5 e4-e5 d5-d4 e5-d5 d4-e4 "
    "d5-d4 e4-e5 d4-e4 e5-d5 e4-e5 d5-d4 e5-d5 d4-e4 d5-d4"
)

THEME: Final = TerminalTheme(
    (32, 38, 34),
    (226, 229, 216),
    [
        (32, 38, 34),
        (224, 108, 94),
        (132, 176, 104),
        (229, 192, 123),
        (97, 151, 214),
        (190, 132, 190),
        (110, 180, 176),
        (226, 229, 216),
    ],
)
COLUMNS: Final = 76
CELL: Final = 9
LINE: Final = 20
MARGIN: Final = 16


def pictures() -> dict[str, str]:
    """Every committed picture by its file name."""
    drawn = {f"{name}.svg": after_turns(turns) for name, turns in FIRST_GAME.items()}
    drawn |= {f"tile-{kind.name}.svg": tile(kind.name) for kind in KINDS}
    return drawn | {
        "board.svg": after_turns(COVER_TURNS),
        "start.svg": hunt.Hunt().start()._repr_svg_(),
        "chase.svg": chase()._repr_svg_(),
        "pegs.svg": pegs.PegsNotation().read_position(PEGS)._repr_svg_(),
        "terminal.svg": terminal(),
    }


def first_game() -> tuple[Section, list[Moment]]:
    """The record that the play guide explains, and its moments."""
    with (DOCS / "first-game.thn").open(encoding="utf-8") as stream:
        [section] = read_records(stream)
    return section, list(moments(section, entry_of(section)))


def after_turns(count: int) -> str:
    """The first game's board after so many turns, the last one marked."""
    moment = first_game()[1][count - 1]
    match moment.event:
        case hunt.Move(origin, target):
            last: tuple[int, ...] = (origin, target)
        case hunt.TurnedOver(space):
            last = (space,)
        case _:
            last = ()
    return svg(moment.after, last=last)


def tile(name: str) -> str:
    """One tile by itself; a hunter holds the gun upwards."""
    if name != "hunter":
        return art(name)
    gun = art("gun").partition("</title>")[2]
    return art(name).replace("</svg>\n", gun.lstrip())


def chase() -> hunt.Position:
    """The position in which the hunted side must leave (H19)."""
    entry = catalog.find("hunt", "online")
    position: hunt.Position = entry.game.start()
    for text in CHASE.split():
        position = entry.game.play(position, entry.notation.read_event(text))
    return position


def terminal() -> str:
    """What two people see at the terminal after four turns of the first game."""
    section, played = first_game()
    chance = [moment.event for moment in played if isinstance(moment.event, hunt.TurnedOver)]
    console = Console(record=True, file=io.StringIO(), width=COLUMNS, highlight=False)
    names = (section.tags["Blue"], section.tags["Brown"])
    table = Table(entry_of(section), names, console, ReplayedDealer([chance]))
    for text in ("d5", "f5", "d5xf5"):
        table.handle(text)
    console.export_text()
    for text in ("f6", "f5-d5", "legal f5"):
        console.print(Text(table.prompt(), style="bold") + Text(text, style="not bold"))
        table.handle(text)
    console.print(Text(table.prompt(), style="bold"))
    return screen(Text.from_ansi(console.export_text(styles=True)))


def screen(text: Text) -> str:
    """Coloured text as a picture of a terminal; every piece is held at its column."""
    console = Console(file=io.StringIO(), width=COLUMNS, color_system="truecolor")
    lines = console.render_lines(text, pad=False)
    width, height = COLUMNS * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    pieces = [piece for row, line in enumerate(lines) for piece in _pieces(line, row)]
    ground = THEME.background_color.hex
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="A game at the terminal">\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="{ground}"/>\n'
        '<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="15">\n'
        f"{''.join(pieces)}</g>\n</svg>\n"
    )


def _pieces(line: list[Segment], row: int) -> Iterator[str]:
    column, y = 0, MARGIN + row * LINE
    for text, style, _ in line:
        x, width = MARGIN + column * CELL, len(text) * CELL
        column += len(text)
        look = style or Style()
        if look.bgcolor and not look.bgcolor.is_default:
            fill = look.bgcolor.get_truecolor(THEME, foreground=False).hex
            yield f'<rect x="{x}" y="{y}" width="{width}" height="{LINE}" fill="{fill}"/>\n'
        if text.strip():
            place = f'x="{x}" y="{y + 15}" textLength="{width}"'
            solid = escape(text).replace(" ", "\N{NO-BREAK SPACE}")
            yield f"<text {place}{_ink(look)}>{solid}</text>\n"


def _ink(look: Style) -> str:
    colour = look.color.get_truecolor(THEME) if look.color else THEME.foreground_color
    bold = ' font-weight="700"' if look.bold else ""
    dim = ' opacity="0.65"' if look.dim else ""
    return f' fill="{colour.hex}"{bold}{dim}'


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, encoding="utf-8")
