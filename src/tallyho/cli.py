"""The command `tallyho`: one function for each subcommand.

Exit codes: 0 all well; 1 the answer is no (an illegal or unfair record); 2 the input or the
command cannot be read; 130 interrupted; 141 nobody reads the output any more.
"""

import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer
from rich.console import Console
from rich.markdown import Markdown

import tallyho
from tallyho import catalog, thp
from tallyho import cli_research as research
from tallyho import cli_site as site
from tallyho.analysis import convert as conversion
from tallyho.analysis.replay import entry_of, moments
from tallyho.analysis.verify import verify as verify_section
from tallyho.catalog import Entry
from tallyho.cli_bot import bot
from tallyho.cli_options import GameArgument, GameOption, OutputOption, RulesOption
from tallyho.contract import NotationError, divide
from tallyho.play.record import Section, bounded_lines, read_records, write_record
from tallyho.terminal.streams import NO, fail, hold_out, open_sink, open_text, progress, told
from tallyho.terminal.table import play_at_terminal

app = typer.Typer(
    help="The tile game and the peg game called Tally Ho!: play here, serve a site, check records.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)

RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A .thn record; - reads stdin.")]
PositionWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[POSITION]",
        help="A position text, in quotes; - reads one from each line of stdin; "
        "left out, the start.",
    ),
]


class Shape(StrEnum):
    """What `convert` writes."""

    THN = "thn"
    JSONL = "jsonl"
    POSITIONS = "positions"


def positions(words: list[str] | None, game: str, rules: str) -> Iterator[tuple[Entry, Any]]:
    """The positions that a command line names, with the game each belongs to."""
    if not words:
        entry = catalog.find(game or "hunt", rules)
        yield entry, entry.game.start()
    elif words == ["-"]:
        yield from positions_from_stdin(game, rules)
    else:
        yield read_position(" ".join(words), game, rules)


def positions_from_stdin(game: str, rules: str) -> Iterator[tuple[Entry, Any]]:
    """A position from each line that is not blank; what is wrong with one is told with its line."""
    found = False
    with open_text("-") as stream:
        for number, line in enumerate(bounded_lines(stream), 1):
            if text := line.strip():
                found = True
                try:
                    yield read_position(text, game, rules)
                except NotationError as error:
                    where = f"line {number}, {error.field}"
                    raise NotationError(where, error.reason) from error
    if not found:
        raise NotationError("position", "there is none on standard input")


def read_position(text: str, game: str, rules: str) -> tuple[Entry, Any]:
    """The position and its game, which the names of the sides tell unless it is given."""
    pegs = not {"white", "black"}.isdisjoint(text.split())
    entry = catalog.find(game or ("pegs" if pegs else "hunt"), rules)
    return entry, entry.notation.read_position(text)


@app.command()
def play(
    game: GameArgument = "hunt",
    rules: RulesOption = "",
    names: Annotated[
        tuple[str, str], typer.Option(help="What the players are called; the first begins.")
    ] = ("First", "Second"),
    save: Annotated[Path | None, typer.Option(help="Write the match to this .thn file.")] = None,
) -> None:
    """Play in the terminal, two people at one keyboard; `help` at the prompt tells the rest."""
    with told():
        play_at_terminal(catalog.find(game, rules), names, save)


@app.command()
def show(
    position: PositionWords = None,
    game: GameOption = "",
    rules: RulesOption = "",
    svg: Annotated[bool, typer.Option("--svg", help="Draw it as an SVG picture.")] = False,
    output: OutputOption = None,
) -> None:
    """Draw a position as text, or as an SVG picture with --svg."""
    with told():
        drawings = (
            at._repr_svg_() if svg else f"{at.draw()}\n{entry.notation.write_position(at)}"
            for entry, at in positions(position, game, rules)
        )
        first = next(drawings)  # an unreadable position leaves the output file alone
        with open_sink(output) as out:
            for drawing in chain([first], drawings):
                out.write(drawing + "\n")


def counted(rounds: int) -> str:
    """`1 round`, `2 rounds`; a record without any is refused."""
    if not rounds:
        raise NotationError("record", "it is empty")
    return f"{rounds} round{'' if rounds == 1 else 's'}"


def title(section: Section, entry: Entry) -> str:
    """One line that names a recorded round."""
    first, second = (section.tags[side.capitalize()] for side in entry.game.sides)
    where = f"{section.tags['Date']} round {section.tags['Round']}"
    ended = f"{section.result} {section.tags['Termination']}"
    return f"{entry.name} {section.tags['Rules']}, {where}: {first} - {second}, {ended}"


@app.command()
def replay(
    file: RecordFile,
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the position after each turn.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Check without drawing anything.")
    ] = False,
) -> None:
    """Play every round of a record again and check that each turn follows the rules.

    Exit code 0: they all do. 1: the first turn that does not is named. 2: unreadable.
    """
    rounds = 0
    with told(), open_text(file) as stream:
        with progress("rounds", silent=quiet) as step:
            for section in read_records(bounded_lines(stream)):
                replay_section(section, boards, quiet)
                rounds += 1
                step()
        print(f"{counted(rounds)}, all by the rules")


