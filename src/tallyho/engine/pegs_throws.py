"""Whole throws of the peg game in plain Python: the ways to play the numbers in hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from tallyho.engine.pegs_evaluation import Value, evaluate
from tallyho.games.pegs import Pegs, Position, Turn

WIDTH: Final = 4
"""Of a doublet's boards after each number so many are looked at further."""


# Positions, and the turns that lead to them.
Ways: TypeAlias = dict[Position, tuple[Turn, ...]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to play the numbers in hand, the position it leaves, its value for the player."""

    turns: tuple[Turn, ...]
    end: Position
    value: Value
    depth: int = 1  # throws looked at, the one in hand included


def candidates(
    game: Pegs, position: Position, over: Callable[[], bool], first: Turn | None = None
) -> list[Candidate]:
    """Every way to play the throw, or the better ones of a doublet's many, best first.

    Once `over` says so, the first way at hand is followed to its end.
    """
    ends: Ways = {}
    layer: Ways = {position: ()}
    while layer:
        layer = _best(game, _played(game, layer, first, ends), over)
        first = None
    found: list[Candidate] = []
    for end, turns in ends.items():
        if not (found and over()):
            found.append(Candidate(turns, end, _left(game, end)))
    return sorted(found, key=lambda candidate: -candidate.value.margin)


def _played(game: Pegs, layer: Ways, only: Turn | None, ends: Ways) -> Ways:
    """One number further; what hands the dice over goes to `ends`."""
    further: Ways = {}
    for at, turns in layer.items():
        for turn in (only,) if only else game.legal(at):
            reached = game.play(at, turn)
            ways = further if reached.to_move is at.to_move else ends
            ways.setdefault(reached, (*turns, turn))
    return further


def _best(game: Pegs, layer: Ways, over: Callable[[], bool]) -> Ways:
    """The boards that would be best to stop at; a throw of two different numbers keeps them all."""
    if not any(at.optional for at in layer) or len(layer) <= WIDTH:
        return layer
    ranked: list[tuple[float, Position]] = []
    for at in layer:
        if not (ranked and over()):
            ranked.append((-_left(game, passed(at)).margin, at))
    ranked.sort(key=lambda pair: pair[0])
    return {at: layer[at] for _, at in ranked[:WIDTH]}


def passed(position: Position) -> Position:
    """The same board with the dice handed over."""
    return Position(position.circles, position.to_move.other)


def _left(game: Pegs, end: Position) -> Value:
    """What a position is worth to the side that leaves it behind."""
    return evaluate(game.rules, end).flipped()
