"""The progress of a contest on stderr, for whoever watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def display(total: int | None, done: int = 0) -> Iterator[Callable[[str], None]]:
    """A bar with the score behind it; call it with the score after each pair."""
    bar = Progress(
        TextColumn("pairs"),
        MofNCompleteColumn(),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda score: bar.update(task, advance=1, description=score)
