"""The arena: holds a contest, pair after pair, and goes on where an earlier run was broken off."""

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count, islice
from pathlib import Path

from tallyho.contract import NotationError
from tallyho.engine.program import Forfeit, Stopped
from tallyho.research.archive import Archive
from tallyho.research.contest import Contest
from tallyho.research.display import display
from tallyho.research.report import Report
from tallyho.research.results import Pair
from tallyho.research.workers import STOPS, play_pairs

Pairs = Generator[Pair, None, None]


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
            archive = Archive(records, contest) if records else None
            if archive is not None:
                stack.enter_context(closing(archive))
            play = partial(play_pairs, contest, workers, ray, stopped)
            pairs = stack.enter_context(closing(_pairs(archive, play, most)))
            step = stack.enter_context(display(most))
            for pair in islice(pairs, most):
                report.add(pair)
                step(report.running())
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


def _pairs(
    archive: Archive | None, play: Callable[[Iterable[int]], Pairs], most: int | None
) -> Pairs:
    """Those in the archive, then new ones, which go there before anybody sees them."""
    done = 0
    for pair in [] if archive is None else archive.pairs():
        done = pair.number
        yield pair
    numbers = count(done + 1) if most is None else range(done + 1, most + 1)
    with closing(play(numbers)) as played:
        for pair in played:
            if archive is not None:
                archive.add(pair)
            yield pair
