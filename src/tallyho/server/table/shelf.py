"""The shelf of all tables: the only place where a table's log is read and grows.

A change is decided inside the transaction that stores it, on the state that replay gives. Tables in
memory are a cache: a row's version tells whether one is behind, and the missing events follow.
"""

import hmac
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from tallyho.contract import NotNow, StaleVersion, TallyhoError
from tallyho.play.actions import Seat
from tallyho.server import metrics
from tallyho.server.errors import NotAllowed, NotFound, Taken
from tallyho.server.jobs.jobs import Due, Jobs
from tallyho.server.live.bus import Bus, game_topic, person_topic
from tallyho.server.names import new_id, now_ms
from tallyho.server.push.bell import Bell
from tallyho.server.ratings.ladder import settle
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.storage.writer import Work
from tallyho.server.table.dealing import Drawer
from tallyho.server.table.events import LogEvent, read_event, write_event
from tallyho.server.table.facts import Facts, Sitter, columns_of, facts_of
from tallyho.server.table.table import Events, Table, first_events, new_table

Decide = Callable[[Table, int], Events]
FOR_PLAYERS: Final = frozenset({"seated", "ended", "rematch-asked"})
"""What both players are told wherever they are, not only at the table."""

# Built once: with a few rows to each statement, building them would cost more than running them.
_game, _event = schema.game.c, schema.event.c
_ROW: Final = select(schema.game).where(_game.id == bindparam("which"))
_LOCKED_ROW: Final = _ROW.with_for_update(key_share=True)  # what refers to the game may go on
_STORED: Final = select(_event.version, _event.last).where(
    _event.game == bindparam("which"), _event.action == bindparam("sent")
)
_CHANGE_ROW: Final = update(schema.game).where(_game.id == bindparam("which"))
_ADD_EVENTS: Final = insert(schema.event)
_EVENTS: Final = (
    select(_event.data)
    .where(_event.game == bindparam("which"), _event.version > bindparam("after"))
    .where(_event.version <= bindparam("until"))
    .order_by(_event.version)
)


class Behind(StaleVersion):
    """A stale version, with the table as it stands, so that what was missed can be told."""

    def __init__(self, sent: int, table: Table) -> None:
        super().__init__(sent, table.version)
        self.table = table


@dataclass(frozen=True, slots=True)
class Answer:
    """What was stored: the table afterwards, and the events that one action made."""

    table: Table
    events: Events
    refusal: TallyhoError | None = None  # events were stored, but not those that were asked for
    again: bool = False  # it had been stored before
    handed_over: bool = False  # the turn is somebody else's now


Also = Callable[[Connection, Answer], None]
Change = Work[Answer] | Work[Answer | TallyhoError]


