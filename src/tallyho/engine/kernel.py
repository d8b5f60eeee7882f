"""The door to the C++ kernel: Python positions and turns in, Python positions and turns out.

Nothing else imports the compiled module. Where it could not be built, `AVAILABLE` is False and the
engines play in plain Python.
"""

import warnings
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from tallyho.contract import Side
from tallyho.games.hunt import PASS, Ban, Event, Move, Position, Rules, Space, Turn, TurnedOver
from tallyho.games.hunt.moves import CAPTURES, MOVES, TURN_OVERS, TurnOver

try:
    from tallyho.engine import _kernel

    AVAILABLE = True
except ImportError:
    AVAILABLE = False


def warn_if_missing() -> None:
    """Say that the compiled kernel is missing and what to do about it; shown once a run."""
    if not AVAILABLE:
        warnings.warn(
            "the compiled kernel is missing, so the computer plays less well; "
            "install a C++20 compiler and then tallyho-games again",
            RuntimeWarning,
            stacklevel=1,  # one place, whichever game asks first, so that it is shown once
        )


NO_LIMIT: Final = 2**62
"""As many nodes as anybody could want."""

# Kinds of turns as kernel/turns.hpp numbers them.
_TURN_OVER, _MOVE, _CAPTURE, _PASS = range(4)


def kernel_rules(rules: Rules) -> "_kernel.Rules":
    """The rule set as the kernel takes it."""
    return _kernel.Rules(
        ban_any=rules.ban == "any",
        end_stuck=rules.end == "stuck",
        chase=rules.chase,
        final_turns=rules.final,
    )


class KernelRound:
    """One round in the kernel, spoken to in the words of `tallyho.games.hunt`."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.inner = _kernel.Round(kernel_rules(rules), tuple(position[:7]))

    def position(self) -> Position:
        """The current position, without its trail."""
        board, side, (blue, brown), lock, bans, quiet, left = self.inner.fields()
        first, second = (None if ban is None else Ban(*map(Space, ban)) for ban in bans)
        winnings = (tuple(blue), tuple(brown))
        return Position(board, Side(side), winnings, lock, (first, second), quiet, left)

    def over(self) -> bool:
        """Whether the round has ended."""
        return bool(self.inner.over())

    def legal(self) -> tuple[Turn, ...]:
        """Every legal turn, in no particular order."""
        return tuple(map(_read_turn, self.inner.legal()))

    def play(self, event: Event) -> None:
        """Go on by one event; ValueError if it is illegal."""
        if isinstance(event, TurnedOver):
            self.inner.play((_TURN_OVER, event.space, 0), event.face)
        else:
            self.inner.play(_write_turn(event))

    def perft(self, depth: int) -> int:
        """Sequences of events of that length."""
        return int(self.inner.perft(depth))


def _read_turn(turn: tuple[int, int, int]) -> Turn:
    kind, origin, target = turn
    if kind == _TURN_OVER:
        return TURN_OVERS[origin]
    if kind == _PASS:
        return PASS
    return (CAPTURES if kind == _CAPTURE else MOVES)[Space(origin), Space(target)]


def _write_turn(turn: Turn) -> tuple[int, int, int]:
    if isinstance(turn, TurnOver):
        return _TURN_OVER, turn.space, 0
    if isinstance(turn, Move):
        return _CAPTURE if turn.captures else _MOVE, turn.origin, turn.target
    return _PASS, 0, 0


def random_rounds(rules: Rules, rounds: int, seed: int) -> tuple[int, int, int, int]:
    """Play random rounds: how many, their turns, and the sums of blue's and brown's points."""
    played, turns, blue, brown = _kernel.random_rounds(kernel_rules(rules), rounds, seed)
    return played, turns, blue, brown


class Solution(NamedTuple):
    """What the solver found: points and tiles that the side to move wins more from here on."""

    points: int
    tiles: int
    best: Turn
    proven: bool
    nodes: int


class FinalSolver:
    """The exact solver of the final phase; it remembers what it has seen of a round."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._solver = _kernel.Solver(kernel_rules(rules))

    def solve(self, position: Position, most_nodes: int = NO_LIMIT) -> Solution:
        """Solve a final-phase position that is not over; releases the GIL meanwhile."""
        inner = KernelRound(self._rules, position).inner
        value, best, proven, nodes = self._solver.solve(inner, most_nodes)
        points, tiles = _split(value)
        return Solution(points, tiles, _read_turn(best), proven, nodes)

    def minimax(self, position: Position) -> tuple[int, int]:
        """Points and tiles by plain minimax, to check `solve` against at small depths."""
        return _split(self._solver.minimax(KernelRound(self._rules, position).inner))

    def stop(self) -> None:
        """Break off a running `solve`, from another thread."""
        self._solver.stop()


