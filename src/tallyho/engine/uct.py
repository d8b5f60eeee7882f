"""A sparring partner for the tile game: a tree grown by rollouts, with the bag as chance."""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tallyho.engine import kernel
from tallyho.engine.engine import Limits, Line
from tallyho.engine.kernel import NO_LIMIT, KernelRound
from tallyho.engine.simple import CaptureFirst, hunt_rank
from tallyho.games.hunt import Hunt, Position

LEVEL_TIME: Final = 1000  # milliseconds, for every level


@dataclass(frozen=True, slots=True)
class UctEngine:
    """Plays by rollouts from the first turn to the last; same seed and nodes, same turn."""

    game: Hunt
    seed: int = 1

    def think(
        self, position: Position, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """One list, the most visited turns first; without the kernel what `CaptureFirst` says."""
        kernel.warn_if_missing()
        legal = frozenset(self.game.legal(position))
        if not (kernel.AVAILABLE and legal):
            yield from CaptureFirst(self.game, hunt_rank).think(position, limits, stopped)
            return
        round_ = KernelRound(self.game.rules, position)
        turns = dict(zip(round_.inner.legal(), round_.legal(), strict=True))
        # The kernel is not told the trail, so H19 may forbid more than it knows.
        uct = round_.inner.uct([key for key, turn in turns.items() if turn in legal], self.seed)
        grow = threading.Thread(target=uct.grow, args=(limits.nodes or NO_LIMIT, _seconds(limits)))
        grow.start()
        while grow.is_alive():
            grow.join(0.005)
            if stopped():
                uct.stop()
        yield [
            Line(uct.depth(), uct.rollouts(), points, (turns[key],), win=100 * wins)
            for key, _, points, wins in uct.choices()[: limits.multipv]
        ]


def _seconds(limits: Limits) -> float:
    """The time that the limits allow."""
    if limits.movetime is None and (limits.infinite or limits.nodes):
        return math.inf
    return (limits.movetime or LEVEL_TIME) / 1000
