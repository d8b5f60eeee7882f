"""Who plays the pairs: this process, several processes, or Ray's machines.

Pairs come out in the order of their numbers whoever played them, so the result depends on nothing
but the contest, and neither does the moment at which a sequential test stops it.
"""

import ctypes
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from tallyho.contract import NotationError
from tallyho.engine.program import Stopped
from tallyho.research.contest import Contest
from tallyho.research.referee import play_pair
from tallyho.research.results import Pair

STOPS: Final = (signal.SIGINT, signal.SIGTERM)
"""What ends a contest: Ctrl-C, and what `kill` and `timeout` send."""

_AHEAD: Final = 4  # pairs given out for each worker, so that a long one keeps nobody waiting
_GLANCE: Final = 0.1  # seconds between two looks at whether the contest was stopped

Submit = Callable[[int], "Future[Pair]"]


def play_pairs(
    contest: Contest, workers: int, ray: bool, stopped: Stopped, numbers: Iterable[int]
) -> Generator[Pair, None, None]:
    """Play the pairs of these numbers, each as soon as it and those before it are there."""
    if ray:
        with _ray_tasks(contest) as (submit, cores):
            yield from _in_order(submit, numbers, _AHEAD * cores, stopped)
    elif workers > 1:
        with _processes(contest, workers) as submit:
            yield from _in_order(submit, numbers, _AHEAD * workers, stopped)
    else:
        yield from (play_pair(contest, number, stopped) for number in numbers)


def _in_order(
    submit: Submit, numbers: Iterable[int], ahead: int, stopped: Stopped
) -> Iterator[Pair]:
    waiting: deque[Future[Pair]] = deque()
    for number in numbers:
        waiting.append(submit(number))
        if len(waiting) == ahead:
            yield _result(waiting.popleft(), stopped)
    while waiting:
        yield _result(waiting.popleft(), stopped)


def _result(future: "Future[Pair]", stopped: Stopped) -> Pair:
    while not stopped():
        if wait([future], _GLANCE).done:
            return future.result()
    raise KeyboardInterrupt


_stop: ctypes.c_bool | None = None  # in a worker: true when the contest is broken off


@contextmanager
def _processes(contest: Contest, workers: int) -> Iterator[Submit]:
    spawn = multiprocessing.get_context("spawn")
    stop = spawn.RawValue(ctypes.c_bool)  # an Event has a lock, which a dying worker may keep
    pool = ProcessPoolExecutor(workers, spawn, initializer=_enter, initargs=(stop,))
    try:
        yield lambda number: _submit(pool, contest, number)
    except BrokenProcessPool as error:
        reason = "one of them died; with --workers 1 the reason can be seen"
        raise NotationError("workers", reason) from error
    finally:
        stop.value = True
        pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, contest: Contest, number: int) -> "Future[Pair]":
    """Workers that start here are not stopped by signals, which are the main process's business."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        return pool.submit(_work, contest, number)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _enter(stop: ctypes.c_bool) -> None:
    """A worker begins; it does not outlive the main process."""
    global _stop
    _stop = stop
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(contest: Contest, number: int) -> Pair:
    stop = _stop
    assert stop is not None
    return play_pair(contest, number, lambda: stop.value)


@contextmanager
def _ray_tasks(contest: Contest) -> Iterator[tuple[Submit, int]]:
    try:
        ray = import_module("ray")  # an extra, which most installations do without
    except ImportError:
        reason = 'it is missing; install it with: pip install "tallyho-games[ray]"'
        raise NotationError("ray", reason) from None
    ray.init(log_to_driver=False, logging_level="error")  # only the result is of interest
    task = ray.remote(play_pair)
    try:
        yield (
            lambda number: task.remote(contest, number).future(),
            int(ray.cluster_resources()["CPU"]),
        )
    finally:
        ray.shutdown()
