"""The peg game's player: whole throws, weighed against the throws that may answer them."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from tallyho.engine import kernel, pegs_throws
from tallyho.engine.engine import Limits, Line
from tallyho.engine.pegs_evaluation import Value, evaluate
from tallyho.engine.pegs_kernel import DEEPEST, KernelRound, ThrowSearch
from tallyho.engine.pegs_levels import HABITS, preferred
from tallyho.engine.pegs_throws import Candidate, passed
from tallyho.games.pegs import Pegs, Position, Turn
from tallyho.games.pegs.match import is_over

LEVEL_TIME: Final = 200  # milliseconds: no level thinks longer
LEVEL_DEPTH: Final = 3
UNASKED_DEPTH: Final = 2


class Look(NamedTuple):
    """Ways to play the throw in hand, best first, and how many positions it took to judge them."""

    ways: Sequence[Candidate]
    nodes: int


@dataclass(slots=True)
class PegsEngine:
    """Chooses the best way to play all the numbers in hand; its weaker levels err like people."""

    game: Pegs
    chance: Random = field(default_factory=Random, repr=False)

    def think(
        self, position: Position, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """Lines one throw deeper each time; a line is what to do with the numbers in hand."""
        kernel.warn_if_missing()
        over = _alarm(limits, stopped)
        if limits.level in HABITS:
            yield self._lines(self._level(limits.level, position, over), limits)
            return
        for look in self._looks(position, _depth(limits), limits, over):
            yield self._lines(look, limits)

    def _level(self, level: int, position: Position, over: Callable[[], bool]) -> Look:
        """What a person of that level sees, in the order of that person's liking."""
        habits = HABITS[level]
        if habits.throws:
            *_, look = self._looks(position, habits.throws, Limits(), over)
        else:
            look = self._numbers(position)
        ways = preferred(habits, self.game.rules, position, look.ways, self.chance)
        return Look(ways, look.nodes)

    def _numbers(self, position: Position) -> Look:
        """One number only, as if the turn ended after it."""
        ways = []
        for turn in self.game.legal(position):
            reached = self.game.play(position, turn)
            end = passed(reached) if reached.to_move is position.to_move else reached
            ways.append(Candidate((turn,), end, self._value(end).flipped()))
        return Look(ways, len(ways))

    def _value(self, position: Position) -> Value:
        if kernel.AVAILABLE:
            return KernelRound(self.game.rules, position).value()
        return evaluate(self.game.rules, position)

    def _looks(
        self, position: Position, deepest: int, limits: Limits, over: Callable[[], bool]
    ) -> Iterator[Look]:
        """Deeper and deeper looks at the throw; at every first turn by itself for several lines."""
        firsts = self.game.legal(position) if limits.multipv > 1 else (None,)
        if not kernel.AVAILABLE:
            found = [pegs_throws.candidates(self.game, position, over, first) for first in firsts]
            yield _merged(found, sum(map(len, found)))
            return
        searches = [ThrowSearch(self.game.rules, position, firsts[0])]
        for first in firsts[1:]:
            if not over():
                searches.append(ThrowSearch(self.game.rules, position, first))
        share = max(1, (limits.nodes or kernel.NO_LIMIT) // len(searches))
        yield (look := _look(searches))
        for depth in range(2, deepest + 1):
            if _settled(look, depth):
                return
            complete = [_deepen(search, share, over) for search in searches]
            yield (look := _look(searches))
            if not all(complete):
                return

    def _lines(self, look: Look, limits: Limits) -> list[Line]:
        """The first ways with different first turns, as many as are wanted."""
        lines: dict[Turn, Line] = {}
        for way in look.ways:
            if len(lines) == limits.multipv:
                break
            score, win = way.value.margin * self.game.rules.holes, 100 * way.value.win
            line = Line(way.depth, look.nodes, score, way.turns, is_over(way.end), win)
            lines.setdefault(way.turns[0], line)
        return list(lines.values())


def _look(searches: Sequence[ThrowSearch]) -> Look:
    found = [list(search.candidates()) for search in searches]
    return _merged(found, sum(search.nodes for search in searches))


def _merged(found: Sequence[Sequence[Candidate]], nodes: int) -> Look:
    """The ways of one search, or the best way of each of several."""
    if len(found) == 1:
        return Look(found[0], nodes)
    return Look(sorted((ways[0] for ways in found), key=lambda way: -way.value.margin), nodes)


def _settled(look: Look, depth: int) -> bool:
    """Whether deeper looks cannot matter: the round is won, or there is nothing to choose."""
    return is_over(look.ways[0].end) or (len(look.ways) == 1 and depth > 2)


def _deepen(search: ThrowSearch, most_nodes: int, over: Callable[[], bool]) -> bool:
    """Deepen in a thread of its own, so that a stop or the clock can end it within moments."""
    complete: list[bool] = []
    if over():
        return False
    thread = threading.Thread(target=lambda: complete.append(search.deepen(most_nodes)))
    thread.start()
    while thread.is_alive():
        thread.join(0.005)
        if over():
            search.stop()
    return complete[0]


def _depth(limits: Limits) -> int:
    """How many throws to look at before the search ends by itself."""
    if limits.level:
        return LEVEL_DEPTH
    if limits == Limits(multipv=limits.multipv):
        return UNASKED_DEPTH
    return min(limits.depth or DEEPEST, DEEPEST)


def _alarm(limits: Limits, stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Tells when to stop: when told to, or when the time that the limits allow is used up."""
    if limits.infinite or limits.nodes or limits.depth:
        return stopped
    deadline = time.monotonic() + (limits.movetime or LEVEL_TIME) / 1000
    return lambda: stopped() or time.monotonic() > deadline
