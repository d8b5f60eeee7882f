"""The tile game's texts for turns, events and records; positions are in `position_text`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tallyho.contract import NotationError
from tallyho.games.hunt import position_text
from tallyho.games.hunt.board import EXITS, NAMES, SPACE, SPACES, Space
from tallyho.games.hunt.moves import PASS, Event, Move, Turn, TurnedOver, TurnOver
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.rules import KOSMOS, Rules
from tallyho.games.hunt.tiles import FACES

_TURN_OVER: Final = re.compile(rf"([b-h][2-8])(?:=([{re.escape(FACES)}]))?")
_MOVE: Final = re.compile("([b-h][2-8])([-x])([a-i][1-9])")


def turn_text(turn: Turn | Event) -> str:
    """`d4`, `d4=F`, `c5-f5`, `c5xf5`, `e5-e9` or `pass`."""
    match turn:
        case Move(origin, target, captures):
            return f"{NAMES[origin]}{'x' if captures else '-'}{NAMES[target]}"
        case TurnOver(space):
            return NAMES[space]
        case TurnedOver(space, face):
            return f"{NAMES[space]}={face}"
    return "pass"


@dataclass(frozen=True, slots=True)
class HuntNotation:
    """The texts under one rule set."""

    rules: Rules = KOSMOS

    def read_position(self, text: str) -> Position:
        """The position that the nine fields describe."""
        return position_text.read_position(text, self.rules)

    def write_position(self, position: Position) -> str:
        """The nine fields."""
        return position_text.write_position(position)

    def read_turn(self, text: str) -> Turn:
        """A decision: `d4`, `c5-f5`, `c5xf5`, `e5-e9`, `pass`."""
        turn = _read(text, "d4")
        if isinstance(turn, TurnedOver):
            raise NotationError("turn", f"say only which tile to turn over: {NAMES[turn.space]}")
        return turn

    def read_event(self, text: str) -> Event:
        """What happened: as a turn, but a turn-over with its face, `d4=F`."""
        event = _read(text, "d4=F")
        if isinstance(event, TurnOver):
            raise NotationError("turn", f"say what came up as well, as in {text}=F")
        return event

    def write(self, turn: Turn | Event) -> str:
        """The text of a turn or an event."""
        return turn_text(turn)

    def read_record_turn(self, token: str) -> tuple[Event, ...]:
        """One event is one turn."""
        return (self.read_event(token),)

    def write_record_turns(self, events: Iterable[Event]) -> Iterator[str]:
        """One turn for each event."""
        return map(turn_text, events)


def _read(text: str, turn_over: str) -> Turn | Event:
    if text == "pass":
        return PASS
    if turned := _TURN_OVER.fullmatch(text):
        space, face = SPACE[turned[1]], turned[2]
        return TurnedOver(space, face) if face else TurnOver(space)
    if (moved := _MOVE.fullmatch(text)) and (target := _target(moved[3])) is not None:
        return Move(SPACE[moved[1]], target, moved[2] == "x")
    reason = f"{text[:20]!r} is not a turn; write {turn_over}, c5-f5, c5xf5, e5-e9 or pass"
    raise NotationError("turn", reason)


def _target(name: str) -> Space | None:
    space = SPACE.get(name)
    return space if space in SPACES or space in EXITS else None
