"""How long work goes, told on stderr where somebody can see it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class Speed(ProgressColumn):
    """Steps per second so far."""

    def render(self, task: Task) -> Text:
        """`12.3/s`."""
        return Text(f"{task.finished_speed or task.speed or 0:.1f}/s")


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar with speed and time to go; call it with how many steps were made."""
    bar = Progress(
        TextColumn("{task.description} {task.completed}/{task.total}"),
        BarColumn(),
        Speed(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda steps: bar.advance(task, steps)
