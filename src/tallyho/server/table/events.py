"""The log of a table: what everybody may see, in the order in which it happened."""

from typing import Any, Final, Literal

import msgspec

from tallyho.play import actions as act
from tallyho.play.actions import Seat, SessionEvent, Termination

Kind = Literal[
    "seated",
    "committed",
    "shown",
    "began",
    "played",
    "draw-offered",
    "draw-declined",
    "takeback-asked",
    "takeback-declined",
    "took-back",
    "ended",
    "rematch-asked",
    "rematch-began",
]


class LogEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event; the fields that a kind does not need are left out.

    `text` is what was played, or the next game's id; `values` are the commitments or the bytes of
    a seat in hexadecimal, one for each round.
    """

    kind: Kind
    at: int
    seat: int | None = None
    text: str | None = None
    values: tuple[str, ...] = ()
    turns: int | None = None
    termination: Termination | None = None
    winner: int | None = None


_SESSION_KINDS: Final[dict[type[Any], Kind]] = {
    act.Began: "began",
    act.Played: "played",
    act.DrawOffered: "draw-offered",
    act.DrawDeclined: "draw-declined",
    act.TakebackAsked: "takeback-asked",
    act.TakebackDeclined: "takeback-declined",
    act.TookBack: "took-back",
    act.Ended: "ended",
}
_SESSION_TYPES: Final = {kind: made for made, kind in _SESSION_KINDS.items()}


def log_event(event: SessionEvent) -> LogEvent:
    """A session's event as the log keeps it."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__dataclass_fields__}
    return LogEvent(kind=_SESSION_KINDS[type(event)], **values)


def session_event(event: LogEvent) -> SessionEvent | None:
    """The session's event behind an entry of the log; None where the session has no part in it."""
    made = _SESSION_TYPES.get(event.kind)
    if made is None:
        return None
    values = {name: getattr(event, name) for name in made.__dataclass_fields__}
    for seat in ("seat", "winner"):
        if values.get(seat) is not None:
            values[seat] = Seat(values[seat])
    restored: SessionEvent = made(**values)
    return restored


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(LogEvent)


def write_event(event: LogEvent) -> str:
    """The event as the database keeps it."""
    return _ENCODER.encode(event).decode()


def read_event(text: str) -> LogEvent:
    """The event that the database has kept."""
    return _DECODER.decode(text)
