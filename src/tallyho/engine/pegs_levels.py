"""The levels of the peg game's player: people's habits, and what such a person would play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tallyho.contract import Side
from tallyho.engine.pegs_throws import Candidate
from tallyho.games.pegs import Circle, Play, Position, Rules
from tallyho.games.pegs.board import PEGS, home


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays who does not see everything."""

    throws: int  # looked ahead; 0: one number at a time
    haste: float  # how often the first thing that meets the eye is played
    blindness: float  # how often a capture six holes off is overlooked; a nearer one less often
    care: float  # how much of the judgement is a good player's; the rest counts pegs and runs


HABITS: Final = {
    1: Habits(throws=0, haste=0.5, blindness=2.2, care=0.0),
    2: Habits(throws=0, haste=0.5, blindness=1.5, care=0.0),
    3: Habits(throws=0, haste=0.4, blindness=1.0, care=0.0),
    4: Habits(throws=0, haste=0.3, blindness=0.6, care=0.0),
    5: Habits(throws=0, haste=0.2, blindness=0.2, care=0.0),
    6: Habits(throws=1, haste=0.0, blindness=0.1, care=0.0),
    7: Habits(throws=1, haste=0.0, blindness=0.1, care=0.06),
    8: Habits(throws=1, haste=0.0, blindness=0.06, care=0.2),
    9: Habits(throws=1, haste=0.0, blindness=0.03, care=0.6),
}
"""All but the strongest level; each beats the one before in about two matches of three."""


def preferred(
    habits: Habits, rules: Rules, position: Position, ways: Sequence[Candidate], chance: Random
) -> list[Candidate]:
    """The ways to play that such a person sees, the one they would choose first."""
    side = position.to_move
    seen = _seen(habits, rules, ways, chance)
    if chance.random() < habits.haste:
        return sorted(seen, key=lambda way: _first_seen(rules, side, way))
    return sorted(seen, key=lambda way: -_liking(habits, rules, side, way))


def _seen(
    habits: Habits, rules: Rules, ways: Sequence[Candidate], chance: Random
) -> Sequence[Candidate]:
    """Without the captures that are overlooked, unless nothing else is left."""
    captures = dict.fromkeys(turn for way in ways for turn in _captures(way))
    overlooked = {
        turn for turn in captures if chance.random() < habits.blindness * turn.number(rules) / 6
    }
    return [way for way in ways if overlooked.isdisjoint(way.turns)] or ways


def _captures(way: Candidate) -> Iterable[Play]:
    return (turn for turn in way.turns if isinstance(turn, Play) and turn.capture)


def _first_seen(rules: Rules, side: Side, way: Candidate) -> tuple[bool, float]:
    """Captures first, then whatever moves the foremost peg; `end` comes last."""
    turn = way.turns[0]
    if not isinstance(turn, Play):
        return True, 0.0
    return not turn.capture, -_laps(rules, side, turn.origin.circle, turn.origin.number)


def _liking(habits: Habits, rules: Rules, side: Side, way: Candidate) -> float:
    return habits.care * way.value.margin + (1 - habits.care) * _eagerness(rules, side, way.end)


def _eagerness(rules: Rules, side: Side, end: Position) -> float:
    """What counts for a beginner: pegs, and how far the foremost ones have come."""
    lead = end.pegs(side) - end.pegs(side.other)
    run = sum(
        _laps(rules, side, circle, number) ** 2
        for circle in Circle
        for number, peg in enumerate(end.circles[circle], 1)
        if peg == PEGS[side]
    )
    return (lead + run / 20) / rules.holes


def _laps(rules: Rules, side: Side, circle: Circle, number: int) -> float:
    """How many circles of its way a peg has behind it."""
    way = (home(side), Circle.CENTRE, home(side.other))
    return way.index(circle) + number / rules.holes