class Shelf:
    """All tables of the site."""

    def __init__(self, db: Database, bus: Bus, most: int) -> None:
        self._db = db
        self._bus = bus
        self._most = most
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self.jobs: Jobs | None = None
        self.bell: Bell | None = None

    async def look(self, game: str, version: int | None = None) -> Table:
        """The table as it stands; who asks for a version is served from memory once it is there."""
        known = self._kept.get(game)
        if known is not None and version is not None and known.version >= version:
            return known
        return self._keep(await self._db.read(lambda connection: self._find(connection, game)))

    def create(self, connection: Connection, facts: Facts, drawer: Drawer) -> Table:
        """Put a new table up, in a transaction of somebody's work; `opened` tells of it after."""
        table = new_table(facts, drawer)
        events = first_events(table, facts.created)
        table = table.after(events)
        connection.execute(
            insert(schema.game).values(**columns_of(facts), **_progress(table, facts.created))
        )
        connection.execute(insert(schema.secret), list(_drawer_rows(facts.id, drawer)))
        _append(connection, facts.id, 0, events, None)
        return table

    async def opened(self, table: Table) -> None:
        """A new table is stored: tell its players."""
        await self._tell_players(self._keep(table), table.facts.created)

    async def _tell_players(self, table: Table, now: int) -> None:
        for person in {person for person in table.facts.people if person}:
            await self._bus.publish(person_topic(person), now)

    async def change(
        self,
        game: str,
        decide: Decide,
        action: str | None = None,
        seen: int | None = None,
        also: Also | None = None,
    ) -> Answer:
        """Let the table decide inside a transaction; answers or refuses once it is stored.

        `action` names the action: sent again, it gets the stored answer. `seen` is the version
        that its sender has seen. `also` is done in the same transaction.
        """

        def work(connection: Connection, seen: int | None = seen) -> Answer | TallyhoError:
            try:
                table = self._find(connection, game, lock=True)
                # Where nothing has happened since, the action has hardly happened either.
                stored = _stored(connection, table, action) if table.version != seen else None
                answer = stored or _decided_or_stored(connection, table, decide, action)
            except TallyhoError as refusal:  # nothing was written, so nothing has to be undone
                return refusal
            if also is not None and answer.refusal is None:
                also(connection, answer)
            return answer

        try:
            answer = await self._write(game, work, partial(work, seen=None))
        except TallyhoError:
            metrics.ACTIONS.labels("refused").inc()
            raise
        await self._tell(answer)
        if answer.refusal is not None:
            metrics.ACTIONS.labels("late").inc()
            raise answer.refusal
        metrics.ACTIONS.labels("again" if answer.again else "stored").inc()
        return answer

    async def expire(self, game: str) -> None:
        """End the match if a deadline has passed."""
        with suppress(NotNow):
            await self.change(game, lambda table, now: ())

    async def join(self, game: str, sitter: Sitter, invite: str) -> Answer:
        """Take the empty seat of a match that one was invited to."""

        def work(connection: Connection) -> Answer:
            table = self._find(connection, game, lock=True)
            if not hmac.compare_digest(invite, table.facts.invite or new_id()):
                raise NotAllowed("this invitation does not fit the game")
            if sitter.id in table.facts.people:
                return Answer(table, (), again=True)
            seat = _empty_seat(table)
            facts = _with(table.facts, seat, sitter)
            return _decided(connection, table, partial(_sit, seat), None, facts)

        answer = await self._write(game, work)
        await self._tell(answer)
        if answer.refusal is not None:
            raise answer.refusal
        return answer

    async def _write(self, game: str, work: Change, again: Change | None = None) -> Answer:
        """Run the work; if a row of its own was there already, once more on what is there."""
        try:
            answer = await self._db.write(work, game)
        except IntegrityError:
            self._kept.pop(game, None)
            answer = await self._db.write(again or work, game)
        if isinstance(answer, TallyhoError):
            raise answer
        return answer

    async def _tell(self, answer: Answer) -> None:
        table = self._keep(answer.table)
        if answer.events and not answer.again:
            await self._bus.publish(game_topic(table.facts.id), table.version)
            if any(event.kind in FOR_PLAYERS for event in answer.events):
                await self._tell_players(table, answer.events[-1].at)
            if table.engine_due and self.jobs is not None:
                person = next(filter(None, table.facts.people), "")
                self.jobs.ask(Due(table.facts.id, table.version, person))
            if answer.handed_over and self.bell is not None:
                self.bell.ring(table)

    def _keep(self, table: Table) -> Table:
        """Remember the table, the one used longest ago makes room."""
        known = self._kept.get(table.facts.id)
        if known is None or known.version <= table.version:
            self._kept[table.facts.id] = table
        self._kept.move_to_end(table.facts.id)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        metrics.TABLES.set(len(self._kept))
        return table

    def _find(self, connection: Connection, game: str, lock: bool = False) -> Table:
        row = connection.execute(_LOCKED_ROW if lock else _ROW, {"which": game}).first()
        if row is None:
            raise NotFound("there is no such game")
        table, facts = self._kept.get(game), facts_of(row)
        if table is None or table.version > row.version:
            table = new_table(facts, _drawer(connection, game))
        elif table.facts != facts:
            table = replace(table, facts=facts)
        if table.version < row.version:
            table = table.after(_events(connection, game, table.version, row.version))
        return table


def _empty_seat(table: Table) -> Seat:
    if table.status != "waiting":
        raise Taken("both seats are taken; you may watch")
    return Seat.FIRST if table.facts.people[0] is None else Seat.SECOND


