"""How long work goes, told on stderr: a bar for whoever watches, now and then a line for a log."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import Final, Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

SILENCE: Final = 60.0
"""Seconds between two lines of a log."""

_MEMORY: Final = 600.0  # seconds that the speed is measured over; a pair may take minutes


class Step(Protocol):
    """Tells that so many more are done, and what there is to say of them."""

    def __call__(self, steps: int, note: str = "") -> None:
        """Go on by some steps."""


@contextmanager
def progress(what: str, total: int | None, done: int = 0) -> Iterator[Step]:
    """Show how far it is; call the result with how many steps were made."""
    watched = sys.stderr.isatty()
    bar = Progress(
        TextColumn("{task.description}"),
        MofNCompleteColumn(),
        BarColumn(20),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not watched,
        speed_estimate_period=_MEMORY,
    )
    with bar:
        number = bar.add_task(what, total=total, completed=done, note="")
        told = monotonic()

        def step(steps: int, note: str = "") -> None:
            nonlocal told
            bar.update(number, advance=steps, note=note)
            if not watched and monotonic() - told >= SILENCE:
                print(_line(bar.tasks[0]), file=sys.stderr, flush=True)
                told = monotonic()

        yield step


def _line(task: Task) -> str:
    """`pairs 37 of 120, 0:10:23 so far, 0:23:17 to go, 88.5% +20.1 points a round`."""
    done = f"{task.description} {task.completed:.0f}"
    parts = [done if task.total is None else f"{done} of {task.total:.0f}"]
    parts.append(f"{timedelta(seconds=int(task.elapsed or 0))} so far")
    if task.time_remaining is not None:
        parts.append(f"{timedelta(seconds=int(task.time_remaining))} to go")
    if task.fields["note"]:
        parts.append(task.fields["note"])
    return ", ".join(parts)
