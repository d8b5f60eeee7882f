"""The program that thinks for the bot; a new one takes over where it fails."""

from collections.abc import Callable
from typing import Any, Final

from tallyho.contract import NotationError
from tallyho.engine import Limits
from tallyho.engine.program import START_SECONDS, Forfeit, Pipe, go_words

TRIES: Final = 3
GRACE_SECONDS: Final = 20.0
TURNS_TO_COME: Final = 25
LEAST_TIME, MOST_TIME = 20, 1000  # milliseconds
Say = Callable[[str], None]


def limits_for(left: int | None, level: int | None) -> Limits:
    """How long to think with so many milliseconds left on the clock, None without one."""
    share = MOST_TIME if left is None else left // TURNS_TO_COME
    if level is not None and share >= MOST_TIME:  # a level may take a second
        return Limits(level=level)
    return Limits(movetime=max(LEAST_TIME, min(MOST_TIME, share)))


def lead_in(match: dict[str, Any], state: dict[str, Any], seat: int) -> str:
    """What the seat brings along into the last round, `none` before it."""
    if state["round"] < match["rounds"]:
        return "none"
    return str(state["points"][seat] - state["points"][1 - seat])


class Thinker:
    """Finds turns for one match with a program of its own."""

    def __init__(self, command: list[str], stopped: Callable[[], bool], say: Say) -> None:
        self._command = command
        self._stopped = stopped
        self._say = say
        self._pipe: Pipe | None = None
        self._knows_lead = False

    def turn(self, match: dict[str, Any], state: dict[str, Any], limits: Limits) -> str | None:
        """The program's turn, None if it finds no legal one however often it is started."""
        for _ in range(TRIES):
            try:
                turn = self._ask(match, state, limits)
                if turn in state["legal"]:
                    return turn
                self._say(f"the engine plays {turn!r}, which is not legal")
            except Forfeit as forfeit:
                self._say(f"the engine {forfeit.kind}: {forfeit.reason}; it is started again")
            self.close()
        return None

    def _ask(self, match: dict[str, Any], state: dict[str, Any], limits: Limits) -> str:
        pipe = self._pipe or self._start(match)
        if self._knows_lead:
            lead = lead_in(match, state, state["seat_to_act"])
            pipe.ask(f"setoption name Lead value {lead}", "ok", GRACE_SECONDS)
        pipe.ask(f"position {state['position']}", "ok", GRACE_SECONDS)
        seconds = (limits.movetime or MOST_TIME) / 1000 + GRACE_SECONDS
        answer = pipe.ask(f"go {go_words(limits)}", "bestmove", seconds)[-1]
        return answer.removeprefix("bestmove").strip()

    def _start(self, match: dict[str, Any]) -> Pipe:
        self._pipe = pipe = Pipe(self._command, self._stopped)
        greeting = pipe.ask("thp", "thpok", START_SECONDS)
        self._knows_lead = any(line.startswith("option name Lead ") for line in greeting)
        pipe.ask(f"newgame {match['game']} {match['rules']}", "ok", GRACE_SECONDS)
        return pipe

    def close(self) -> None:
        """End the program."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def name_of(command: list[str]) -> str:
    """What the program calls itself; one that does not answer is refused."""
    try:
        pipe = Pipe(command, lambda: False)
        try:
            greeting = pipe.ask("thp", "thpok", START_SECONDS)
        finally:
            pipe.close()
    except Forfeit as forfeit:
        raise NotationError("engine", forfeit.reason) from None
    named = (line.removeprefix("id name ") for line in greeting if line.startswith("id name "))
    return next(named, command[0])
