"""A match to look back on: every event that was played, with the position after it."""

from msgspec import Struct

from tallyho.play.actions import Played, TookBack
from tallyho.play.session import Session
from tallyho.server.table.events import session_event
from tallyho.server.table.table import Table


class Moment(Struct, frozen=True):
    """One event and the position it led to; `seat` is None where the dice were thrown."""

    round: int
    seat: int | None
    text: str
    position: str


def moments_of(table: Table) -> tuple[Moment, ...]:
    """All moments in order; what was taken back is left out."""
    moments: list[Moment] = []
    session = table.opening
    for entry in table.log:
        event = session_event(entry)
        if session is None or event is None:
            continue
        if isinstance(event, TookBack):
            del moments[-event.turns :]
        elif isinstance(event, Played):
            moments.append(_moment(session, event))
        session = session.after(event)
    return tuple(moments)


def _moment(before: Session, played: Played) -> Moment:
    """Played on the position itself, because a session goes on to the next round at once."""
    position = before.game.play(before.position, before.notation.read_event(played.text))
    seat = None if played.seat is None else int(played.seat)
    text = before.notation.write_position(position)
    return Moment(before.round, seat, played.text, text)
