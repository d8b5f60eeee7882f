"""The tile game's player: perfect in the final phase, capture-first before it."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tallyho.engine import kernel
from tallyho.engine.engine import Limits, Line
from tallyho.engine.kernel import FinalSolver, Solution
from tallyho.engine.simple import CaptureFirst, hunt_rank
from tallyho.games.hunt import Hunt, Move, Pass, Position
from tallyho.games.hunt.match import score

LEVEL_TIME: Final = 1000  # milliseconds: no level thinks longer
MOST_TURNS_LEFT: Final = 11
"""The solver leaves the chase rule out: two cycles need more turns than this (H19)."""


@dataclass(slots=True)
class HuntEngine:
    """Solves the last ten turns exactly; before them it takes what it can."""

    game: Hunt
    _solver: FinalSolver | None = field(default=None, repr=False)

    def think(
        self, position: Position, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """The exact lines in the final phase, else what `CaptureFirst` says."""
        kernel.warn_if_missing()
        if not (kernel.AVAILABLE and 0 < (position.left or 0) <= MOST_TURNS_LEFT):
            yield from CaptureFirst(self.game, hunt_rank).think(position, limits, stopped)
            return
        over = _alarm(limits, stopped)
        if limits.multipv == 1:
            solution = self._solve(position, limits, over)
            yield [_line(position, solution, _lead(position) + solution.points)]
        else:
            lines = self._all_lines(position, limits, over)
            yield sorted(lines, key=lambda line: -line.score)[: limits.multipv]

    def _all_lines(
        self, position: Position, limits: Limits, over: Callable[[], bool]
    ) -> Iterator[Line]:
        """A line for every legal turn, each valued by solving the position after it."""
        for turn in self.game.legal(position):
            assert isinstance(turn, Move | Pass)  # the final phase has no turn-overs
            reached = self.game.play(position, turn)
            solution = Solution(0, 0, turn, proven=True, nodes=1)
            if self.game.outcome(reached) is None:
                solution = self._solve(reached, limits, over)._replace(best=turn)
            yield _line(position, solution, -(_lead(reached) + solution.points))

    def _solve(self, position: Position, limits: Limits, over: Callable[[], bool]) -> Solution:
        """Solve in a thread of its own, so that a stop or the clock can end it within moments."""
        solver = self._solver = self._solver or FinalSolver(self.game.rules)
        found: list[Solution] = []
        most_nodes = limits.nodes or FinalSolver.NO_LIMIT
        thread = threading.Thread(target=lambda: found.append(solver.solve(position, most_nodes)))
        thread.start()
        while thread.is_alive():
            thread.join(0.005)
            if over():
                solver.stop()
        return found[0]


def _alarm(limits: Limits, stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Tells when to stop: when told to, or when the time that the limits allow is used up."""
    if limits.infinite or limits.nodes:
        return stopped
    deadline = time.monotonic() + (limits.movetime or LEVEL_TIME) / 1000
    return lambda: stopped() or time.monotonic() > deadline


def _lead(position: Position) -> int:
    """How many points the side to move has won more than the other so far."""
    won = score(position).points
    return won[position.to_move] - won[position.to_move.other]


def _line(position: Position, solution: Solution, final: int) -> Line:
    """The score is the final difference in points for the side to move."""
    win = None
    if solution.proven:
        win = 100.0 if final > 0 else 0.0 if final < 0 else 50.0
    depth = position.left or 0
    return Line(depth, solution.nodes, float(final), (solution.best,), solution.proven, win)
