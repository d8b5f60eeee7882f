"""Standard streams and files as the command line uses them, and what is said when they fail."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal, NoReturn, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from tallyho.analysis.replay import ReplayError
from tallyho.contract import TallyhoError

NO: Final = 1
UNREADABLE: Final = 2
CUT_OFF: Final = 141


def hold_out() -> None:
    """Make the standard streams fit for everything: none is closed, no text is refused."""
    sys.stdin = sys.stdin or open(os.devnull)
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # Records are UTF-8 whatever the locale; a terminal keeps its encoding.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def fail(reason: object, code: int = UNREADABLE) -> NoReturn:
    """Say what is wrong and leave with the code."""
    shown = (sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(reason))
    typer.echo(f"tallyho: {''.join(shown)}", err=True)
    raise typer.Exit(code)


@contextmanager
def told() -> Iterator[None]:
    """Turn what the library or the system refuses into a message and an exit code."""
    try:
        yield
        sys.stdout.flush()
    except ReplayError as error:
        fail(error, NO)
    except TallyhoError as error:
        fail(error)
    except OSError as error:
        with suppress(OSError):  # else Python would try again to write the rest, and complain
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(CUT_OFF) from None
        fail(error.strerror or error)


def opened(name: str | Path, mode: Literal["r", "w"]) -> TextIO:
    """A UTF-8 file; bytes that are not UTF-8 get through to the reader, which says where."""
    try:
        return open(name, mode, encoding="utf-8", errors="surrogateescape", newline="")
    except OSError as error:
        fail(f"cannot {'read' if mode == 'r' else 'write'} {name}: {error.strerror}")


@contextmanager
def open_text(name: str) -> Iterator[TextIO]:
    """A file to read by name, `-` for standard input."""
    if name != "-":
        with opened(name, "r") as file:
            yield file
        return
    stream = io.TextIOWrapper(
        sys.stdin.buffer, encoding="utf-8", errors="surrogateescape", newline=""
    )
    try:
        yield stream
    finally:
        stream.detach()  # standard input stays open


@contextmanager
def open_sink(path: Path | None) -> Iterator[TextIO]:
    """Where to write: a file, or standard output."""
    if path is None:
        yield sys.stdout
        return
    with opened(path, "w") as file:
        yield file


@contextmanager
def progress(
    what: str, total: int | None = None, silent: bool = True
) -> Iterator[Callable[[], None]]:
    """A progress display on stderr, only where somebody can see it; call it for each step.

    Unless the work is `silent` until its end, a terminal shows its output instead.
    """
    seen = sys.stderr.isatty() and (silent or not sys.stdout.isatty())
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description} {task.completed}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # else output that goes to a file would land in the display
        redirect_stderr=False,
        disable=not seen,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
