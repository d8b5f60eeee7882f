"""The tile game's player: a search before the final phase, and perfect play in it."""

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tallyho.contract import Side
from tallyho.engine import kernel
from tallyho.engine.engine import Limits, Line
from tallyho.engine.kernel import NO_LIMIT, FinalSolver, Report, Solution, Thinker
from tallyho.engine.levels import LEVELS, chosen
from tallyho.engine.plain import PlainThinker
from tallyho.games.hunt import Hunt, Move, Pass, Position
from tallyho.games.hunt.match import score

LEVEL_TIME: Final = 1000  # milliseconds: no level thinks longer
MOST_TURNS_LEFT: Final = 11
"""The solver leaves the chase rule out: two cycles need more turns than this (H19)."""

POLL: Final = 0.004  # seconds between looks at `stopped`


@dataclass(slots=True)
class HuntEngine:
    """Searches with expected tiles while some lie face down; solves the last ten turns exactly.

    Without the compiled kernel plain Python does both, as far as it gets in the time there is.
    """

    game: Hunt
    weights: bytes | None = field(default=None, repr=False)
    """The network's weights file; None for the hand-made evaluation, which plain Python has too."""

    _solver: FinalSolver | None = field(default=None, repr=False)
    _thinker: Thinker | PlainThinker | None = field(default=None, repr=False)

    def think(
        self, position: Position, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """Lines of ever deeper searches, or the exact lines of a final phase."""
        kernel.warn_if_missing()
        if limits.level and LEVELS[limits.level - 1].errs:
            yield self._as_level(position, limits)
        elif kernel.AVAILABLE and 0 < (position.left or 0) <= MOST_TURNS_LEFT:
            yield self._final(position, limits, stopped)
        else:
            yield from self._search(position, limits, stopped)

    def _search(
        self, position: Position, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """Search in a thread of its own; whatever depth is finished is told at once."""
        thinker = self._ready_thinker()
        if limits.nodes:
            thinker.forget()
        answers: list[Report] = []
        thread = threading.Thread(
            target=lambda: answers.append(_ask(thinker, self.game, position, limits))
        )
        thread.start()
        told = 0
        while thread.is_alive():
            thread.join(POLL)
            if stopped():
                thinker.stop()
            latest = thinker.latest()
            if thread.is_alive() and latest.depth > told:
                told = latest.depth
                yield _lines(latest)
        yield _lines(answers[0])

    def _as_level(self, position: Position, limits: Limits) -> Sequence[Line]:
        """What a player of a weaker level thinks of every legal turn."""
        level = LEVELS[(limits.level or 1) - 1]
        legal = self.game.legal(position)
        thinker = self._ready_thinker()
        thinker.forget()  # so that the answer depends on nothing seen before
        report = thinker.think(position, legal, nodes=level.nodes, lines=len(legal))
        lines = chosen(level, position, report.lines)[: limits.multipv]
        return _lines(report._replace(lines=tuple(lines)))

    def _ready_thinker(self) -> Thinker | PlainThinker:
        """The thinker, made when it is first asked for."""
        if self._thinker is None:
            rules = self.game.rules
            self._thinker = (
                Thinker(rules, self.weights) if kernel.AVAILABLE else PlainThinker(rules)
            )
        return self._thinker

    def _final(
        self, position: Position, limits: Limits, stopped: Callable[[], bool]
    ) -> Sequence[Line]:
        over = _alarm(limits, stopped)
        if limits.multipv == 1:
            solution = self._solve(position, limits, over)
            return [_line(position, limits, solution, _lead(position) + solution.points)]
        lines = self._all_lines(position, limits, over)
        return sorted(lines, key=lambda line: -line.score)[: limits.multipv]

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
            yield _line(position, limits, solution, -(_lead(reached) + solution.points))

    def _solve(self, position: Position, limits: Limits, over: Callable[[], bool]) -> Solution:
        """Solve in a thread of its own, so that a stop or the clock can end it within moments."""
        solver = self._solver = self._solver or FinalSolver(self.game.rules)
        found: list[Solution] = []
        most_nodes = limits.nodes or NO_LIMIT
        thread = threading.Thread(target=lambda: found.append(solver.solve(position, most_nodes)))
        thread.start()
        while thread.is_alive():
            thread.join(POLL)
            if over():
                solver.stop()
        return found[0]


def hunt_engine(game: Hunt) -> HuntEngine:
    """The engine as it ships, with its network."""
    return HuntEngine(game, kernel.shipped_weights())


def _ask(thinker: Thinker | PlainThinker, game: Hunt, position: Position, limits: Limits) -> Report:
    nodes = LEVELS[limits.level - 1].nodes if limits.level else limits.nodes
    lead = limits.lead
    if lead is not None and position.to_move is Side.SECOND:
        lead = -lead
    return thinker.think(
        position,
        game.legal(position),
        lead=lead,
        nodes=nodes or NO_LIMIT,
        depth=limits.depth or Thinker.DEEPEST,
        seconds=_seconds(limits),
        lines=limits.multipv,
        threads=limits.threads,
        eager=limits.eager if limits.multipv == 1 else 0.0,  # more lines are for study
        hasty=limits.hasty if limits.multipv == 1 else 0.0,
    )


def _seconds(limits: Limits) -> float:
    """How long to think; only nodes, depth and an endless search set no time."""
    if limits.infinite or limits.nodes or limits.depth:
        return math.inf
    return (limits.movetime or LEVEL_TIME) / 1000


def _alarm(limits: Limits, stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Tells when to stop: when told to, or when the time that the limits allow is used up."""
    deadline = time.monotonic() + _seconds(limits)
    return lambda: stopped() or time.monotonic() > deadline


def _lines(report: Report) -> list[Line]:
    return [
        Line(report.depth, report.nodes, found.points, found.events, found.exact, found.win)
        for found in report.lines
    ]


def _lead(position: Position) -> int:
    """How many points the side to move has won more than the other so far."""
    won = score(position).points
    return won[position.to_move] - won[position.to_move.other]


def _line(position: Position, limits: Limits, solution: Solution, final: int) -> Line:
    """The score is the final difference in points for the side to move."""
    win = None
    if solution.proven:
        ahead = final + (limits.lead or 0)
        win = 100.0 if ahead > 0 else 0.0 if ahead < 0 else 50.0
    depth = position.left or 0
    return Line(depth, solution.nodes, float(final), (solution.best,), solution.proven, win)
