"""A player of the arena that is a program of its own."""

import shlex
from typing import Any

from tallyho.catalog import Entry
from tallyho.contract import NotationError
from tallyho.engine import Limits
from tallyho.engine.program import START_SECONDS, Forfeit, Pipe, Stopped, go_words


class Program:
    """Starts with the first round of a match and ends with the match."""

    def __init__(
        self, command: str, entry: Entry, limits: Limits, grace: float, stopped: Stopped
    ) -> None:
        """`grace`: the seconds that an answer may take beyond the limits' movetime."""
        self._command = shlex.split(command)
        self._entry = entry
        self._limits = limits
        self._grace = grace
        self._stopped = stopped
        self._pipe: Pipe | None = None
        self._knows_lead = False

    def begin(self, lead: int | None, seed: int) -> None:
        """Start the program if need be, and tell it the game and the lead; seeds are its own."""
        if self._pipe is None:
            self._pipe = Pipe(self._command, self._stopped)
            greeting = self._pipe.ask("thp", "thpok", START_SECONDS)
            self._knows_lead = any(line.startswith("option name Lead ") for line in greeting)
        self._tell(f"newgame {self._entry.name} {self._entry.game.rules_text}")
        if self._knows_lead:
            self._tell(f"setoption name Lead value {'none' if lead is None else lead}")

    def see(self, event: Any) -> None:
        """Pass the event on."""
        self._tell(f"apply {self._entry.notation.write(event)}")

    def choose(self, position: Any) -> Any:
        """Let it think; its `bestmove` is the turn."""
        assert self._pipe is not None
        seconds = (self._limits.movetime or 0) / 1000 + self._grace
        answer = self._pipe.ask(f"go {go_words(self._limits)}", "bestmove", seconds)[-1]
        try:
            return self._entry.notation.read_turn(answer.removeprefix("bestmove").strip())
        except NotationError as error:
            raise Forfeit("illegal", error.reason) from error

    def close(self) -> None:
        """End the program."""
        if self._pipe is not None:
            self._pipe.close()

    def _tell(self, command: str) -> None:
        assert self._pipe is not None
        self._pipe.ask(command, "ok", self._grace)
