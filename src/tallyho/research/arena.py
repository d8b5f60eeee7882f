"""The arena: holds a contest, pair after pair, and goes on where an earlier run was broken off."""

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count, islice
from pathlib import Path

from tallyho.contract import NotationError
from tallyho.engine.program import Forfeit, Stopped
from tallyho.research.archive import Archive
from tallyho.research.contest import Contest
from tallyho.research.progress import progress
from tallyho.research.report import Report
from tallyho.research.workers import STOPS, play_pairs


def hold(
    report: Report,
    most: int | None,
    workers: int = 1,
    ray: bool = False,
    records: Path | None = None,
) -> bool:
    """Play pairs into the report, up to `most` or until its test decides; False if told to stop."""
    contest = report.contest
    try:
        with _interrupts() as stopped, ExitStack() as stack:
            _try_players(contest, stopped)
            archive = None
            if records is not None:
                archive = stack.enter_context(closing(Archive(records, contest)))
                _take_up(archive, report, most)
            played = play_pairs(contest, workers, ray, stopped, _missing(report, most))
            step = stack.enter_context(progress("pairs", most, report.pairs))
            for pair in stack.enter_context(closing(played)):
                if archive is not None:
                    archive.add(pair)
                report.add(pair)
                step(1, report.running())
                if report.verdict is not None:
                    break
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _interrupts() -> Iterator[Stopped]:
    """A stop is noted, and obeyed where nothing is half written; the second one acts at once."""
    noted = threading.Event()

    def note(number: int, frame: object) -> None:
        if noted.is_set():
            raise KeyboardInterrupt
        noted.set()

    before = [signal.signal(number, note) for number in STOPS]
    try:
        yield noted.is_set
    finally:
        for number, handler in zip(STOPS, before, strict=True):
            signal.signal(number, handler)


def _try_players(contest: Contest, stopped: Stopped) -> None:
    """Let both begin a round, so that one that cannot is known before anything is played."""
    for index, letter in enumerate("AB"):
        with closing(contest.player(index, stopped)) as player:
            try:
                player.begin(None, contest.seed)
            except Forfeit as forfeit:
                raise NotationError(f"player {letter}", forfeit.reason) from forfeit


def _take_up(archive: Archive, report: Report, most: int | None) -> None:
    """Count the pairs of an earlier run."""
    for pair in islice(archive.pairs(), most):
        report.add(pair)
        if report.verdict is not None:
            break


def _missing(report: Report, most: int | None) -> Iterable[int]:
    """The numbers of the pairs that are still to be played."""
    if report.verdict is not None:
        return ()
    return count(report.pairs + 1) if most is None else range(report.pairs + 1, most + 1)
