"""The arena: holds a contest, pair after pair, and goes on where an earlier run was broken off."""

from collections.abc import Generator
from contextlib import ExitStack, closing
from itertools import count, islice
from pathlib import Path

from tallyho.contract import NotationError
from tallyho.research.archive import Archive
from tallyho.research.contest import Contest
from tallyho.research.display import display
from tallyho.research.players import Forfeit
from tallyho.research.report import Report
from tallyho.research.results import Pair
from tallyho.research.workers import play_pairs


def hold(
    report: Report,
    most: int | None,
    workers: int = 1,
    ray: bool = False,
    records: Path | None = None,
) -> bool:
    """Play pairs into the report, up to `most` or until its test decides; False after Ctrl-C."""
    try:
        _try_players(report.contest)
        with ExitStack() as stack:
            archive = None if records is None else Archive(records, report.contest)
            if archive is not None:
                stack.enter_context(closing(archive))
            pairs = stack.enter_context(
                closing(_pairs(report.contest, workers, ray, archive, most))
            )
            step = stack.enter_context(display(most))
            for pair in islice(pairs, most):
                report.add(pair)
                step(report.running())
                if report.verdict is not None:
                    break
    except KeyboardInterrupt:
        return False
    return True


def _try_players(contest: Contest) -> None:
    """Let both begin a round, so that one that cannot is known before anything is played."""
    for index, letter in enumerate("AB"):
        with closing(contest.player(index, lambda: False)) as player:
            try:
                player.begin(None, contest.seed)
            except Forfeit as forfeit:
                raise NotationError(f"player {letter}", forfeit.reason) from forfeit


def _pairs(
    contest: Contest, workers: int, ray: bool, archive: Archive | None, most: int | None
) -> Generator[Pair, None, None]:
    """Those in the archive, then new ones, which go there before anybody sees them."""
    done = 0
    for pair in [] if archive is None else archive.pairs():
        done = pair.number
        yield pair
    numbers = count(done + 1) if most is None else range(done + 1, most + 1)
    with closing(play_pairs(contest, numbers, workers, ray)) as played:
        for pair in played:
            if archive is not None:
                archive.add(pair)
            yield pair
