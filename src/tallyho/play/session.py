"""One match between two seats as a state machine without input or output.

`submit` looks at an action and answers with events, or raises a typed refusal and changes nothing;
`after` is the only way from one state to the next. So the list of events replays to the same state.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tallyho.contract import (
    CHANCE,
    Game,
    Notation,
    NotNow,
    NotYourTurn,
    Outcome,
    Side,
    StaleVersion,
    total,
)
from tallyho.play import actions as act
from tallyho.play.actions import Action, Played, Seat, SessionEvent
from tallyho.play.clock import NO_CLOCK, Clock, ClockState
from tallyho.play.dealer import Dealer


@dataclass(frozen=True, slots=True)
class Before:
    """What a takeback returns to: whose turn it was, and where the game stood."""

    seat: Seat
    position: Any


@dataclass(frozen=True, slots=True)
class Session:
    """The state of a match; `version` counts its events."""

    game: Game[Any, Any, Any]
    notation: Notation[Any, Any, Any]
    clock: ClockState
    position: Any
    version: int = 0
    round: int = 1
    dealt: int = 0  # chance events so far in this round
    undoable: tuple[Before, ...] = ()  # turns since the last chance event of this round
    turns: int = 0  # game events made by seats so far in the match
    outcomes: tuple[Outcome, ...] = ()
    draw_offer: Seat | None = None
    takeback: Seat | None = None
    ended: act.Ended | None = None

    @property
    def seat_to_act(self) -> Seat | None:
        """Whose turn it is, None when the match is over."""
        side = None if self.ended else self.game.to_act(self.position)
        return self.seat_of(side) if isinstance(side, Side) else None

    def seat_of(self, side: Side) -> Seat:
        """Who has that side in this round: sides are swapped after every round."""
        return Seat(side if self.round % 2 else side.other)

    def side_of(self, seat: Seat) -> Side:
        """The side that this seat has in this round."""
        return Side(seat if self.round % 2 else seat.other)

    @property
    def standing(self) -> Outcome:
        """Points and tiles of the finished rounds, by seat."""
        return total(self.outcomes)

    def deadline(self) -> int | None:
        """The last moment at which the seat to act may act, None without a clock."""
        seat = self.seat_to_act
        return None if seat is None else self.clock.deadline(seat)

    def submit(
        self, seat: Seat, action: Action, version: int, now: int, dealer: Dealer
    ) -> tuple[SessionEvent, ...]:
        """The events that the action brings about; raises a TallyhoError and changes nothing."""
        if version != self.version:
            raise StaleVersion(version, self.version)
        if self.ended is not None:
            raise NotYourTurn("the match is over")
        if self.expire(now):
            raise NotNow("the time is up; the match is decided by the clock")
        return self._answer(seat, action, max(now, self.clock.since), dealer)

    def _answer(
        self, seat: Seat, action: Action, at: int, dealer: Dealer
    ) -> tuple[SessionEvent, ...]:
        match action:
            case act.PlayTurn(text):
                return self._play(seat, text, at, dealer)
            case act.Resign():
                return (act.Ended("resigned", seat.other, at),)
            case act.ClaimDraw(announced):
                return self._claim(seat, announced, at)
            case act.Abort():
                return self._abort(at)
            case act.OfferDraw() | act.AcceptDraw() | act.DeclineDraw():
                return self._negotiate_draw(seat, action, at)
        return self._negotiate_takeback(seat, action, at)

    def expire(self, now: int) -> tuple[SessionEvent, ...]:
        """The end by the clock if the seat to act has let its time run out, else nothing."""
        seat, deadline = self.seat_to_act, self.deadline()
        if seat is None or deadline is None or now <= deadline:
            return ()
        return (act.Ended("timeout", seat.other, deadline),)

    def abandon(self, seat: Seat | None, now: int) -> tuple[SessionEvent, ...]:
        """The end because this seat has left for good, or, for None, both have."""
        winner = None if seat is None else seat.other
        return () if self.ended else (act.Ended("abandoned", winner, now),)

    def _play(self, seat: Seat, text: str, at: int, dealer: Dealer) -> tuple[SessionEvent, ...]:
        self._require_turn(seat)
        turn = self.notation.read_turn(text)
        event = self._outcome_of(turn, dealer)
        self.game.play(self.position, event)  # raises IllegalTurn
        played = Played(seat, self.notation.write(event), at)
        return (played, *self.after(played).consequences(at, dealer))

    def _outcome_of(self, turn: Any, dealer: Dealer) -> Any:
        """What comes of the turn: the dealer is asked only where chance decides."""
        possible = [event for event, _ in self.game.chances(self.position, turn)]
        if turn in possible:
            return turn
        event = dealer.deal(self.round).event(turn, self.dealt)
        if event not in possible:
            raise NotNow("the deal does not fit this turn")
        return event

    def consequences(self, at: int, dealer: Dealer) -> tuple[SessionEvent, ...]:
        """What follows by itself: throws that are due, and the end of the match."""
        events: list[SessionEvent] = []
        session = self
        while (event := session._consequence(at, dealer)) is not None:
            events.append(event)
            session = session.after(event)
        return tuple(events)

    def _consequence(self, at: int, dealer: Dealer) -> SessionEvent | None:
        if self.ended is not None:
            return None
        if len(self.outcomes) == self.game.rounds:
            winner = self.standing.winner
            return act.Ended("finished", None if winner is None else Seat(winner), at)
        if self.game.to_act(self.position) is CHANCE:
            return Played(None, self.notation.write(self._outcome_of(None, dealer)), at)
        return None

    def _claim(self, seat: Seat, announced: str | None, at: int) -> tuple[SessionEvent, ...]:
        self._require_turn(seat)
        turn = None if announced is None else self.notation.read_turn(announced)
        self.game.claim(self.position, turn)  # raises IllegalTurn
        return (act.Ended("claimed", None, at),)

    def _abort(self, at: int) -> tuple[SessionEvent, ...]:
        if self.turns:
            raise NotNow("the match has begun; you may resign or offer a draw")
        return (act.Ended("abandoned", None, at),)

    def _negotiate_draw(self, seat: Seat, action: Action, at: int) -> tuple[SessionEvent, ...]:
        if isinstance(action, act.OfferDraw):
            if self.draw_offer == seat:
                raise NotNow("you have already offered a draw")
            if self.draw_offer is None:
                return (act.DrawOffered(seat, at),)
        elif self.draw_offer != seat.other:
            raise NotNow("your opponent has not offered a draw")
        if isinstance(action, act.DeclineDraw):
            return (act.DrawDeclined(seat, at),)
        return (act.Ended("agreed", None, at),)  # an offer against an offer is agreement too

    def _negotiate_takeback(self, seat: Seat, action: Action, at: int) -> tuple[SessionEvent, ...]:
        if isinstance(action, act.AskTakeback):
            if self.takeback == seat:
                raise NotNow("you have already asked to take back")
            if not self._turns_back(seat):
                raise NotNow("no turn of yours can be taken back; chance is never taken back")
            return (act.TakebackAsked(seat, at),)
        if self.takeback != seat.other:
            raise NotNow("your opponent has not asked to take back")
        if isinstance(action, act.DeclineTakeback):
            return (act.TakebackDeclined(seat, at),)
        return (act.TookBack(seat.other, self._turns_back(seat.other), at),)

    def _turns_back(self, seat: Seat) -> int:
        """How many turns back this seat's last one lies, 0 if there is none to take back."""
        for back, before in enumerate(reversed(self.undoable), 1):
            if before.seat == seat:
                return back
        return 0

    def _require_turn(self, seat: Seat) -> None:
        if self.seat_to_act != seat:
            raise NotYourTurn("it is your opponent's turn")

    def after(self, event: SessionEvent) -> "Session":
        """The state after one more event."""
        session = self._after(event)
        return replace(session, version=self.version + 1)

    def replay(self, events: Iterable[SessionEvent]) -> "Session":
        """The state after all these events."""
        session = self
        for event in events:
            session = session.after(event)
        return session

    def _after(self, event: SessionEvent) -> "Session":
        match event:
            case Played():
                return self._after_played(event)
            case act.DrawOffered(seat):
                return replace(self, draw_offer=seat)
            case act.DrawDeclined():
                return replace(self, draw_offer=None)
            case act.TakebackAsked(seat):
                return replace(self, takeback=seat)
            case act.TakebackDeclined():
                return replace(self, takeback=None)
            case act.TookBack(_, turns, at):
                return self._after_takeback(turns, at)
            case act.Ended():
                return replace(self, ended=event, draw_offer=None, takeback=None)
            case act.Began(at):
                return replace(self, clock=self.clock.restarted(at))

    def _after_played(self, played: Played) -> "Session":
        event = self.notation.read_event(played.text)
        chance = self.game.turn_of(event) != event
        position = self.game.play(self.position, event)
        session = replace(
            self,
            position=position,
            dealt=self.dealt + chance,
            undoable=() if chance else self._remember(),
            takeback=None,
        )
        if played.seat is not None:
            session = session._after_turn(played.seat, played.at, before=self)
        outcome = self.game.outcome(position)
        return session if outcome is None else session._next_round(outcome)

    def _after_turn(self, seat: Seat, at: int, before: "Session") -> "Session":
        """A seat acted: its clock, and the end of an offer that it left unanswered."""
        complete = self.game.to_act(self.position) != before.side_of(seat)
        offer = None if self.draw_offer == seat.other else self.draw_offer
        clock = self.clock.acted(seat, at, complete)
        return replace(self, clock=clock, draw_offer=offer, turns=self.turns + 1)

    def _remember(self) -> tuple[Before, ...]:
        seat = self.seat_to_act
        return self.undoable if seat is None else (*self.undoable, Before(seat, self.position))

    def _next_round(self, outcome: Outcome) -> "Session":
        """Note the outcome; unless it was the last round, begin the next one with sides swapped."""
        session = replace(self, outcomes=(*self.outcomes, outcome), undoable=())
        if len(session.outcomes) == self.game.rounds:
            return session
        return replace(session, position=self.game.start(), round=self.round + 1, dealt=0)

    def _after_takeback(self, turns: int, at: int) -> "Session":
        kept, before = self.undoable[:-turns], self.undoable[-turns]
        return replace(
            self,
            position=before.position,
            undoable=kept,
            takeback=None,
            turns=self.turns - turns,
            clock=self.clock.restarted(at),
        )


def open_session(
    game: Game[Any, Any, Any], notation: Notation[Any, Any, Any], clock: Clock = NO_CLOCK
) -> Session:
    """The state before any event; `replay` leads on from here."""
    return Session(game, notation, ClockState.start(clock, 0), game.start())


def begin(session: Session, now: int, dealer: Dealer) -> tuple[SessionEvent, ...]:
    """The first events: the match begins, and where dice come first they are thrown."""
    began = act.Began(now)
    return (began, *session.after(began).consequences(now, dealer))
