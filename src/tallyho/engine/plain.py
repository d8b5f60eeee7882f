"""The tile game's player in plain Python, for machines without the compiled kernel.

`PlainThinker` answers what `kernel.Thinker` is asked, in the final phase too: with the hand-made
evaluation instead of the network, tens of thousands of positions a second instead of millions, on
one thread, and without watching the opponent.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tallyho.engine.hand import forecast
from tallyho.engine.kernel import NO_LIMIT, Found, Report
from tallyho.engine.plain_search import (
    INFINITE,
    POINT,
    Goal,
    Halt,
    Over,
    Search,
    chance,
    gain_of,
    settled_points,
)
from tallyho.games.hunt import BLUE, Move, Position, Rules, Turn, TurnOver

DEEPEST: Final = 30
PATIENCE: Final = 20
"""After so many turns without a turn-over, turning and taking count more and more, so that a round
of mere moves comes to its end."""


@dataclass(slots=True)
class RootLine:
    """One turn that may be played."""

    turn: Turn
    value: int
    bonus: int
    seen: bool = False  # searched at all; until then the value is a guess
    exact: bool = False  # searched with an open window in the latest depth
    searched: bool = True  # turn-overs that looked worse are left out of deeper searches


class PlainThinker:
    """The search; where it looks at all the turns that a final phase has left, it is exact."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._halt = Halt(0, 0.0)
        self._latest = Report(0, 0, ())

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
        """Choose among these turns until a limit is reached; `lead` is blue's.

        More threads would not be faster, and what is known of the opponent makes no difference.
        """
        self._latest = Report(0, 0, ())
        halt = self._halt = Halt(nodes, time.monotonic() + seconds)
        # In the final phase to win as much as can be is also the way to win the match.
        goal = Goal(lead if position.left is None else None)
        search, position = Search(self._rules, goal, halt), position._replace(trail=())
        found, reached = _root_lines(search, position, turns), 0
        most = (2 if len(turns) == 1 else DEEPEST) if position.left is None else position.left
        deepest = min(depth, most, DEEPEST)
        try:
            while reached < deepest:
                _deepen(search, position, found, reached + 1, lines)
                reached += 1
                self._latest = _report(search, position, found, reached, lines, lead)
        except Over:
            pass
        self._latest = _report(search, position, found, reached, lines, lead)
        return self._latest

    def latest(self) -> Report:
        """What a running `think` has found so far, from another thread; depth 0 before anything."""
        return self._latest

    def forget(self) -> None:
        """Nothing to do: no answer depends on what was asked before."""

    def stop(self) -> None:
        """Break off a running `think`, from another thread."""
        self._halt.stopped = True


def _root_lines(search: Search, position: Position, turns: Sequence[Turn]) -> list[RootLine]:
    """Every turn with what it wins at once: gains first, then turn-overs, then the rest."""
    here = search.evaluate(position)
    gain = {turn: gain_of(position.board, turn) for turn in turns}
    first = sorted(turns, key=lambda turn: -2 * gain[turn] - isinstance(turn, TurnOver))
    return [RootLine(turn, here + gain[turn], _bonus(position, turn)) for turn in first]


def _bonus(position: Position, turn: Turn) -> int:
    idle = (position.quiet or 0) - PATIENCE
    ends = isinstance(turn, TurnOver) or (isinstance(turn, Move) and turn.captures)
    return idle * POINT // 4 if idle > 0 and ends else 0


def _deepen(
    search: Search, position: Position, lines: list[RootLine], depth: int, wanted: int
) -> None:
    """Search every line to this depth; cut short, a better turn that was found still counts."""
    _leave_out(lines, depth, wanted)
    best: list[int] = []  # the values of the best lines, at most as many as wanted
    try:
        for line in lines:
            if not line.searched:
                continue
            alpha = best[-1] - line.bonus if len(best) == wanted else -INFINITE
            value, beta = alpha + 1, INFINITE
            if alpha > -INFINITE:  # a null window first: most turns are no better
                value = search.value_of(position, line.turn, depth, alpha, alpha + 1, 0)
            if value > alpha:
                value = search.value_of(position, line.turn, depth, alpha, beta, 0)
            line.value, line.exact, line.seen = value, value > alpha, True
            if line.exact:
                best = sorted([*best, value + line.bonus], reverse=True)[:wanted]
    finally:
        if best:
            lines.sort(
                key=lambda line: (not line.searched, not line.exact, -line.value - line.bonus)
            )


def _leave_out(lines: list[RootLine], depth: int, wanted: int) -> None:
    """From depth 2 on only the turn-overs that looked best stay, fewer the deeper it goes."""
    kept = max({1: 64, 2: 8, 3: 4}.get(depth, 3), wanted)
    for line in lines:
        line.exact = False
        if line.searched and isinstance(line.turn, TurnOver):
            line.searched, kept = kept > 0, kept - 1


def _report(
    search: Search,
    position: Position,
    lines: Sequence[RootLine],
    depth: int,
    wanted: int,
    lead: int | None,
) -> Report:
    """The best lines, those that were not looked at only if there is nothing else."""
    spread, side = forecast(position).spread, 1 if position.to_move is BLUE else -1
    goal = search.goal
    mine = Goal(None if goal.lead is None else side * goal.lead)
    solved = depth == position.left
    found = []
    for line in [line for line in lines if line.seen][:wanted] or lines[:wanted]:
        points = mine.difference(line.value, spread)
        if solved:
            points = float(settled_points(position, line.value))
        ahead = points + side * (lead or 0)
        win = 50.0 + 50.0 * ((ahead > 0) - (ahead < 0)) if solved else chance(ahead, spread)
        found.append(Found(points, win, search.line(position, line.turn, depth + 2), solved))
    return Report(depth, search.halt.nodes, tuple(found))
