"""The door to the C++ kernel: Python positions and turns in, Python positions and turns out.

Nothing else imports the compiled module. Where it could not be built, `AVAILABLE` is False and the
engines play in plain Python.
"""

import warnings
from typing import NamedTuple

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
            stacklevel=2,
        )


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

    NO_LIMIT = 2**62

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


def _split(value: int) -> tuple[int, int]:
    """The kernel counts 64 for a point and 1 for a tile."""
    points = (value + 32) // 64
    return points, value - 64 * points
