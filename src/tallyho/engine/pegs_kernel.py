"""The peg game's door to the C++ kernel: positions and turns in, positions and turns out."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from tallyho.contract import Side
from tallyho.engine.kernel import AVAILABLE, NO_LIMIT
from tallyho.engine.pegs_evaluation import Value, weights
from tallyho.engine.pegs_throws import Candidate
from tallyho.games.pegs import Circle, End, Event, Hole, Play, Position, Rules, Throw, Turn

if AVAILABLE:
    from tallyho.engine._kernel import (
        PEGS_WEIGHTS,
        PegsNetwork,
        PegsRound,
        PegsRules,
        PegsSearch,
        PegsTrainer,
    )

DEEPEST: Final = 4
"""Throws that the search looks ahead at most, the one in hand included."""

_DOUBLETS: Final = ("plain", "double", "opposites")  # as kernel/pegs_board.hpp numbers them
_END: Final = (0, 0, 0, 0, False)


@cache
def kernel_rules(rules: Rules) -> "PegsRules":
    """The rule set as the kernel takes it."""
    return PegsRules(rules.holes, _DOUBLETS.index(rules.doublets), rules.short)


@cache
def _network() -> "PegsNetwork":
    return PegsNetwork(weights())


class KernelRound:
    """One round in the kernel, spoken to in the words of `tallyho.games.pegs`."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.inner = PegsRound(kernel_rules(rules), _fields(position))

    def position(self) -> Position:
        """The current position."""
        (outer, centre, inner), side, compulsory, optional = self.inner.fields()
        return Position((outer, centre, inner), Side(side), tuple(compulsory), tuple(optional))

    def over(self) -> bool:
        """Whether the round has ended."""
        return self.inner.over()

    def legal(self) -> tuple[Turn, ...]:
        """Every legal turn, in no particular order."""
        return tuple(_read_turn(*turn) for turn in self.inner.legal())

    def play(self, event: Event) -> None:
        """Go on by one event; ValueError if it is illegal."""
        if isinstance(event, Throw):
            self.inner.throw_dice(event.first, event.second)
        else:
            self.inner.play(_write_turn(event))

    def value(self) -> Value:
        """What the evaluation says before a throw, for the side to move."""
        return Value(*_network().value(self.inner))


class ThrowSearch:
    """The search for the best way to play the numbers in hand, one throw deeper at a time."""

    def __init__(self, rules: Rules, position: Position, first: Turn | None = None) -> None:
        """With `first` given only what begins with that turn is looked at."""
        self._position = position
        self._inner = PegsSearch(kernel_rules(rules), _network())
        self._inner.begin(_fields(position), None if first is None else _write_turn(first))

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._inner.nodes()

    def deepen(self, most_nodes: int = NO_LIMIT) -> bool:
        """Look one throw further; False if it was cut short. Releases the GIL meanwhile."""
        return self._inner.deepen(most_nodes)

    def candidates(self) -> Iterator[Candidate]:
        """The ways to play, best first; those that were looked at more deeply come first."""
        for turns, (outer, centre, inner), depth, win, margin in self._inner.candidates():
            end = Position((outer, centre, inner), self._position.to_move.other)
            played = tuple(_read_turn(*turn) for turn in turns)
            yield Candidate(played, end, Value(win, margin), depth)

    def stop(self) -> None:
        """Break off `deepen`, from another thread."""
        self._inner.stop()


class Trainer:
    """A network that plays rounds against itself and learns from each."""

    def __init__(self, seed: int) -> None:
        chance = Random(seed)
        untaught = [chance.uniform(-0.05, 0.05) for _ in range(PEGS_WEIGHTS)]
        self._inner = PegsTrainer(untaught, seed)

    def round(self, rules: Rules, rate: float, trust: float) -> int:
        """Play one round and learn from it; returns the throws. Releases the GIL meanwhile."""
        return self._inner.round(kernel_rules(rules), rate, trust)

    def weights(self) -> list[float]:
        """What has been learned so far."""
        return self._inner.weights()


def _fields(position: Position) -> tuple[object, ...]:
    return position.circles, position.to_move, position.compulsory, position.optional


@cache
def _read_turn(circle: int, hole: int, onto: int, target: int, capture: bool) -> Turn:
    if not hole:
        return End()
    return Play(Hole(Circle(circle), hole), Hole(Circle(onto), target), capture)


def _write_turn(turn: Turn) -> tuple[int, int, int, int, bool]:
    if isinstance(turn, End):
        return _END
    origin, target = turn.origin, turn.target
    return origin.circle, origin.number, target.circle, target.number, turn.capture
