"""A computer player that is a program of its own and speaks THP over pipes."""

import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Final

from tallyho.engine.engine import Limits

START_SECONDS: Final = 60.0
_QUIT_SECONDS: Final = 2.0
_GLANCE: Final = 0.05  # seconds between two looks at whether everything was stopped
_MAX_LINE: Final = 1 << 16


Stopped = Callable[[], bool]


class Forfeit(Exception):
    """What a player did that loses the match at once: `illegal`, `crashed` or `timeout`."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(kind, reason)
        self.kind = kind
        self.reason = reason


def go_words(limits: Limits) -> str:
    """The limits as `go` takes them."""
    named = ((name, getattr(limits, name)) for name in ("level", "movetime", "nodes", "depth"))
    return " ".join(f"{name} {value}" for name, value in named if value is not None)


class Pipe:
    """A running program: commands in, lines out; its last words are kept for the report."""

    def __init__(self, command: list[str], stopped: Stopped) -> None:
        self._stopped = stopped
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._complaints: IO[bytes] = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,  # Ctrl-C is for the caller, not for its players
            )
        except OSError as error:
            self._complaints.close()
            raise Forfeit("crashed", f"{command[0]}: {error.strerror}") from error
        self._reader = threading.Thread(target=self._read_ahead, daemon=True)
        self._reader.start()

    def ask(self, command: str, answer: str, seconds: float) -> list[str]:
        """The lines up to the one whose first word is `answer`."""
        deadline = time.monotonic() + seconds
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(OSError):  # whether it has died is seen by what it no longer says
            stdin.write(command.encode() + b"\n")
            stdin.flush()
        lines = [self._next_line(command, deadline)]
        while lines[-1].split()[:1] != [answer]:
            if lines[-1].startswith("error"):
                raise Forfeit("illegal", f"it answers {command[:60]!r} with {lines[-1][:200]!r}")
            lines.append(self._next_line(command, deadline))
        return lines

    def close(self) -> None:
        """Let it quit by itself for a moment, then end it."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._end(_QUIT_SECONDS)
        self._complaints.close()

    def _read_ahead(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with stdout:
            while line := stdout.readline(_MAX_LINE):
                if not line.startswith(b"info"):
                    self._lines.put(line.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def _next_line(self, command: str, deadline: float) -> str:
        while time.monotonic() < deadline:
            if self._stopped():
                raise KeyboardInterrupt
            with suppress(queue.Empty):
                line = self._lines.get(timeout=_GLANCE)
                if line is None:
                    raise self._crash()
                return line
        self._end(0)
        raise Forfeit("timeout", f"no answer to {command[:60]!r}")

    def _crash(self) -> Forfeit:
        """What is known about a program that has left."""
        self._end(_QUIT_SECONDS)
        self._complaints.seek(max(0, self._complaints.seek(0, os.SEEK_END) - 1000))
        said = self._complaints.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(said) if line.strip()), "nothing")
        return Forfeit("crashed", f"it left with code {self._process.returncode}, saying {last!r}")

    def _end(self, seconds: float) -> None:
        """Wait for it to leave; after that time, kill it and whatever it has started."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._reader.join(_QUIT_SECONDS)
