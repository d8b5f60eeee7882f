"""Several processes at one listening socket: whichever dies is replaced, all end together."""

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Lock
from time import monotonic
from typing import Any, Final

from prometheus_client.multiprocess import mark_process_dead

from tallyho.server.metrics import TOGETHER
from tallyho.server.settings import Settings
from tallyho.server.web.serving import Tell

WATCH_SECONDS: Final = 0.5
LEAST_SECONDS: Final = 2.0  # between two starts of one process, should it die at once
CLOSE_SECONDS: Final = 10.0

Serve = Callable[[Settings, socket.socket, Tell], None]


class Team:
    """The processes of one machine."""

    def __init__(self, serve: Serve, settings: Settings, listener: socket.socket) -> None:
        self._spawn = multiprocessing.get_context("spawn")
        self._arguments = (serve, settings, listener, self._spawn.Lock())
        self._members: list[tuple[SpawnProcess, float]] = []
        self._told_to_stop = threading.Event()

    def run(self, size: int) -> None:
        """Keep so many processes alive until told to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._told_to_stop.set())
        with tempfile.TemporaryDirectory(prefix="tallyho-metrics-") as folder:
            os.environ[TOGETHER] = folder
            try:
                self._members = [self._start() for _ in range(size)]
                self._watch()
            finally:
                self._stop()

    def _watch(self) -> None:
        while not self._told_to_stop.is_set():
            wait([process.sentinel for process, _ in self._members], WATCH_SECONDS)
            self._told_to_stop.wait(WATCH_SECONDS)
            self._members = [self._kept(*member) for member in self._members]

    def _start(self) -> tuple[SpawnProcess, float]:
        process = self._spawn.Process(target=_member, args=self._arguments)
        process.start()
        return process, monotonic()

    def _kept(self, process: SpawnProcess, began: float) -> tuple[SpawnProcess, float]:
        stopping = self._told_to_stop.is_set()
        if process.is_alive() or stopping or monotonic() - began < LEAST_SECONDS:
            return process, began
        mark_process_dead(process.pid)  # type: ignore[no-untyped-call]  # the library has no type
        process.close()
        return self._start()

    def _stop(self) -> None:
        deadline = monotonic() + CLOSE_SECONDS
        for process, _ in self._members:
            process.terminate()
        for process, _ in self._members:
            process.join(max(0.0, deadline - monotonic()))
            if process.is_alive():
                process.kill()


def _member(serve: Serve, settings: Settings, listener: socket.socket, first: Lock) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(KeyboardInterrupt):  # Ctrl-C reaches all processes, and the parent tells of it
        serve(settings, listener, partial(first.acquire, block=False))


def _leave_with_parent() -> None:
    """Nobody replaces or ends a process whose parent was killed."""
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
