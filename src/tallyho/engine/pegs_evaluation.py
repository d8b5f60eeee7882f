"""What a position of the peg game is worth before a throw: features, and a network that learned.

kernel/pegs_features.hpp has the same features in C++; here they serve where the kernel is missing.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import permutations
from math import exp, tanh
from typing import Final, NamedTuple, TypeAlias

from tallyho.contract import Side
from tallyho.games.pegs import Position, Rules
from tallyho.games.pegs.board import EMPTY, PEGS, Circle, home
from tallyho.games.pegs.dice import FACES, TALLY
from tallyho.games.pegs.match import is_over
from tallyho.games.pegs.position import start

OUTPUTS: Final = 2
BANDS: Final = 14
"""Holes by how far the gate is: 0 to 11 holes one by one, then 12 to 17, then more."""

FEW: Final = 4
"""How many last pegs are told apart."""

# The circles of a side's way - home, centre, the enemy's home - as bits, hole 1 the lowest.
Circles: TypeAlias = tuple[int, int, int]


class Value(NamedTuple):
    """One side's chance to win, and its expected final lead in pegs as a share of the holes."""

    win: float
    margin: float

    def flipped(self) -> "Value":
        """The same for the other side."""
        return Value(1 - self.win, -self.margin)


class Network(NamedTuple):
    """A row of weights to the hidden units for each feature, then a row for each output."""

    inputs: list[list[float]]
    outputs: list[list[float]]
    bias: list[float]

    def value(self, features: list[float]) -> Value:
        """What the network says about these features."""
        hidden = [0.0] * len(self.inputs[0])
        for feature, row in zip(features, self.inputs, strict=True):
            if feature:
                hidden = [unit + feature * weight for unit, weight in zip(hidden, row, strict=True)]
        hidden = [unit / (1 + abs(unit)) for unit in hidden]
        win, margin = (
            bias + sum(unit * weight for unit, weight in zip(hidden, row, strict=True))
            for row, bias in zip(self.outputs, self.bias, strict=True)
        )
        return Value(1 / (1 + exp(-win)), tanh(margin))


@cache
def weights() -> tuple[float, ...]:
    """The learned weights, in the order that the kernel takes."""
    file = resources.files("tallyho.engine").joinpath("pegs_weights.json")
    return tuple(json.loads(file.read_text(encoding="utf-8"))["weights"])


@cache
def _network() -> Network:
    flat, features = weights(), len(_features(Rules(), start(Rules())))
    hidden = (len(flat) - OUTPUTS) // (features + OUTPUTS)
    rows = [list(flat[at : at + hidden]) for at in range(0, len(flat) - OUTPUTS, hidden)]
    return Network(rows[:features], rows[features:], list(flat[-OUTPUTS:]))


def evaluate(rules: Rules, position: Position) -> Value:
    """The value for the side to move, which is about to throw or has lost."""
    if is_over(position):
        return Value(0.0, -position.pegs(position.to_move.other) / rules.holes)
    return _network().value(_features(rules, position))


def _features(rules: Rules, position: Position) -> list[float]:
    """Both sides' features, those of the side to move first, and the rules."""
    doublets = (rules.doublets == "opposites", rules.doublets == "double")
    return [
        *_side_features(rules, position, position.to_move),
        *_side_features(rules, position, position.to_move.other),
        (rules.holes - 12) / 6,
        *map(float, (*doublets, rules.short)),
        1.0,
    ]


def _side_features(rules: Rules, position: Position, side: Side) -> Iterator[float]:
    own, enemy = (_on_the_way(position, side, pegs) for pegs in (side, side.other))
    pegs = position.pegs(side)
    yield pegs / rules.holes
    yield from (float(pegs == few) for few in range(1, FEW + 1))
    for circle in own:
        yield from _bands(rules, circle)
    yield from _reaching(rules, own, enemy)
    for mine, theirs in zip(own, enemy, strict=True):
        ahead = [theirs >> hole + 1 for hole in _holes(mine)]
        yield sum((there & 0x3F).bit_count() for there in ahead) / 4
        yield sum((there >> 6 & 0x3F).bit_count() for there in ahead) / 4


def _on_the_way(position: Position, side: Side, owner: Side) -> Circles:
    """The owner's pegs in the circles of the side's way."""
    table = str.maketrans({peg: str(int(peg == PEGS[owner])) for peg in (*PEGS, EMPTY)})
    first, second, third = (
        int(position.circles[circle][::-1].translate(table), 2)
        for circle in (home(side), Circle.CENTRE, home(side.other))
    )
    return first, second, third


def _holes(circle: int) -> Iterator[int]:
    """The holes of a circle where a peg stands, from 0."""
    while circle:
        yield (circle & -circle).bit_length() - 1
        circle &= circle - 1


def _bands(rules: Rules, circle: int) -> list[float]:
    bands = [0.0] * BANDS
    for hole in _holes(circle):
        away = rules.holes - 1 - hole
        if away < 12:
            bands[away] += 1
        else:
            bands[12 if away < 18 else 13] += 0.25
    return bands


def _reaching(rules: Rules, own: Circles, enemy: Circles) -> Iterator[float]:
    """Numbers that throw a peg out, numbers that can be played, enemy pegs near and farther off."""
    first = {number: _reach(rules, own, own, number) for number in FACES}
    near, far = (_union(reached) for reached in (first.values(), _two_numbers(rules, own, first)))
    for reached in first.values():
        yield float(any(there & theirs for there, theirs in zip(reached, enemy, strict=True)))
    yield from (float(any(reached)) for reached in first.values())
    seen = [there & theirs for there, theirs in zip(near, enemy, strict=True)]
    yield from (pegs.bit_count() / 2 for pegs in seen)
    for there, theirs, already in zip(far, enemy, seen, strict=True):
        yield (there & theirs & ~already).bit_count() / 2


def _two_numbers(rules: Rules, own: Circles, first: dict[int, Circles]) -> Iterator[Circles]:
    for one, two in permutations(FACES, 2):
        yield _reach(rules, own, first[one], two)


def _reach(rules: Rules, own: Circles, pegs: Circles, number: int) -> Circles:
    """Where `number` carries those pegs, but for holes with an own peg."""
    size, all_holes = rules.holes, (1 << rules.holes) - 1
    home, centre, enemy = (pegs[0] << number, pegs[1] << number, pegs[2] << number)
    to_enemy = centre >> size if number == TALLY or rules.short else 0
    to_centre = (home | enemy) >> size if number == TALLY else 0
    return (
        home & all_holes & ~own[0],
        (centre & all_holes | to_centre) & ~own[1],
        (enemy & all_holes | to_enemy) & ~own[2],
    )


def _union(reaches: Iterable[Circles]) -> Circles:
    first = second = third = 0
    for reached in reaches:
        first, second, third = first | reached[0], second | reached[1], third | reached[2]
    return first, second, third
