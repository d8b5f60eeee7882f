"""The notation: the texts of positions, plays, throws and record turns, read strictly."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tallyho.contract import NotationError, Side
from tallyho.games.pegs.board import COLOURS, EMPTY, PEGS, Circle, Hole
from tallyho.games.pegs.dice import Remaining, Throw, remainders
from tallyho.games.pegs.match import is_over
from tallyho.games.pegs.moves import End, Event, Play, Turn, can_play
from tallyho.games.pegs.position import Position
from tallyho.games.pegs.rules import Rules

_THROW: Final = re.compile("([1-6])-([1-6])")
_PLAY: Final = re.compile("([oci])([1-9][0-9]?)([-x])([oci])([1-9][0-9]?)")
_NUMBERS: Final = re.compile(r"([1-6]*)(?:\+([1-6]+))?")
_CIRCLES: Final = {circle.letter: circle for circle in Circle}


@dataclass(frozen=True, slots=True)
class PegsNotation:
    """The texts of the peg game under one rule set."""

    rules: Rules = field(default_factory=Rules)

    def read_position(self, text: str) -> Position:
        """The position of a text such as `w......./.b....../......bb white 3`."""
        fields = text.split(" ", 3)
        if len(fields) != 3:
            raise NotationError("position", "write board, side and numbers with one space between")
        board, side, numbers = fields
        circles = _read_circles(self.rules, board)
        to_move = _read_side(side)
        position = Position(circles, to_move, *_read_numbers(self.rules, numbers))
        _check_consistent(self.rules, position)
        return position

    def write_position(self, position: Position) -> str:
        """The position's text."""
        return str(position)

    def read_turn(self, text: str) -> Turn:
        """A player's decision: a play such as `o12-c1` or `c1xc7`, or `end`."""
        if text == "end":
            return End()
        parts = _PLAY.fullmatch(text)
        if not parts:
            raise NotationError("turn", "write a play like o12-c1 or c1xc7, or end")
        from_circle, from_hole, sign, to_circle, to_hole = parts.groups()
        origin = self._hole(from_circle, from_hole)
        return Play(origin, self._hole(to_circle, to_hole), capture=sign == "x")

    def read_event(self, text: str) -> Event:
        """What happened: a throw such as `6-1`, a play, or `end`."""
        dice = _THROW.fullmatch(text)
        return Throw(int(dice[1]), int(dice[2])) if dice else self.read_turn(text)

    def write(self, turn: Turn | Event) -> str:
        """The text of a play, a throw or an end."""
        return str(turn)

    def read_record_turn(self, token: str) -> tuple[Event, ...]:
        """The events of one whole turn, such as `6-1:o12-c1,c1-c7` or `3-4:`."""
        dice, colon, rest = token.partition(":")
        if not colon or not _THROW.fullmatch(dice):
            raise NotationError("turn", "write the throw and a colon first, like 6-1:o12-c1,c1-c7")
        turns = [self.read_turn(text) for text in rest.split(",")] if rest else []
        if End() in turns[:-1]:
            raise NotationError("turn", "nothing is played after end")
        return self.read_event(dice), *turns

    def write_record_turns(self, events: Iterable[Event]) -> Iterator[str]:
        """Each turn of a round as a record writes it: the throw, then what was played."""
        throw: Throw | None = None
        played: list[str] = []
        for event in events:
            if not isinstance(event, Throw):
                played.append(str(event))
                continue
            if throw or played:
                yield _record_turn(throw, played)
            throw, played = event, []
        if throw or played:
            yield _record_turn(throw, played)

    def _hole(self, circle: str, number: str) -> Hole:
        if int(number) > self.rules.holes:
            reason = f"there is no {circle}{number}; each circle has {self.rules.holes} holes"
            raise NotationError("turn", reason)
        return Hole(_CIRCLES[circle], int(number))


def _record_turn(throw: Throw | None, played: list[str]) -> str:
    if throw is None:
        raise NotationError("turn", "a turn in a record begins with its throw")
    return f"{throw}:{','.join(played)}"


def _read_circles(rules: Rules, text: str) -> tuple[str, str, str]:
    circles = text.split("/", 3)
    if len(circles) != len(Circle):
        raise NotationError("board", "write outer/centre/inner")
    for circle, holes in zip(Circle, circles, strict=True):
        if len(holes) != rules.holes or not set(holes) <= {EMPTY, *PEGS}:
            reason = f"the {circle.title} takes exactly {rules.holes} of the signs w, b and ."
            raise NotationError("board", reason)
    outer, centre, inner = circles
    return outer, centre, inner


def _read_side(text: str) -> Side:
    if text not in COLOURS:
        raise NotationError("side", "write white or black")
    return Side(COLOURS.index(text))


def _read_numbers(rules: Rules, text: str) -> Remaining:
    if text == "-":
        return (), ()
    parts = _NUMBERS.fullmatch(text)
    if not parts or not text:
        raise NotationError("numbers", "write - or the numbers to play, like 26 or 22+225555")
    compulsory, optional = (tuple(map(int, digits or "")) for digits in parts.groups())
    for numbers in (compulsory, optional):
        if list(numbers) != sorted(numbers):
            raise NotationError("numbers", "write the numbers in ascending order")
    if (compulsory, optional) not in remainders(rules):
        reason = f"no throw leaves these numbers when doublets={rules.doublets}"
        raise NotationError("numbers", reason)
    return compulsory, optional


def _check_consistent(rules: Rules, position: Position) -> None:
    counts = [position.pegs(side) for side in Side]
    if max(counts) > rules.holes:
        raise NotationError("board", f"neither side has more than {rules.holes} pegs")
    if not any(counts):
        raise NotationError("board", "at least one peg is left on the board")
    numbers = position.compulsory + position.optional
    if is_over(position):
        if counts[position.to_move]:
            raise NotationError("side", "when the round is over the side without pegs stands here")
        if numbers:
            raise NotationError("numbers", "the round is over, so write -")
    elif numbers and not can_play(rules, position, numbers):
        raise NotationError("numbers", "none of these can be played, so the dice have passed on")
