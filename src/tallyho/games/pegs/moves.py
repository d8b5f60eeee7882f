"""The moves: plays and the end of a turn, how far a number carries a peg, and what is legal."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from tallyho.contract import Side
from tallyho.games.pegs.board import EMPTY, PEGS, Circle, Hole, next_circle
from tallyho.games.pegs.dice import TALLY, Throw
from tallyho.games.pegs.position import Position
from tallyho.games.pegs.rules import Rules

__all__ = ["End", "Event", "Play", "Throw", "Turn", "can_play", "destination", "legal", "plays"]


@dataclass(frozen=True, slots=True)
class Play:
    """One number played: a peg goes from hole to hole and may throw an enemy peg out (P7)."""

    origin: Hole
    target: Hole
    capture: bool = False

    def __str__(self) -> str:
        return f"{self.origin}{'x' if self.capture else '-'}{self.target}"

    def number(self, rules: Rules) -> int:
        """The number that carries a peg from `origin` on to `target`; no die may show it."""
        lap = 0 if self.origin.circle is self.target.circle else rules.holes
        return self.target.number + lap - self.origin.number


@dataclass(frozen=True, slots=True)
class End:
    """The player leaves the optional numbers of a doublet and passes the dice (P9)."""

    def __str__(self) -> str:
        return "end"


Turn: TypeAlias = Play | End
Event: TypeAlias = Throw | Play | End


def destination(rules: Rules, side: Side, origin: Hole, number: int) -> Hole | None:
    """Where `number` carries a peg of `side` from `origin`, whatever stands there (P4-P6, P10)."""
    ahead = origin.number + number
    if ahead <= rules.holes:
        return Hole(origin.circle, ahead)
    carries_over = rules.short and origin.circle is Circle.CENTRE
    if number == TALLY or carries_over:
        return Hole(next_circle(side, origin.circle), ahead - rules.holes)
    return None


def plays(rules: Rules, position: Position, number: int) -> Iterator[Play]:
    """Every way to play `number` now, if the side to move has it."""
    board, mine = position.board, PEGS[position.to_move]
    for step in _steps(rules, position.to_move, number):
        if board[step.origin] == mine and board[step.target] != mine:
            yield step.move if board[step.target] == EMPTY else step.capture


def can_play(rules: Rules, position: Position, numbers: tuple[int, ...]) -> bool:
    """Whether at least one of `numbers` can be played now."""
    return any(True for number in set(numbers) for _ in plays(rules, position, number))


def legal(rules: Rules, position: Position) -> tuple[Turn, ...]:
    """Every legal turn sorted by its text; `end` is one of them where P9 allows it."""
    compulsory, optional = set(position.compulsory), set(position.optional)
    turns: list[Turn] = [p for number in compulsory for p in plays(rules, position, number)]
    must = bool(turns)
    turns += [p for number in optional - compulsory for p in plays(rules, position, number)]
    if turns and not must:
        turns.append(End())
    return tuple(sorted(turns, key=_text))


class _Step(NamedTuple):
    """One step that the board allows, its holes as places in `Position.board`."""

    origin: int
    target: int
    move: Play
    capture: Play


@cache
def _steps(rules: Rules, side: Side, number: int) -> tuple[_Step, ...]:
    holes = [Hole(circle, at) for circle in Circle for at in range(1, rules.holes + 1)]
    place = {hole: index for index, hole in enumerate(holes)}
    steps = []
    for origin in holes:
        target = destination(rules, side, origin, number)
        if target:
            play, capture = Play(origin, target), Play(origin, target, capture=True)
            steps.append(_Step(place[origin], place[target], play, capture))
    return tuple(steps)


# Sorting needs the same few texts over and over.
_text = cache(str)
