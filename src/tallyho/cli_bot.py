"""The command `tallyho bot`."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from tallyho.contract import NotationError
from tallyho.terminal.streams import told


def bot(
    site: Annotated[str, typer.Option(help="The site, such as https://play.example.")],
    token_file: Annotated[
        Path, typer.Option(help="The file with the bot's token; a seed is kept beside it.")
    ],
    engine: Annotated[
        str,
        typer.Option(help="The command of a program that speaks THP.", show_default="tallyho thp"),
    ] = "",
    level: Annotated[
        int | None,
        typer.Option(min=1, max=10, help="The computer's level; left out, a second a turn."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=100, help="Matches at a time.")] = 4,
    accept: Annotated[
        list[str] | None,
        typer.Option(
            help="Which challenges to take: hunt, pegs, casual, rated, people, bots, untimed, "
            "live, days; may be repeated. Left out, all."
        ),
    ] = None,
) -> None:
    """Play on a site as a bot, with any program that speaks THP."""
    from tallyho.bot.accept import read_accept
    from tallyho.bot.bot import Bot, Orders

    with told():
        orders = Orders(
            site=site,
            token=read_token(token_file),
            seed=token_file.with_name(token_file.name + ".seed"),
            engine=read_command(engine) or [sys.executable, "-m", "tallyho", "thp"],
            level=level,
            games=games,
            accept=read_accept(accept or ()),
        )
        Bot(orders).run()


def read_token(path: Path) -> str:
    """The token in the file."""
    words = path.read_text(encoding="utf-8").split()
    if len(words) != 1 or not words[0].isascii():
        raise NotationError("token-file", "the file has the token and nothing else")
    return words[0]


def read_command(text: str) -> list[str]:
    """The words of a command line."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise NotationError("engine", f"{text[:40]!r}: {error}") from error