def replay_section(section: Section, boards: bool, quiet: bool) -> None:
    """Check one round, and print it unless quiet."""
    entry = entry_of(section)
    if not quiet:
        print(title(section, entry))
    position = entry.game.start()
    for moment in moments(section, entry):
        position = moment.after
        if boards and not quiet:
            print(f"\n{moment.number}. {entry.notation.write(moment.event)}\n{position.draw()}")
    if not quiet:
        print(f"\n{position.draw()}\n{entry.notation.write_position(position)}\n")


@app.command()
def verify(file: RecordFile) -> None:
    """Check every turned tile and throw of a record against its fairness proof.

    Exit code 0: everything fits. 1: the first thing that does not fit is named. 2: unreadable, or
    there is no proof to check.
    """
    rounds = checked = 0
    with told(), open_text(file) as stream:
        with progress("rounds") as step:
            for section in read_records(bounded_lines(stream)):
                verdict = verify_section(section)
                rounds += 1
                checked += verdict.checked
                if not verdict.fair:
                    fail(f"not fair: the round at line {section.line}, {verdict.misfit}", NO)
                step()
        print(f"fair: {checked} chance events of {counted(rounds)} fit their proofs")


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(min=0, max=20, help="How many events deep.")],
    position: PositionWords = None,
    game: GameOption = "",
    rules: RulesOption = "",
    split: Annotated[
        bool, typer.Option("--divide", help="Also tell the count after each first event.")
    ] = False,
) -> None:
    """Count the sequences of events from a position, to test rules against other programs."""
    with told():
        for entry, at in positions(position, game, rules):
            print(f"perft {depth} {count(entry, at, depth, split)}")


def count(entry: Entry, position: Any, depth: int, split: bool) -> int:
    """Perft with progress, and the parts if wanted."""
    if depth == 0:
        return 1
    total, parts = 0, sum(1 for _ in divide(entry.game, position, 1))
    with progress(f"perft {depth}: {parts} first events,", parts, silent=not split) as step:
        for event, below in divide(entry.game, position, depth):
            total += below
            if split:
                print(f"{entry.notation.write(event)} {below}")
            step()
    return total


@app.command()
def rules(
    game: GameArgument = "hunt",
    number: Annotated[str, typer.Argument(help="Only this rule, such as H9.")] = "",
) -> None:
    """Read the rules of a game, or one of them by its number."""
    with told():
        if not number and game[1:].isdigit():  # `tallyho rules H9`
            game, number = "pegs" if game[0] in "Pp" else "hunt", game
        text = catalog.rule(game, number) if number else catalog.rules_page(game)
        if sys.stdout.isatty():
            Console().print(Markdown(text))
        else:
            print(text)


@app.command()
def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help=".thn or .jsonl; - reads stdin.")],
    to: Annotated[
        Shape, typer.Option("--to", "-t", help="What to write; positions: one a line.")
    ] = Shape.JSONL,
    json: Annotated[
        bool, typer.Option("--json", help="Read JSON lines; left out, only from .jsonl and .json.")
    ] = False,
    output: OutputOption = None,
) -> None:
    """Turn records into JSON lines, position texts, or tidy .thn, and JSON lines into .thn."""
    with told(), open_text(file) as stream:
        if output is not None and output.exists() and file != "-" and output.samefile(file):
            fail(f"{output} is the file that is read; write to another one")
        is_json = json or file.endswith((".jsonl", ".json"))
        with open_sink(output) as out, progress("rounds", silent=output is not None) as step:
            for section in sections_of(stream, is_json):
                for line in SHAPES[to](section):
                    out.write(line + "\n")
                step()


def sections_of(stream: TextIO, is_json: bool) -> Iterator[Section]:
    """The rounds of a record in either of its shapes."""
    if is_json:
        return conversion.from_json_lines(conversion.bounded_json_lines(stream))
    return read_records(bounded_lines(stream))


SHAPES: Final[dict[Shape, Callable[[Section], Iterator[str]]]] = {
    Shape.THN: write_record,
    Shape.JSONL: lambda section: iter((conversion.to_json_line(section),)),
    Shape.POSITIONS: conversion.to_positions,
}


app.command()(research.arena)
app.command()(research.selfplay)
app.command()(research.train)
app.command()(bot)


@app.command(name="thp")
def text_protocol() -> None:
    """Speak the text protocol on standard input and output, for programs."""
    # A reader of its own: Python cannot end while a thread waits in sys.stdin.
    with told():
        thp.serve(open(sys.stdin.fileno(), "rb", closefd=False), sys.stdout)


app.command()(site.serve)
app.command()(site.worker)
app.command()(site.push_keys)
app.command()(site.backup)
app.command()(site.export)


def version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print(f"tallyho {tallyho.__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Tell the version.")
    ] = False,
) -> None:
    """The tile game and the peg game called Tally Ho!: play here, serve a site, check records."""


def main() -> None:
    """Run the command line on standard streams that hold out: none closed, no text refused."""
    hold_out()
    app()
