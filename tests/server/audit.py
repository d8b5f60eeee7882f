"""The audit of a site that has been through something: its log, its clocks, everybody's ledger."""

import json
from collections.abc import Iterator
from typing import Any

from crowd import Follower, Player, Seated
from sqlalchemy import Connection, select

from tallyho.analysis.verify import verify
from tallyho.play.actions import Ended, Played, SessionEvent
from tallyho.play.record import read_records
from tallyho.play.session import Session, open_session
from tallyho.server.storage import schema
from tallyho.server.storage.driver import driver_for
from tallyho.server.table.events import read_event, session_event
from tallyho.server.table.facts import Facts, facts_of

Troubles = Iterator[str]


class Books:
    """What the database says in the end, read without the site."""

    def __init__(self, connection: Connection) -> None:
        self.games = {row.id: row for row in connection.execute(select(schema.game))}
        self.events: dict[str, list[Any]] = {}
        event = schema.event
        for row in connection.execute(select(event).order_by(event.c.game, event.c.version)):
            self.events.setdefault(row.game, []).append(row)
        self.chat = {row.id: row for row in connection.execute(select(schema.chat))}
        self.steps: dict[str, list[Any]] = {}
        for row in connection.execute(select(schema.rating_step)):
            self.steps.setdefault(row.game, []).append(row)

    @classmethod
    async def of(cls, address: str) -> "Books":
        """The books of the database at this address."""
        driver = driver_for(address)
        try:
            return await driver.read(cls)
        finally:
            await driver.close()


def audit(books: Books, seated: Seated, shown: dict[str, Any], record: Any) -> Troubles:
    """Everything that is wrong with a match; `shown` and `record` are what the site says of it."""
    row, events = books.games[seated.game], books.events[seated.game]
    yield from _log_troubles(row, events)
    for player in seated.players:
        yield from _ledger_troubles(player, events)
        yield from _chat_troubles(player, books)
    yield from _stranger_troubles(seated, events)
    state = shown["state"]
    for follower in seated.followers:
        yield from _sight_troubles(follower, events, state)
    yield from _replay_troubles(facts_of(row), events, state)
    yield from _record_troubles(record, state)
    yield from _rating_troubles(row, books.steps.get(seated.game, []))


def _log_troubles(row: Any, events: list[Any]) -> Troubles:
    versions = [event.version for event in events]
    if versions != list(range(1, len(events) + 1)):
        yield f"the log has gaps: {versions}"
    if row.version != len(events):
        yield f"the row says version {row.version}, the log has {len(events)}"
    if row.status != "over" or row.deadline is not None or row.engine_due:
        yield f"it is stuck: {row.status}, deadline {row.deadline}, computer due {row.engine_due}"


def _ledger_troubles(player: Player, events: list[Any]) -> Troubles:
    """Every acknowledged action is there once, with the events that were told."""
    for entry in player.acknowledged:
        rows = [event for event in events if event.action == f"{player.seat}.{entry.action}"]
        if len(rows) != 1:
            yield f"action {entry.action} is in the log {len(rows)} times"
        elif _plain(events[rows[0].version - 1 : rows[0].last]) != entry.events:
            yield f"action {entry.action} made other events than were told"


def _plain(rows: list[Any]) -> list[dict[str, Any]]:
    return [json.loads(row.data) for row in rows]


def _stranger_troubles(seated: Seated, events: list[Any]) -> Troubles:
    """Nothing is in the log that nobody has sent."""
    sent = {f"{player.seat}.{action}" for player in seated.players for action in player.sent}
    for event in events:
        if event.action and not event.action.startswith("engine.") and event.action not in sent:
            yield f"nobody has sent {event.action}"


def _chat_troubles(player: Player, books: Books) -> Troubles:
    for number, text in player.said.items():
        line = books.chat.get(number)
        if line is None or (line.game, line.text) != (player.game, text):
            yield f"the chat has lost line {number}"


def _sight_troubles(follower: Follower, events: list[Any], state: dict[str, Any]) -> Troubles:
    if follower.log != _plain(events):
        yield "somebody has seen another log than the stored one"
    if follower.state != state:
        yield f"somebody has seen {follower.state}, the site shows {state}"


def _replay_troubles(facts: Facts, events: list[Any], state: dict[str, Any]) -> Troubles:
    """The session that the log replays to is the one that is shown, and its clocks were sane."""
    session = open_session(facts.entry.game, facts.entry.notation, facts.clock)
    last = 0
    for row in events:
        event = session_event(read_event(row.data))
        if event is None:
            continue
        if last:
            yield from _clock_troubles(session, event, last)
        session, last = session.after(event), event.at
        if min(session.clock.left) < 0:
            yield f"version {row.version}: a clock is below zero: {session.clock.left}"
    shown = state["position"], tuple(state["points"]), state["round"], state["left"]
    left = list(session.clock.left) if facts.clock.base is not None else None
    position = session.notation.write_position(session.position)
    if shown != (position, session.standing.points, session.round, left):
        yield f"replay gives {position}, {left}; the site shows {shown}"


def _clock_troubles(session: Session, event: SessionEvent, last: int) -> Troubles:
    deadline = session.deadline()
    if event.at < last:
        yield f"{event} comes before what went before it, {last}"
    if isinstance(event, Ended) and event.termination == "timeout" and event.at != deadline:
        yield f"the flag fell at {event.at}, the deadline was {deadline}"
    if isinstance(event, Played) and deadline is not None and event.at > deadline:
        yield f"{event} came after the deadline, {deadline}"


def _record_troubles(record: Any, state: dict[str, Any]) -> Troubles:
    """Every round of the record is legal and as its proof deals it."""
    if state["ended"] is None or not isinstance(record, str):
        return  # it is stuck, which is told already
    sections = list(read_records(record.splitlines(keepends=True)))
    if len(sections) != state["round"]:
        yield f"the record has {len(sections)} rounds of {state['round']}"
    for section in sections:
        if (misfit := verify(section).misfit) is not None:
            yield f"the record is not as the proof deals: {misfit}"


def _rating_troubles(row: Any, steps: list[Any]) -> Troubles:
    wanted = {row.first, row.second} if row.rated else set()
    if {step.person for step in steps} != wanted or len(steps) != len(wanted):
        yield f"the match was rated for {len(steps)} players, not for {len(wanted)}"
