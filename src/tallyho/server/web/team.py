"""Several processes at one listening socket: who dies or hangs is replaced, all end together."""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Lock
from time import monotonic
from typing import Any, Final

from prometheus_client.multiprocess import mark_process_dead

from tallyho.server.metrics import TOGETHER
from tallyho.server.settings import Settings
from tallyho.server.web.serving import Beat, Tell

LOG: Final = logging.getLogger(__name__)
WATCH_SECONDS: Final = 0.5
LEAST_SECONDS: Final = 2.0  # between two starts of one process, should it die at once
START_SECONDS: Final = 60.0  # before the first sign of life
CLOSE_SECONDS: Final = 10.0

Serve = Callable[[Settings, socket.socket, Tell, Beat], None]


@dataclass(slots=True)
class Member:
    """One process, and what is heard of its event loop."""

    process: SpawnProcess
    pulse: Connection
    began: float
    patient_until: float

    def listen(self, patience: float) -> None:
        """Take in the beats that have come."""
        with suppress(BlockingIOError):
            if os.read(self.pulse.fileno(), 65536):
                self.patient_until = monotonic() + patience

    @property
    def hangs(self) -> bool:
        """Whether nothing was heard for too long, though the process is there."""
        return self.process.is_alive() and monotonic() > self.patient_until

    def forget(self) -> None:
        """Leave nothing behind of a process that is dead."""
        mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]  # the library has no type
        self.process.close()
        self.pulse.close()


class Team:
    """The processes of one machine; after so many seconds of silence one is taken to hang."""

    def __init__(
        self, serve: Serve, settings: Settings, listener: socket.socket, patience: float
    ) -> None:
        self._spawn = multiprocessing.get_context("spawn")
        self._arguments = (serve, settings, listener, self._spawn.Lock())
        self._patience = patience
        self._members: list[Member] = []
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
            wait([member.process.sentinel for member in self._members], WATCH_SECONDS)
            self._told_to_stop.wait(WATCH_SECONDS)
            self._members = [self._kept(member) for member in self._members]

    def _start(self) -> Member:
        pulse, beating = self._spawn.Pipe(duplex=False)
        os.set_blocking(pulse.fileno(), False)
        process = self._spawn.Process(target=_member, args=(*self._arguments, beating))
        process.start()
        beating.close()
        return Member(process, pulse, monotonic(), monotonic() + START_SECONDS)

    def _kept(self, member: Member) -> Member:
        member.listen(self._patience)
        if self._told_to_stop.is_set():
            return member
        if member.hangs:
            LOG.warning("a process hangs and is replaced", extra={"pid": member.process.pid})
            member.process.kill()
            member.process.join(CLOSE_SECONDS)
        if member.process.is_alive() or monotonic() - member.began < LEAST_SECONDS:
            return member
        member.forget()
        return self._start()

    def _stop(self) -> None:
        deadline = monotonic() + CLOSE_SECONDS
        processes = [member.process for member in self._members]
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(max(0.0, deadline - monotonic()))
            if process.is_alive():
                process.kill()


def _member(
    serve: Serve, settings: Settings, listener: socket.socket, first: Lock, beating: Connection
) -> None:
    os.set_blocking(beating.fileno(), False)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(KeyboardInterrupt):  # Ctrl-C reaches all processes, and the parent tells of it
        serve(settings, listener, partial(first.acquire, block=False), partial(_beat, beating))


def _beat(beating: Connection) -> None:
    with suppress(BlockingIOError, BrokenPipeError):  # the parent is slow, or was killed
        os.write(beating.fileno(), b".")


def _leave_with_parent() -> None:
    """Nobody replaces or ends a process whose parent was killed."""
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
