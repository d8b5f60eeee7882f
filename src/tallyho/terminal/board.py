"""Boards of both games for a terminal, in colour where there is colour and readable without."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from tallyho.games import hunt, pegs
from tallyho.games.hunt.board import rows
from tallyho.games.hunt.tiles import KINDS, SIDES, points

ARROWS: Final = {"^": "↑", ">": "→", "v": "↓", "<": "←"}
PLURALS: Final = {"fox": "foxes"}
STYLES: Final = {
    "?": "grey62 on grey23",
    ".": "grey50",
    "B": "bold white on blue",
    "F": "bold white on blue",
    "L": "bold white on rgb(133,77,14)",
    "P": "bold black on rgb(214,190,110)",
    "D": "bold black on rgb(150,205,190)",
    "T": "green",
} | dict.fromkeys(ARROWS, "bold white on rgb(133,77,14)")


def hunt_board(position: hunt.Position) -> Text:
    """The forest with its coordinates; exits show as arrows once they are open."""
    final = position.left is not None
    text = Text()
    if final:
        text.append(f"     {'':13}↑\n", style="bold yellow")
    for rank, row in zip("8765432", rows(position.board), strict=True):
        gate = final and rank == "5"
        text.append(f" {'←' if gate else ' '} {rank} ", style="bold yellow" if gate else "dim")
        for face in row:
            text.append(_cell(face), style=STYLES[face])
            text.append(" ")
        text.append("→\n" if gate else "\n", style="bold yellow")
    text.append("      " + "   ".join("bcdefgh") + "\n", style="dim")
    if final:
        text.append(f"     {'':13}↓\n", style="bold yellow")
    return text


def _cell(face: str) -> str:
    """Three characters: a hunter with its gun, a tile's letter, a back, or an empty space."""
    if face in ARROWS:
        return f"H{ARROWS[face]} "
    return {"?": "░░░", ".": " · "}.get(face, f" {face} ")


def hunt_status(position: hunt.Position, names: tuple[str, str]) -> Text:
    """Points and winnings of both sides, and what lies face down; `names` by side."""
    text = Text()
    for side, (colour, name, won) in enumerate(zip(SIDES, names, position.winnings, strict=True)):
        mark = "▶ " if side == position.to_move else "  "
        style = "bold blue" if side == 0 else "bold rgb(190,120,40)"
        text.append(f"{mark}{colour:<6}", style=style)
        text.append(f"{name[:20]}  {points(won)} points  {_tiles(won)}\n")
    _add_bonds(text, position)
    if position.left is None:
        text.append(f"  face down: {_tiles(position.bag)}\n", style="dim")
    else:
        text.append(f"  final phase: {position.left} turns left, exits are open\n", style="yellow")
    return text


def _add_bonds(text: Text, position: hunt.Position) -> None:
    """What the side to move may not do now: move a locked bird, go back."""
    ban = position.bans[position.to_move]
    if position.lock is not None:
        text.append(f"  locked this turn: {hunt.NAMES[position.lock]} (H9)\n", style="yellow")
    if ban is not None:
        now, original = hunt.NAMES[ban.now], hunt.NAMES[ban.original]
        text.append(f"  no way back this turn: {now} to {original} (H10)\n", style="yellow")


def _tiles(counts: tuple[int, ...]) -> str:
    parts = (
        f"{count} {kind.name if count == 1 else PLURALS.get(kind.name, kind.name + 's')}"
        for count, kind in zip(counts, KINDS, strict=True)
        if count
    )
    return ", ".join(parts) or "no tiles"


def pegs_board(position: pegs.Position) -> Text:
    """The three circles as rows, in parts where they are longer than a terminal is wide."""
    text = Text()
    for character in "\n\n".join(_parts(position.draw().split("\n"))) + "\n":
        style = {"w": "bold black on white", "b": "bold white on black"}.get(character, "")
        text.append(character, style=style)
    return text


def _parts(lines: list[str]) -> Iterator[str]:
    """The drawing cut after every twenty holes; a line is a title and three signs a hole."""
    title, part = len("centre"), 3 * 20
    for start in range(title, len(lines[0]), part):
        yield "\n".join(line[:title] + line[start : start + part] for line in lines)


def pegs_status(position: pegs.Position, names: tuple[str, str]) -> Text:
    """Pegs left on both sides, and the numbers still to play; `names` by side."""
    text = Text()
    for side, (colour, name) in enumerate(zip(("white", "black"), names, strict=True)):
        mark = "▶ " if side == position.to_move else "  "
        left = position.circles[0] + position.circles[1] + position.circles[2]
        pegs_left = left.count(colour[0])
        text.append(f"{mark}{colour:<6}{name[:20]}  {pegs_left} peg{'s' * (pegs_left != 1)}\n")
    must = " ".join(map(str, position.compulsory)) or "-"
    may = " ".join(map(str, position.optional)) or "-"
    text.append(f"  to play: {must}   optional: {may}\n", style="yellow")
    return text
