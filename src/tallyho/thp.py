"""The text protocol (THP): commands in, answers out, line by line; it never dies of bad input."""

import queue
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO, Final, TextIO

import tallyho
from tallyho import catalog
from tallyho.contract import CHANCE, IllegalTurn, NotationError, Side, TallyhoError, perft
from tallyho.contract.perft import next_events
from tallyho.engine import UNKNOWN, Habits, Limits, Line, watched

MAX_LINE: Final = 1 << 16
"""How many bytes a command may have; a few thousand turns fit in."""

MAX_PERFT: Final = 20
MOST_THREADS: Final = 64
TOO_LONG: Final = f"error command: a line may have {MAX_LINE} bytes at most"
LIMITS: Final = {
    "level": range(1, 11),
    "movetime": range(1, 10**9),
    "nodes": range(1, 10**15),
    "depth": range(1, 1000),
    "multipv": range(1, 1000),
}


class Protocol:
    """One conversation: the current game, its position, and a search that waits for `stop`."""

    def __init__(self, stopped: Callable[[bool], bool] = lambda endless: False) -> None:
        """`stopped(endless)` tells whether work, or work without an end, is to be broken off."""
        self.entry = catalog.find("hunt")
        self.position: Any = self.entry.game.start()
        self._habits = UNKNOWN  # of both players, as far as their turns were told
        self._former = UNKNOWN  # the same of the round before, by the sides of this one
        self._stopped = stopped
        self._options = Limits()  # its lead and threads, as options set them
        self._bestmove: str | None = None  # found by `go infinite`, told at `stop`
        self._commands: dict[str, Callable[[list[str]], Iterator[str]]] = {
            "thp": self._thp,
            "isready": self._isready,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._set_position,
            "show": self._show,
            "legal": self._legal,
            "apply": self._apply,
            "outcome": self._outcome,
            "perft": self._perft,
            "go": self._go,
            "stop": self._stop,
        }

    def answer(self, line: str) -> Iterator[str]:
        """The answer's lines; whatever is wrong with the command becomes one `error` line."""
        words = line.split()
        if not words:
            return
        try:
            yield from self._command(words[0])(words[1:])
        except IllegalTurn as error:
            yield f"error {error.rule} {error.reason}"
        except TallyhoError as error:
            yield f"error {error}"

    def _command(self, name: str) -> Callable[[list[str]], Iterator[str]]:
        if name not in self._commands:
            names = ", ".join([*self._commands, "quit"])
            raise NotationError("command", f"{name[:40]!r} is none of {names}")
        if self._bestmove is not None and name not in ("stop", "isready", "thp"):
            raise NotationError("command", "a search is running; stop it first")
        return self._commands[name]

    def _thp(self, words: list[str]) -> Iterator[str]:
        _expect(words, 0, "thp")
        yield f"id name Tallyho {tallyho.__version__}"
        yield "option name Lead type string default none"
        yield f"option name Threads type spin default 1 min 1 max {MOST_THREADS}"
        yield "thpok"

    def _isready(self, words: list[str]) -> Iterator[str]:
        _expect(words, 0, "isready")
        yield "readyok"

    def _setoption(self, words: list[str]) -> Iterator[str]:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise NotationError("setoption", "write it as: setoption name Lead value 12")
        if words[1] not in OPTIONS:
            names = ", ".join(OPTIONS)
            raise NotationError("setoption", f"{words[1][:40]!r} is none of the options: {names}")
        self._options = OPTIONS[words[1]](self._options, words[3])
        if self._options.lead is not None and self.position == self.entry.game.start():
            self._habits = self._former  # a lead comes from an earlier round of the same players
        yield "ok"

    def _newgame(self, words: list[str]) -> Iterator[str]:
        if not words:
            raise NotationError("newgame", "say which game: newgame hunt kosmos, newgame pegs")
        self.entry = catalog.find(words[0], " ".join(words[1:]))
        self.position = self.entry.game.start()
        self._former, self._habits = (self._habits[1], self._habits[0]), UNKNOWN
        yield "ok"

    def _set_position(self, words: list[str]) -> Iterator[str]:
        at = words.index("moves") if "moves" in words else len(words)
        text, events = " ".join(words[:at]), words[at + 1 :]
        if text == "start":
            position = self.entry.game.start()
        else:
            position = self.entry.notation.read_position(text)
        habits = UNKNOWN
        for event in events:
            position, habits = self._after(position, habits, event)
        self.position, self._habits = position, habits
        yield "ok"

    def _after(self, position: Any, habits: Habits, text: str) -> tuple[Any, Habits]:
        """The position after an event, and what is known of the players then."""
        event = self.entry.notation.read_event(text)
        reached = self.entry.game.play(position, event)
        return reached, watched(self.entry.game, habits, position, event)

    def _show(self, words: list[str]) -> Iterator[str]:
        _expect(words, 0, "show")
        yield f"position {self.entry.notation.write_position(self.position)}"

    def _legal(self, words: list[str]) -> Iterator[str]:
        _expect(words, 0, "legal")
        turns = map(self.entry.notation.write, self.entry.game.legal(self.position))
        yield " ".join(["legal", *turns])

    def _apply(self, words: list[str]) -> Iterator[str]:
        _expect(words, 1, "apply <event>")
        self.position, self._habits = self._after(self.position, self._habits, words[0])
        yield "ok"

    def _outcome(self, words: list[str]) -> Iterator[str]:
        _expect(words, 0, "outcome")
        outcome = self.entry.game.outcome(self.position)
        if outcome is None:
            yield "outcome ongoing"
        else:
            figures = " ".join(map(str, (*outcome.points, *outcome.tiles)))
            yield f"outcome finished {figures}"

    def _perft(self, words: list[str]) -> Iterator[str]:
        _expect(words, 1, "perft <n>")
        depth = _number("perft", words[0], range(MAX_PERFT + 1))
        yield f"perft {depth} {self._count(self.position, depth)}"

    def _count(self, position: Any, depth: int) -> int:
        """Perft that looks for `stop` often: counts two events deep take less than a second."""
        if self._stopped(False):
            raise NotationError("perft", "stopped before it was complete")
        game = self.entry.game
        if depth <= 2:
            return perft(game, position, depth)
        events = next_events(game, position)
        return sum(self._count(game.play(position, event), depth - 1) for event in events)

    def _go(self, words: list[str]) -> Iterator[str]:
        limits = replace(read_limits(words), lead=self._options.lead, threads=self._options.threads)
        opponent = self._require_turn().other
        limits = self._habits[opponent].told(limits)
        begin = time.perf_counter()
        best: Line | None = None
        for lines in self.entry.engine.think(
            self.position, limits, lambda: self._stopped(limits.infinite)
        ):
            elapsed = time.perf_counter() - begin
            for rank, line in enumerate(lines, 1):
                yield self._info(line, elapsed, rank if limits.multipv > 1 else None)
            best = lines[0]
        if best is None:
            raise NotationError("go", "the engine found no turn")
        self._bestmove = self.entry.notation.write(self.entry.game.turn_of(best.moves[0]))
        if not limits.infinite:
            yield from self._stop([])

    def _require_turn(self) -> Side:
        """Whose turn it is."""
        actor = self.entry.game.to_act(self.position)
        if actor is None:
            raise NotationError("go", "the round is over, there is no turn to choose")
        if actor is CHANCE:
            raise NotationError("go", "the dice are to be thrown; apply a throw such as 6-1 first")
        assert isinstance(actor, Side)
        return actor

    def _info(self, line: Line, elapsed: float, rank: int | None) -> str:
        nps = round(line.nodes / max(elapsed, 1e-6))
        multipv = "" if rank is None else f"multipv {rank} "
        exact = " exact" if line.exact else ""
        win = "" if line.win is None else f" win {line.win:.1f}"
        moves = " ".join(map(self.entry.notation.write, line.moves))
        return (
            f"info depth {line.depth} {multipv}nodes {line.nodes} nps {nps} "
            f"time {round(elapsed * 1000)} score {line.score:.1f}{exact}{win} pv {moves}"
        )

    def _stop(self, words: list[str]) -> Iterator[str]:
        _expect(words, 0, "stop")
        if self._bestmove is not None:
            bestmove, self._bestmove = self._bestmove, None
            yield f"bestmove {bestmove}"