def _sit(seat: Seat, _: Table, now: int) -> Events:
    return (LogEvent("seated", now, int(seat)),)


def _with(facts: Facts, seat: Seat, sitter: Sitter) -> Facts:
    seats = [Sitter(*there) for there in zip(facts.people, facts.names, facts.bots, strict=True)]
    seats[seat] = sitter
    first, second = seats
    return replace(
        facts,
        people=(first.id, second.id),
        names=(first.name, second.name),
        bots=(first.bot, second.bot),
    )


def _decided_or_stored(
    connection: Connection, table: Table, decide: Decide, action: str | None
) -> Answer:
    """What the table decides; an action that it refuses may be an old one under a new version."""
    try:
        return _decided(connection, table, decide, action)
    except TallyhoError:
        if (stored := _stored(connection, table, action)) is None:
            raise
        return stored


def _decided(
    connection: Connection,
    table: Table,
    decide: Decide,
    action: str | None,
    facts: Facts | None = None,
) -> Answer:
    """Store what the table decides, or, if that came first, that its time is up.

    `facts` are new ones, because somebody sits down.
    """
    now = now_ms()
    refusal = None
    if events := table.expire(now):
        refusal, action = NotNow("the time is up; the match is decided by the clock"), None
    else:
        table = replace(table, facts=facts or table.facts)
        try:
            events = decide(table, now)
        except StaleVersion as error:
            raise Behind(error.sent, table) from None
    after = table.after(events)
    if events:
        _append(connection, table.facts.id, table.version, events, action)
        columns = {**(columns_of(facts) if facts else {}), **_progress(after, now)}
        connection.execute(_CHANGE_ROW, {"which": table.facts.id, **columns})
    if after.ended is not None and table.ended is None and table.facts.rated:
        settle(connection, after.facts, after.ended, now)
    handed_over = after.seat_to_act not in (None, table.seat_to_act)
    return Answer(after, events, refusal, handed_over=handed_over)


def _progress(table: Table, now: int) -> dict[str, Any]:
    """What the row says about the log."""
    ended = table.ended
    return {
        "status": table.status,
        "version": table.version,
        "deadline": None if ended else table.deadline(),
        "engine_due": ended is None and table.engine_due,
        "to_act": None if ended else table.seat_to_act,
        "winner": ended.winner if ended else None,
        "termination": ended.termination if ended else None,
        "changed": now,
    }


def _append(
    connection: Connection, game: str, version: int, events: Events, action: str | None
) -> None:
    rows = [
        {
            "game": game,
            "version": version + number,
            "action": action if number == 1 else None,
            "last": version + len(events),
            "data": write_event(event),
        }
        for number, event in enumerate(events, 1)
    ]
    connection.execute(_ADD_EVENTS, rows)


def _stored(connection: Connection, table: Table, action: str | None) -> Answer | None:
    """The answer that this action got when it was sent first.

    Not asked for together with the row: while PostgreSQL waits for that lock, the rest of the
    statement grows old.
    """
    if action is None:
        return None
    row = connection.execute(_STORED, {"which": table.facts.id, "sent": action}).first()
    return Answer(table, table.log[row.version - 1 : row.last], again=True) if row else None


def _events(connection: Connection, game: str, after: int, last: int) -> Events:
    rows = connection.execute(_EVENTS, {"which": game, "after": after, "until": last})
    return tuple(read_event(data) for data in rows.scalars())


def _drawer(connection: Connection, game: str) -> Drawer:
    secret = schema.secret.c
    query = select(secret.secret, secret.computer).where(secret.game == game)
    rows = (connection.execute(query.order_by(secret.round))).all()
    computer = tuple(row.computer for row in rows if row.computer is not None)
    return Drawer(tuple(row.secret for row in rows), computer)


def _drawer_rows(game: str, drawer: Drawer) -> Iterator[dict[str, Any]]:
    pieces = drawer.computer or (None,) * len(drawer.secrets)
    for number, (secret, piece) in enumerate(zip(drawer.secrets, pieces, strict=True), 1):
        yield {"game": game, "round": number, "secret": secret, "computer": piece}
