"""The command `tallyho`: one function for each subcommand.

Exit codes: 0 all well; 1 the answer is no (an illegal or unfair record); 2 the input or the
command cannot be read; 130 interrupted; 141 nobody reads the output any more.
"""

import os
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import chain
from json import dumps
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer
from rich.console import Console
from rich.markdown import Markdown

import tallyho
from tallyho import catalog, thp
from tallyho.analysis import convert as conversion
from tallyho.analysis.replay import entry_of, moments
from tallyho.analysis.verify import verify as verify_section
from tallyho.catalog import Entry
from tallyho.contract import NotationError, divide
from tallyho.play.record import Section, bounded_lines, read_records, write_record
from tallyho.research import selfplay as research_selfplay
from tallyho.research.arena import hold
from tallyho.research.contest import Contest
from tallyho.research.players import BUILT_IN
from tallyho.research.report import Report, lines
from tallyho.research.statistics import Sprt
from tallyho.terminal.streams import NO, fail, hold_out, open_sink, open_text, progress, told
from tallyho.terminal.table import play_at_terminal

app = typer.Typer(
    help="The tile game and the peg game called Tally Ho!: play, draw, replay, check, count.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)

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
RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A .thn record; - reads stdin.")]
PositionWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[POSITION]",
        help="A position text, in quotes; - reads one from each line of stdin; "
        "left out, the start.",
    ),
]


INTERRUPTED: Final = 130
PLAYERS: Final = f"A: {', '.join(BUILT_IN)}, or the command line of a program that speaks THP."


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
    game: Annotated[str, typer.Argument(help="hunt or pegs.")] = "hunt",
    rules: RulesOption = "",
    names: Annotated[
        tuple[str, str], typer.Option(help="The two players; the first one begins.")
    ] = ("First", "Second"),
    save: Annotated[Path | None, typer.Option(help="Write the match to this .thn file.")] = None,
) -> None:
    """Play for two people at one keyboard; `help` at the prompt tells the rest."""
    with told():
        play_at_terminal(catalog.find(game, rules), names, save)


@app.command()
def show(
    position: PositionWords = None,
    game: GameOption = "",
    rules: RulesOption = "",
    svg: Annotated[bool, typer.Option("--svg", help="Draw it as an SVG picture.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file instead.")
    ] = None,
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
    boards: Annotated[bool, typer.Option("--boards", help="Draw each position.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only check.")] = False,
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
    split: Annotated[bool, typer.Option("--divide", help="Also count for each event.")] = False,
) -> None:
    """Count the sequences of events from a position."""
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
    game: Annotated[str, typer.Argument(help="hunt or pegs.")] = "hunt",
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
    to: Annotated[Shape, typer.Option("--to", "-t", help="What to write.")] = Shape.JSONL,
    json: Annotated[
        bool, typer.Option("--json", help="The input is JSON lines (default by file name).")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file instead.")
    ] = None,
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


@app.command()
def arena(
    a: Annotated[str, typer.Option("--a", help=PLAYERS)],
    b: Annotated[str, typer.Option("--b", help="B, likewise.")],
    pairs: Annotated[
        int | None, typer.Option(min=1, help="Pairs of rounds; 100 unless --sprt is given.")
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Play until one of the two is believed."),
    ] = None,
    go: Annotated[str, typer.Option(help="How long to think, as in THP.")] = "movetime 100",
    go_a: Annotated[str, typer.Option(help="The same for A only.")] = "",
    go_b: Annotated[str, typer.Option(help="The same for B only.")] = "",
    game: GameOption = "hunt",
    rules: RulesOption = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    quiet: Annotated[
        int, typer.Option(min=1, help="Turns without a turn-over that end a round.")
    ] = 200,
    grace: Annotated[
        float, typer.Option(min=0.1, help="Seconds that an answer may take beyond movetime.")
    ] = 30,
    workers: Annotated[int, typer.Option(min=1, help="Pairs at the same time.")] = 1,
    ray: Annotated[bool, typer.Option("--ray", help="Spread the pairs with Ray.")] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write .thn here; a run goes on where it was.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write all figures here.")] = None,
) -> None:
    """Let two computer players meet in pairs of rounds with the same deal, sides swapped."""
    with told():
        limits = (thp.read_limits((go_a or go).split()), thp.read_limits((go_b or go).split()))
        contest = Contest((a, b), limits, game, rules, seed, quiet, grace)
        report = Report(contest, Sprt(*sprt) if sprt else None)
        with open_sink(json or Path(os.devnull)) as out:  # refused now rather than after hours
            complete = hold(report, pairs or (None if sprt else 100), workers, ray, records)
            out.write(dumps({"complete": complete, **report.figures()}, indent=2) + "\n")
        print("\n".join(lines(report.figures())))
        if not complete:
            raise typer.Exit(INTERRUPTED)


@app.command()
def selfplay(
    out: Annotated[Path, typer.Option(help="The folder for the samples.")],
    rounds: Annotated[int, typer.Option(help="How many rounds the folder shall hold.")],
    nodes: Annotated[int, typer.Option(help="Positions searched a turn; 0 is the greedy player.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same rounds.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes.")] = 1,
    weights: Annotated[
        Path | None, typer.Option(help="A weights file; left out, the hand-made evaluation.")
    ] = None,
    rules: RulesOption = "kosmos",
    explore: Annotated[float, typer.Option(help="How many of the turns are random.")] = 0.05,
    ray: Annotated[bool, typer.Option("--ray", help="Spread the rounds with Ray.")] = False,
) -> None:
    """Play rounds of the computer against itself, for training; goes on where it was."""
    with told():
        research_selfplay.selfplay(
            out=out,
            rounds=rounds,
            nodes=nodes,
            seed=seed,
            workers=workers,
            weights=weights,
            rules=rules,
            explore=explore,
            ray=ray,
        )


@app.command()
def train(
    data: Annotated[list[Path], typer.Option(help="A folder of self-play; several are mixed.")],
    out: Annotated[Path, typer.Option(help="The weights file to write.")],
    epochs: Annotated[int, typer.Option(min=1, help="Times through all samples.")] = 8,
    batch: Annotated[int, typer.Option(min=1, help="Samples a step.")] = 1024,
    lambda_: Annotated[
        float, typer.Option("--lambda", min=0, max=1, help="1 learns from outcomes alone.")
    ] = 0.9,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to begin with.")] = None,
) -> None:
    """Train the network with samples of self-play; goes on where it was."""
    with told():
        try:
            from tallyho.research import train as research_train
        except ImportError as error:
            raise NotationError(
                "train", "needs PyTorch: pip install 'tallyho-games[train]'"
            ) from error
        research_train.train(
            data=data, out=out, epochs=epochs, batch=batch, lambda_=lambda_, seed=seed, start=start
        )


@app.command(name="thp")
def text_protocol() -> None:
    """Speak the text protocol on standard input and output, for programs."""
    # A reader of its own: Python cannot end while a thread waits in sys.stdin.
    with told():
        thp.serve(open(sys.stdin.fileno(), "rb", closefd=False), sys.stdout)


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
    """The tile game and the peg game called Tally Ho!: play, draw, replay, check, count."""


def main() -> None:
    """Run the command line on standard streams that hold out: none closed, no text refused."""
    hold_out()
    app()
