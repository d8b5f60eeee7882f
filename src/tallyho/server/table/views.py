"""A table as the API shows it; nothing here can see what the dealer keeps to itself."""

from functools import lru_cache

from msgspec import Struct

from tallyho.play.actions import Seat, Termination
from tallyho.play.clock import Clock
from tallyho.server.table.dealing import Dealing
from tallyho.server.table.events import LogEvent
from tallyho.server.table.facts import Mode
from tallyho.server.table.table import Status, Table


class ClockView(Struct, frozen=True):
    """Milliseconds: `base` and `increment`, or so much `per_turn`, or nothing at all."""

    base: int | None
    increment: int
    per_turn: int | None


class Ending(Struct, frozen=True):
    """How the match ended; no winner means a draw, or a match that counts for nobody."""

    termination: Termination
    winner: int | None
    at: int


class RoundSeal(Struct, frozen=True):
    """The fair deal of one round: what each side has sealed and shown, the first side first."""

    round: int
    commitment: str
    commitments: tuple[str | None, str | None]
    bytes: tuple[str | None, str | None]
    secret: str | None


class State(Struct, frozen=True):
    """Where a match stands at a version; the same for everybody who looks."""

    version: int
    status: Status
    seals: tuple[RoundSeal, ...]
    waiting_for: tuple[int, ...]
    round: int
    position: str | None
    seat_to_act: int | None
    first_side: int
    legal: tuple[str, ...]
    threats: tuple[str, ...]
    points: tuple[int, int]
    left: tuple[int, int] | None
    deadline: int | None
    draw_offer: int | None
    takeback: int | None
    ended: Ending | None
    rematch: int | None
    next_game: str | None


class Player(Struct, frozen=True):
    """Who has a seat; an empty name waits for somebody, `computer` is its level."""

    name: str
    computer: int | None = None
    bot: bool = False


class Match(Struct, frozen=True):
    """A match with everything that is fixed about it, and where it stands."""

    id: str
    game: str
    rules: str
    rounds: int
    sides: tuple[str, str]
    mode: Mode
    rated: bool
    clock: ClockView
    players: tuple[Player, Player]
    created: int
    state: State
    seats: tuple[int, ...]
    invite: str | None = None


class Update(Struct, frozen=True):
    """What happened since a version, and where the match stands now."""

    events: tuple[LogEvent, ...]
    state: State


@lru_cache(maxsize=2048)  # whoever acts and all who look on get the same one
def state_of(table: Table) -> State:
    """Where the match stands."""
    session, ended = table.session, table.ended
    game, notation = table.entry.game, table.entry.notation
    legal = game.legal(session.position) if session and not ended else ()
    return State(
        version=table.version,
        status=table.status,
        seals=_seals(table),
        waiting_for=tuple(map(int, table.dealing.waiting_for)) if session is None else (),
        round=session.round if session else 1,
        position=notation.write_position(session.position) if session else None,
        seat_to_act=None if ended else _number(table.seat_to_act),
        first_side=0 if session is None or session.round % 2 else 1,
        legal=tuple(map(notation.write, legal)),
        threats=table.entry.threats(session.position) if session and not ended else (),
        points=session.standing.points if session else (0, 0),
        left=session.clock.left if session and table.facts.clock.base is not None else None,
        deadline=table.deadline() if ended is None else None,
        draw_offer=_number(session.draw_offer) if session else None,
        takeback=_number(session.takeback) if session else None,
        ended=_ending(ended),
        rematch=_number(table.rematch),
        next_game=table.next_game,
    )


def _number(seat: Seat | None) -> int | None:
    return None if seat is None else int(seat)


def _ending(ended: LogEvent | None) -> Ending | None:
    if ended is None or ended.termination is None:
        return None
    return Ending(ended.termination, ended.winner, ended.at)


def _seals(table: Table) -> tuple[RoundSeal, ...]:
    over = len(table.session.outcomes) if table.session else 0
    return _opened(table.dealing, len(table.dealing.hands) if table.ended else over)


@lru_cache(maxsize=2048)  # they stay the same for a whole round
def _opened(dealing: Dealing, rounds: int) -> tuple[RoundSeal, ...]:
    """All seals, those of so many rounds with their secrets."""
    return tuple(
        RoundSeal(
            hand.round,
            hand.commitment.hex(),
            _hex(hand.player_commitments),
            _hex(hand.player_bytes),
            hand.secret.hex() if hand.round <= rounds else None,
        )
        for hand in dealing.hands
    )


def _hex(pair: tuple[bytes | None, bytes | None]) -> tuple[str | None, str | None]:
    first, second = (piece.hex() if piece else None for piece in pair)
    return first, second


def clock_view(clock: Clock) -> ClockView:
    """The clock in milliseconds."""
    return ClockView(clock.base, clock.increment, clock.per_turn)


def players_of(table: Table) -> tuple[Player, Player]:
    """Both seats' players."""
    facts = table.facts
    first, second = (
        Player(
            facts.names[seat],
            facts.level if seat == facts.computer else None,
            facts.bots[seat],
        )
        for seat in Seat
    )
    return first, second


def match_view(table: Table, person: str | None) -> Match:
    """The match as this person sees it; an invitation is shown to those who already sit."""
    facts = table.facts
    seats = facts.seats_of(person)
    return Match(
        id=facts.id,
        game=facts.name,
        rules=table.entry.game.rules_text,
        rounds=table.entry.game.rounds,
        sides=table.entry.game.sides,
        mode=facts.mode,
        rated=facts.rated,
        clock=clock_view(facts.clock),
        players=players_of(table),
        created=facts.created,
        state=state_of(table),
        seats=tuple(map(int, seats)),
        invite=facts.invite if seats and table.status == "waiting" else None,
    )


def update_since(table: Table, version: int) -> Update:
    """The events after that version, and the state."""
    return Update(table.log[version:], state_of(table))