def _expect(words: list[str], count: int, usage: str) -> None:
    if len(words) != count:
        raise NotationError("command", f"write it as: {usage}")


def _number(name: str, text: str, allowed: range) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 17 else -1
    if number not in allowed:
        raise NotationError(name, f"must be a number from {allowed[0]} to {allowed[-1]}")
    return number


def _set_lead(options: Limits, text: str) -> Limits:
    if text == "none":
        return replace(options, lead=None)
    if not re.fullmatch("-?[0-9]{1,4}", text):
        raise NotationError("Lead", "must be none, or a number of points from -9999 to 9999")
    return replace(options, lead=int(text))


def _set_threads(options: Limits, text: str) -> Limits:
    return replace(options, threads=_number("Threads", text, range(1, MOST_THREADS + 1)))


OPTIONS: Final[dict[str, Callable[[Limits, str], Limits]]] = {
    "Lead": _set_lead,
    "Threads": _set_threads,
}


def read_limits(words: list[str]) -> Limits:
    """`go`'s words: one limit or `infinite`, and optionally multipv."""
    options: dict[str, int] = {}
    infinite = False
    rest = iter(words)
    for word in rest:
        if word in options or (word == "infinite" and infinite):
            raise NotationError("go", f"{word} is given twice")
        if word == "infinite":
            infinite = True
        elif word in LIMITS:
            options[word] = _number(word, next(rest, ""), LIMITS[word])
        else:
            names = ", ".join([*LIMITS, "infinite"])
            raise NotationError("go", f"{word[:40]!r} is none of {names}")
    if len(options.keys() - {"multipv"}) + infinite != 1:
        raise NotationError("go", "give exactly one of level, movetime, nodes, depth, infinite")
    return Limits(infinite=infinite, **options)


class Inbox:
    """Lines from a stream, read ahead by a thread so that `stop` is seen during long work."""

    def __init__(self, stream: BinaryIO) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=100)
        self._stream = stream
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        line: str | None = ""
        while line != "quit":
            line = self._next_line()
            self._lines.put(line)

    def _next_line(self) -> str | None:
        """The next line, None for an overlong one; the end of input counts as `quit`."""
        line = self._stream.readline(MAX_LINE + 1)
        if len(line) <= MAX_LINE:
            return line.decode("utf-8", "replace").strip() if line else "quit"
        while line and not line.endswith(b"\n"):  # its rest is no line of its own
            line = self._stream.readline(MAX_LINE)
        return None

    def __iter__(self) -> Iterator[str | None]:
        return iter(self._lines.get, "quit")

    def stopped(self, endless: bool = False) -> bool:
        """Whether `stop` is the next line; work without an end also stops for `quit`."""
        waiting = self._lines.queue
        return bool(waiting) and waiting[0] in (("stop", "quit") if endless else ("stop",))


def serve(source: BinaryIO, sink: TextIO) -> None:
    """Answer commands from `source` on `sink` until `quit` or the end of input."""
    inbox = Inbox(source)
    protocol = Protocol(inbox.stopped)
    for line in inbox:
        for answer in [TOO_LONG] if line is None else protocol.answer(line):
            sink.write(answer + "\n")
            sink.flush()
