"""The command `tallyho`: one function for each subcommand.

Exit codes: 0 all well; 1 the answer is no (an illegal or unfair record); 2 the input or the
command cannot be read.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn, TextIO

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import tallyho
from tallyho import catalog, thp
from tallyho.analysis import convert as conversion
from tallyho.analysis.replay import ReplayError, entry_of, moments
from tallyho.analysis.verify import verify as verify_section
from tallyho.catalog import Entry
from tallyho.contract import NotationError, TallyhoError, divide
from tallyho.play.fair import FairnessError
from tallyho.play.record import Section, bounded_lines, read_records, write_record
from tallyho.terminal.table import play_at_terminal

NO: Final = 1
UNREADABLE: Final = 2

app = typer.Typer(
    help="The tile game and the peg game called Tally Ho!: play, draw, replay, check, count.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)

errors = Console(stderr=True, highlight=False)

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
        help="A position text, quoted or not; - reads one from each line of stdin; "
        "left out, the start.",
    ),
]


class Shape(StrEnum):
    """What `convert` writes."""

    THN = "thn"
    JSONL = "jsonl"
    POSITIONS = "positions"


def fail(reason: object, code: int = UNREADABLE) -> NoReturn:
    """Say what is wrong and leave with the code."""
    errors.print(f"tallyho: {reason}", markup=False, soft_wrap=True)
    raise typer.Exit(code)


@contextmanager
def told() -> Iterator[None]:
    """Turn what the library refuses into a message and an exit code."""
    try:
        yield
    except (ReplayError, FairnessError) as error:
        fail(error, NO)
    except TallyhoError as error:
        fail(error)


@contextmanager
def open_text(name: str) -> Iterator[TextIO]:
    """A file to read by name, `-` for standard input."""
    if name == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr] # it is a TextIOWrapper unless a test replaced it
        yield sys.stdin
        return
    try:
        with open(name, encoding="utf-8", errors="surrogateescape", newline="") as stream:
            yield stream
    except OSError as error:
        fail(f"cannot read {name}: {error.strerror}")


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """A progress display on stderr, only where somebody can see it; call it for each step."""
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description} {task.completed}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def positions(words: list[str] | None, game: str, rules: str) -> Iterator[tuple[Entry, Any]]:
    """The positions that a command line names, with the game each belongs to."""
    texts: Iterator[str] = iter([" ".join(words or [])])
    if words == ["-"]:
        texts = (line.strip() for line in sys.stdin)
    for text in texts:
        name = game or ("pegs" if len(text.split(" ")) == 3 else "hunt")
        entry = catalog.find(name, rules)
        yield entry, entry.notation.read_position(text) if text else entry.game.start()


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
        drawings = [
            at._repr_svg_() if svg else f"{at.draw()}\n{entry.notation.write_position(at)}"
            for entry, at in positions(position, game, rules)
        ]
    text = "\n".join(drawings) + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        write_file(output, text)


def write_file(path: Path, text: str) -> None:
    """Write a file, or say why that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror}")


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
    """Play every round of a record again and check that each turn follows the rules."""
    rounds = 0
    with told(), open_text(file) as stream, progress("rounds") as step:
        for section in read_records(bounded_lines(stream)):
            replay_section(section, boards, quiet)
            rounds += 1
            step()
    print(f"{rounds} rounds, all by the rules")


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
    with told(), open_text(file) as stream, progress("rounds") as step:
        for section in read_records(bounded_lines(stream)):
            verdict = verify_section(section)
            rounds += 1
            checked += verdict.checked
            if not verdict.fair:
                fail(f"not fair: round at line {section.line}, {verdict.misfit}", NO)
            step()
    if not rounds:
        fail("the record is empty")
    print(f"fair: {checked} chance events of {rounds} rounds fit their proofs")


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
    total = 0
    with progress(f"perft {depth}: first events") as step:
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
        text = find_rule(catalog.rules_page(game), number)
    if sys.stdout.isatty():
        Console().print(Markdown(text))
    else:
        print(text)


def find_rule(page: str, number: str) -> str:
    """The whole page, or the section of that rule."""
    if not number:
        return page
    sections = page.split("\n## ")[1:]
    for section in sections:
        if section.split(" ", 1)[0].upper() == number.upper():
            return "## " + section.rstrip()
    known = ", ".join(section.split(" ", 1)[0] for section in sections)
    raise NotationError("rule", f"there is no rule {number[:20]}; the rules are {known}")


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
    with told(), open_text(file) as stream, progress("rounds") as step, sink(output) as out:
        lines = bounded_lines(stream)
        is_json = json or file.endswith((".jsonl", ".json"))
        sections = conversion.from_json_lines(stream) if is_json else read_records(lines)
        for section in sections:
            for line in SHAPES[to](section):
                out.write(line + "\n")
            step()


@contextmanager
def sink(path: Path | None) -> Iterator[TextIO]:
    """Where to write: a file, or standard output."""
    if path is None:
        yield sys.stdout
        return
    try:
        with path.open("w", encoding="utf-8", newline="\n") as out:
            yield out
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror}")


SHAPES: Final[dict[Shape, Callable[[Section], Iterator[str]]]] = {
    Shape.THN: lambda section: iter((*write_record(section), "")),
    Shape.JSONL: lambda section: iter((conversion.to_json_line(section),)),
    Shape.POSITIONS: conversion.to_positions,
}


@app.command(name="thp")
def text_protocol() -> None:
    """Speak the text protocol on standard input and output, for programs."""
    thp.serve(sys.stdin.buffer, sys.stdout)


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
    """Run the command line; an interrupted or cut pipe is no crash."""
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads our output any more
        raise SystemExit(141) from None
