"""Who plays the pairs: this process, several processes, or Ray's machines.

Pairs come out in the order of their numbers whoever played them, so the result depends on nothing
but the contest, and neither does the moment at which a sequential test stops it.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.synchronize import Event
from typing import Final

from tallyho.contract import NotationError
from tallyho.research.contest import Contest
from tallyho.research.referee import play_pair
from tallyho.research.results import Pair

_AHEAD: Final = 4  # pairs given out for each worker, so that a long one keeps nobody waiting

Submit = Callable[[int], "Future[Pair]"]


def play_pairs(
    contest: Contest, numbers: Iterable[int], workers: int, ray: bool
) -> Generator[Pair, None, None]:
    """Play the pairs of these numbers, each as soon as it and those before it are there."""
    if ray:
        with _ray_tasks(contest) as (submit, cores):
            yield from _in_order(submit, numbers, _AHEAD * cores)
    elif workers > 1:
        with _processes(contest, workers) as submit:
            yield from _in_order(submit, numbers, _AHEAD * workers)
    else:
        yield from (play_pair(contest, number) for number in numbers)


def _in_order(submit: Submit, numbers: Iterable[int], ahead: int) -> Iterator[Pair]:
    waiting: deque[Future[Pair]] = deque()
    for number in numbers:
        waiting.append(submit(number))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


_stop: Event | None = None  # in a worker: set when the contest is broken off


@contextmanager
def _processes(contest: Contest, workers: int) -> Iterator[Submit]:
    spawn = multiprocessing.get_context("spawn")
    stop = spawn.Event()
    pool = ProcessPoolExecutor(workers, spawn, initializer=_enter, initargs=(stop,))
    try:
        yield lambda number: pool.submit(_work, contest, number)
    except BrokenProcessPool as error:
        reason = "one of them died; with --workers 1 the reason can be seen"
        raise NotationError("workers", reason) from error
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _enter(stop: Event) -> None:
    """A worker begins: it leaves Ctrl-C to the main process, and does not outlive it."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(contest: Contest, number: int) -> Pair:
    assert _stop is not None
    return play_pair(contest, number, _stop.is_set)


@contextmanager
def _ray_tasks(contest: Contest) -> Iterator[tuple[Submit, int]]:
    try:
        ray = import_module("ray")  # an extra, which most installations do without
    except ImportError:
        reason = 'it is missing; install it with: pip install "tallyho-games[ray]"'
        raise NotationError("ray", reason) from None
    ray.init(log_to_driver=False)
    task = ray.remote(play_pair)
    try:
        yield (
            lambda number: task.remote(contest, number).future(),
            int(ray.cluster_resources()["CPU"]),
        )
    finally:
        ray.shutdown()
