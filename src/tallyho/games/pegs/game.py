"""The peg game as the contract asks for it; every question goes to the module that knows."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Final

from tallyho.contract import CHANCE, Chance, Outcome, Side
from tallyho.games.pegs import match, moves, position, turns
from tallyho.games.pegs.board import COLOURS
from tallyho.games.pegs.dice import THROWS, Throw
from tallyho.games.pegs.moves import Event, Turn
from tallyho.games.pegs.position import Position
from tallyho.games.pegs.rules import Rules

_EVERY_THROW: Final = tuple((throw, Fraction(1, len(THROWS))) for throw in THROWS)


@dataclass(frozen=True, slots=True)
class Pegs:
    """The peg game under one rule set."""

    name: ClassVar[str] = "pegs"
    sides: ClassVar[tuple[str, str]] = COLOURS
    rounds: ClassVar[int] = 1

    rules: Rules = field(default_factory=Rules)

    @property
    def rules_text(self) -> str:
        """The options as records and commands write them."""
        return str(self.rules)

    def start(self) -> Position:
        """Two full circles around an empty centre, white to throw."""
        return position.start(self.rules)

    def to_act(self, position: Position) -> Side | Chance | None:
        """The side that has numbers to play, CHANCE before a throw, None after the round."""
        if match.is_over(position):
            return None
        return position.to_move if position.compulsory or position.optional else CHANCE

    def legal(self, position: Position) -> tuple[Turn, ...]:
        """Every legal play, and `end` where P9 allows it, sorted by text."""
        return moves.legal(self.rules, position)

    def chances(
        self, position: Position, turn: Turn | None = None
    ) -> tuple[tuple[Event, Fraction], ...]:
        """The 36 throws before a throw; a legal play or end comes about as it is."""
        if turn is not None:
            self.play(position, turn)
            return ((turn, Fraction(1)),)
        return _EVERY_THROW if self.to_act(position) is CHANCE else ()

    def turn_of(self, event: Event) -> Turn | None:
        """Nobody decides a throw; a play or an end is its own turn."""
        return None if isinstance(event, Throw) else event

    def play(self, position: Position, event: Event) -> Position:
        """The position after a throw, a play or an end; raises IllegalTurn."""
        return turns.after(self.rules, position, event)

    def outcome(self, position: Position) -> Outcome | None:
        """The pegs left, twice, once a side has none."""
        return match.outcome(position)

    def claim(self, position: Position, announced: Turn | None = None) -> None:
        """Always refused: the peg game knows no draw claim (P11)."""
        match.claim()
