"""A table: one match on the site as a value, from the empty seat to the rematch.

Like the session inside it, a table answers a wish with events or refuses it, and `after` is the
only way on. Its version counts the log; the session counts along from the moment it begins.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from tallyho.catalog import Entry
from tallyho.contract import NotNow, NotYourTurn, StaleVersion
from tallyho.play import actions as act
from tallyho.play.actions import Action, Seat
from tallyho.play.dealer import FairDealer
from tallyho.play.session import Session, begin, open_session
from tallyho.server.table.dealing import Dealing, Drawer
from tallyho.server.table.events import LogEvent, log_event, session_event
from tallyho.server.table.facts import TO_JOIN, Facts

Status = Literal["waiting", "dealing", "playing", "over"]
Events = tuple[LogEvent, ...]


@dataclass(frozen=True, slots=True, eq=False)  # its log makes it slow to compare and to hash
class Table:
    """The state of a match; what the log says, and what the dealer keeps in the drawer."""

    facts: Facts
    entry: Entry
    drawer: Drawer = field(repr=False)
    dealing: Dealing = field(repr=False)
    log: Events = ()
    dealer: FairDealer | None = field(default=None, repr=False)
    opening: Session | None = None
    session: Session | None = None
    ended: LogEvent | None = None
    rematch: Seat | None = None  # who has asked for one
    next_game: str | None = None

    @property
    def version(self) -> int:
        """How many events the log has."""
        return len(self.log)

    @property
    def status(self) -> Status:
        """Waiting for the second player, being dealt, being played, or over."""
        if self.ended is not None:
            return "over"
        if self.session is not None:
            return "playing"
        return "dealing" if self.facts.full else "waiting"

    @property
    def seat_to_act(self) -> Seat | None:
        """Whose turn it is."""
        return None if self.session is None else self.session.seat_to_act

    @property
    def engine_due(self) -> bool:
        """Whether the computer has to make a turn."""
        return self.facts.computer is not None and self.seat_to_act == self.facts.computer

    def deadline(self) -> int | None:
        """The last moment before the match is decided without its players."""
        if self.status == "waiting":
            return self.facts.created + TO_JOIN
        if self.status == "dealing":
            return self.log[-1].at + self.facts.time_to_deal()
        return None if self.session is None else self.session.deadline()

    def after(self, events: Iterable[LogEvent]) -> "Table":
        """The table after these events."""
        table = self
        for event in events:
            table = table._after(event)
        return table

    def _after(self, event: LogEvent) -> "Table":
        table = replace(self, log=(*self.log, event))
        match event.kind:
            case "committed":
                return replace(
                    table, dealing=self.dealing.commit(Seat(event.seat or 0), event.values)
                )
            case "shown":
                return replace(
                    table, dealing=self.dealing.reveal(Seat(event.seat or 0), event.values)
                )
            case "rematch-asked":
                return replace(table, rematch=Seat(event.seat or 0))
            case "rematch-began":
                return replace(table, next_game=event.text)
            case "began":
                table = table._opened(self.version)
            case "ended":
                table = replace(table, ended=event)
        happened = session_event(event)
        if table.session is None or happened is None:
            return table
        return replace(table, session=table.session.after(happened))

    def _opened(self, version: int) -> "Table":
        opening = open_session(self.entry.game, self.entry.notation, self.facts.clock)
        opening = replace(opening, version=version)
        dealer = self.dealing.dealer(self.entry)
        return replace(self, dealer=dealer, opening=opening, session=opening)

    def commit(self, seat: Seat, values: tuple[str, ...], now: int) -> Events:
        """A seat seals its bytes; the computer shows its own as soon as both have committed."""
        if self.status != "dealing":
            raise NotNow("commitments are taken once, after both players have sat down")
        dealing = self.dealing.commit(seat, values)
        events = [LogEvent("committed", now, seat, values=values)]
        if dealing.committed and self.facts.computer is not None:
            shown = tuple(piece.hex() for piece in self.drawer.computer)
            events.append(LogEvent("shown", now, self.facts.computer, values=shown))
        return tuple(events)

    def reveal(self, seat: Seat, values: tuple[str, ...], now: int) -> Events:
        """A seat shows its bytes; with both seats' bytes the match is dealt and begins."""
        if self.status != "dealing":
            raise NotNow("bytes are taken once, after both players have committed")
        self.dealing.reveal(seat, values)
        shown = LogEvent("shown", now, seat, values=values)
        return (shown, *self.after((shown,)).begin(now))

    def begin(self, now: int) -> Events:
        """The beginning of the match if everything for the deal is there."""
        if not self.dealing.complete:
            return ()
        opened = self._opened(self.version)
        assert opened.session is not None
        assert opened.dealer is not None
        return tuple(map(log_event, begin(opened.session, now, opened.dealer)))

    def act(self, seat: Seat, action: Action, version: int, now: int) -> Events:
        """What comes of an action at the board."""
        if self.ended is not None:
            raise NotYourTurn("the match is over")
        if version != self.version:
            raise StaleVersion(version, self.version)
        if isinstance(action, act.Abort):
            return self.abort(seat, now)
        if self.session is None or self.dealer is None:
            raise NotNow("the match has not begun")
        if self.facts.rated and isinstance(action, act.AskTakeback):
            raise NotNow("in a rated match nothing is taken back")
        events = self.session.submit(seat, action, version, now, self.dealer)
        logged = tuple(map(log_event, events))
        if self.facts.computer is None:
            return logged
        return (*logged, *self.after(logged).computer_answers(now))

    def computer_answers(self, now: int) -> Events:
        """The computer declines draws and lets its opponent take back."""
        session, seat = self.session, self.facts.computer
        if session is None or seat is None or self.dealer is None:
            return ()
        answer: Action
        if session.draw_offer == seat.other:
            answer = act.DeclineDraw()
        elif session.takeback == seat.other:
            answer = act.AcceptTakeback()
        else:
            return ()
        return tuple(
            map(log_event, session.submit(seat, answer, session.version, now, self.dealer))
        )

    def abort(self, seat: Seat, now: int) -> Events:
        """The end without a result, before the first turn."""
        if self.facts.rated and self.dealing.committed:
            raise NotNow("a rated match that is being dealt can be resigned, not aborted")
        if self.session is None or self.dealer is None:
            return (LogEvent("ended", now, termination="abandoned"),)
        ended = self.session.submit(seat, act.Abort(), self.version, now, self.dealer)
        return tuple(map(log_event, ended))

    def expire(self, now: int) -> Events:
        """The end because somebody's time is up, else nothing."""
        deadline = self.deadline()
        if self.ended is not None or deadline is None or now <= deadline:
            return ()
        if self.session is not None:
            return tuple(map(log_event, self.session.expire(now)))
        # Whoever holds bytes back after both have committed has left; see docs/fairness.md.
        missing = self.dealing.waiting_for if self.dealing.committed else ()
        winner = int(missing[0].other) if len(missing) == 1 else None
        return (LogEvent("ended", deadline, termination="abandoned", winner=winner),)

    def claim_win(self, seat: Seat, version: int, gone: bool, now: int) -> Events:
        """The end because the opponent of a live match has gone away."""
        if self.session is None or self.ended is not None:
            raise NotNow("the match is not being played")
        if version != self.version:
            raise StaleVersion(version, self.version)
        if self.facts.clock.base is None or self.facts.mode in ("computer", "local"):
            raise NotNow("only the opponent of a live match can be found missing")
        if not gone:
            raise NotNow("your opponent was here a moment ago")
        return self.leave(seat.other, now)

    def ask_rematch(self, seat: Seat, next_game: str, now: int) -> Events:
        """A wish to play again; where the other one agrees, or is not a person, the next match."""
        if self.ended is None:
            raise NotNow("the match is not over")
        if self.session is None:
            raise NotNow("the match was never played")
        if self.next_game is not None or self.rematch == seat:
            return ()
        if self.rematch is None and self.facts.mode not in ("computer", "local"):
            return (LogEvent("rematch-asked", now, int(seat)),)
        return (LogEvent("rematch-began", now, text=next_game),)

    def leave(self, seat: Seat, now: int) -> Events:
        """The end because this seat has left for good; it loses if the match has begun."""
        if self.ended is not None:
            return ()
        if self.session is None:
            winner = int(seat.other) if self.dealing.committed else None
            return (LogEvent("ended", now, termination="abandoned", winner=winner),)
        return tuple(map(log_event, self.session.abandon(seat, now)))


def new_table(facts: Facts, drawer: Drawer) -> Table:
    """The table before any event; `after` leads on from here."""
    return Table(facts, facts.entry, drawer, Dealing.start(facts.id, drawer))


def first_events(table: Table, now: int) -> Events:
    """Who sits down at once; the computer commits at once too."""
    facts = table.facts
    taken = [seat for seat in Seat if facts.people[seat] or seat == facts.computer]
    events = [LogEvent("seated", now, int(seat)) for seat in taken]
    if facts.computer is not None:
        values = table.dealing.commitments_for(facts.computer, table.drawer.computer)
        events.append(LogEvent("committed", now, int(facts.computer), values=values))
    return tuple(events)
