"""The tile game behind the Game protocol: this file says which part of the rules lives where."""

from dataclasses import dataclass
from fractions import Fraction

from tallyho.contract import IllegalTurn, Outcome, Side
from tallyho.games.hunt import match
from tallyho.games.hunt.board import FIRST_EXIT
from tallyho.games.hunt.chase import can_repeat, prolongs_chase
from tallyho.games.hunt.effects import after
from tallyho.games.hunt.moves import Event, Move, Turn, TurnedOver, TurnOver, candidate_turns
from tallyho.games.hunt.position import START, Position
from tallyho.games.hunt.refusals import refusal, refuse_space
from tallyho.games.hunt.rules import KOSMOS, Rules
from tallyho.games.hunt.tiles import KINDS, SIDES


@dataclass(frozen=True, slots=True)
class Hunt:
    """The tile game under one rule set."""

    rules: Rules = KOSMOS

    @property
    def name(self) -> str:
        """`hunt`."""
        return "hunt"

    @property
    def sides(self) -> tuple[str, str]:
        """Blue begins (H4)."""
        return SIDES

    @property
    def rules_text(self) -> str:
        """The preset's name or the options (H20)."""
        return str(self.rules)

    @property
    def rounds(self) -> int:
        """Rounds in a match (H16)."""
        return self.rules.rounds

    def start(self) -> Position:
        """48 face-down tiles around the empty centre (H2)."""
        return START

    def to_act(self, position: Position) -> Side | None:
        """The side to move, None when the round is over."""
        return None if match.is_over(position, self.rules) else position.to_move

    def legal(self, position: Position) -> tuple[Turn, ...]:
        """Every legal turn, sorted by its text; empty when the round is over."""
        if match.is_over(position, self.rules):
            return ()
        turns = candidate_turns(position)
        if position.trail and can_repeat(position.trail):  # H19: the hunted must leave if they can
            turns = [turn for turn in turns if not self._prolongs_chase(position, turn)] or turns
        return tuple(turns)

    def chances(
        self, position: Position, turn: Turn | None = None
    ) -> tuple[tuple[Event, Fraction], ...]:
        """The faces that a turn-over can bring, with their exact probabilities."""
        if turn is None:
            return ()
        if not isinstance(turn, TurnOver):
            return ((turn, Fraction(1)),)
        if (refused := refuse_space(position, turn.space)) is not None:
            raise refused
        tiles = position.face_down
        return tuple(
            (TurnedOver(turn.space, face), Fraction(count, tiles * len(kind.faces)))
            for kind, count in zip(KINDS, position.bag, strict=True)
            for face in kind.faces
            if count
        )

    def turn_of(self, event: Event) -> Turn:
        """The turn-over behind a turned tile; every other event is its own turn."""
        return TurnOver(event.space) if isinstance(event, TurnedOver) else event

    def play(self, position: Position, event: Event) -> Position:
        """The position after the event, or IllegalTurn with the number of the rule it breaks."""
        if position.left is not None and match.is_over(position, self.rules):
            rule = "H14" if position.left else "H11"
            raise IllegalTurn(rule, "the round is over; no more turns are played")
        if (refused := refusal(position, event, self.rules)) is not None:
            raise refused
        reached = after(position, event, self.rules)
        if position.trail and can_repeat(position.trail) and self._must_leave(position, event):
            reason = "your threatened tile has fled around this cycle twice; make another turn"
            raise IllegalTurn("H19", reason)
        return reached

    def outcome(self, position: Position) -> Outcome | None:
        """Points and tiles (H15) once the round is over (H11, H14)."""
        return match.score(position) if match.is_over(position, self.rules) else None

    def claim(self, position: Position, announced: Turn | None = None) -> None:
        """Return if the side to move may claim a draw (H18); raises IllegalTurn if not."""
        quiet_turn = announced in self.legal(position) and not isinstance(announced, TurnOver)
        match.check_claim(position, quiet_turn, self.rules)

    def _prolongs_chase(self, position: Position, turn: Turn | Event) -> bool:
        """H19, for a turn that is otherwise legal."""
        if not isinstance(turn, Move) or turn.captures or turn.target >= FIRST_EXIT:
            return False
        return prolongs_chase(position, turn, after(position, turn, self.rules).key)

    def _must_leave(self, position: Position, event: Event) -> bool:
        """H19: whether the event prolongs a chase although the hunted side has another turn."""
        return self._prolongs_chase(position, event) and event not in self.legal(position)
