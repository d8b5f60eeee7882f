"""Options that several commands of `tallyho` share."""

from pathlib import Path
from typing import Annotated, Final

import typer

GAMES: Final = "hunt (the tile game) or pegs (the peg game)."
HUNT_RULES: Final = "kosmos (two rounds), online (one round), or options such as 'ban=any final=7'"
GameArgument = Annotated[str, typer.Argument(help=GAMES)]
GameOption = Annotated[str, typer.Option("--game", "-g", help=GAMES)]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        "-r",
        help=f"hunt: {HUNT_RULES}; pegs: default, or options such as 'holes=8 short=yes'.",
    ),
]
HuntRulesOption = Annotated[
    str, typer.Option("--rules", "-r", help=f"Rules of the tile game: {HUNT_RULES}.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="The file to write; left out, standard output."),
]
