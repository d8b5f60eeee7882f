"""Options that several commands of `tallyho` share."""

from typing import Annotated

import typer

GameOption = Annotated[
    str, typer.Option("--game", "-g", help="hunt (the tile game) or pegs (the peg game).")
]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        "-r",
        help="hunt: kosmos, online, or options such as 'ban=any final=7'; "
        "pegs: default, or options such as 'holes=8 short=yes'.",
    ),
]
