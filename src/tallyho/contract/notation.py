"""The Notation protocol: where values become text and text becomes values."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

Position = TypeVar("Position")
Turn = TypeVar("Turn")
Event = TypeVar("Event")


class Notation(Protocol[Position, Turn, Event]):
    """One game's texts; a reader raises nothing but NotationError, which names the field."""

    def read_position(self, text: str) -> Position:
        """The position that `text` describes; only canonical, consistent texts are taken."""

    def write_position(self, position: Position) -> str:
        """The position's text, which reads back to the same position."""

    def read_turn(self, text: str) -> Turn:
        """A player's decision, such as `d4` or `c5-f5`."""

    def read_event(self, text: str) -> Event:
        """What happened, such as `d4=F` or `c5-f5`."""

    def write(self, turn: Turn | Event) -> str:
        """The text of a turn or an event."""

    def read_record_turn(self, token: str) -> tuple[Event, ...]:
        """The events of one turn as a record writes it (`d4=F`, `6-1:o12-c1,c1-c7`)."""

    def write_record_turns(self, events: Iterable[Event]) -> Iterator[str]:
        """A round's events grouped into turns as a record writes them."""