@cache
def shipped_weights() -> bytes:
    """The weights file that comes with Tallyho."""
    return resources.files("tallyho.engine").joinpath("hunt.weights").read_bytes()


class Found(NamedTuple):
    """One line of a search: expected points and winning chance for the side to move, and events."""

    points: float
    win: float
    events: tuple[Event, ...]
    exact: bool = False


class Report(NamedTuple):
    """What a search has found at its latest depth, the best line first."""

    depth: int
    nodes: int
    lines: tuple[Found, ...]


class Thinker:
    """The search before the final phase; it remembers what it has seen of a round."""

    TABLE_BITS = 20  # 16 MiB
    DEEPEST = 100

    def __init__(
        self, rules: Rules, weights: bytes | None = None, table_bits: int = TABLE_BITS
    ) -> None:
        """With the network of a weights file, or the hand-made evaluation where there is none."""
        self._rules, inner = rules, kernel_rules(rules)
        self._thinker: _kernel.Thinker = (
            _kernel.LearnedThinker(inner, _kernel.Network(weights), table_bits)
            if weights
            else _kernel.HandThinker(inner, table_bits)
        )

    def think(
        self,
        position: Position,
        turns: Sequence[Turn],
        *,
        lead: int | None = None,
        nodes: int = NO_LIMIT,
        depth: int = DEEPEST,
        seconds: float = 1e9,
        lines: int = 1,
        threads: int = 1,
        eager: float = 0.0,
        hasty: float = 0.0,
    ) -> Report:
        """Choose among these turns until a limit is reached; `lead` is blue's; releases the GIL.

        `eager` and `hasty` are what is known of the opponent; see Habit.
        """
        inner = KernelRound(self._rules, position).inner
        allowed = [_write_turn(turn) for turn in turns]
        return _read_report(
            self._thinker.think(
                inner, allowed, lead, nodes, depth, seconds, lines, threads, eager, hasty
            )
        )

    def latest(self) -> Report:
        """What a running `think` has found so far, from another thread; depth 0 before anything."""
        return _read_report(self._thinker.latest())

    def forget(self) -> None:
        """Begin afresh, so that the next answer depends on nothing seen before."""
        self._thinker.forget()

    def stop(self) -> None:
        """Break off a running `think`, from another thread."""
        self._thinker.stop()


def _read_report(report: "_kernel.Report") -> Report:
    depth, nodes, lines = report
    return Report(depth, nodes, tuple(Found(p, w, tuple(map(_read_event, e))) for p, w, e in lines))


def _read_event(event: tuple[tuple[int, int, int], str]) -> Event:
    turn, face = event
    if face:
        return TurnedOver(Space(turn[1]), face)
    read = _read_turn(turn)
    assert not isinstance(read, TurnOver)  # turn-overs come with a face
    return read


def _split(value: int) -> tuple[int, int]:
    """The kernel counts 64 for a point and 1 for a tile."""
    points = (value + 32) // 64
    return points, value - 64 * points
