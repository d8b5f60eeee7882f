"""One turn of the computer: found by the engine, or by lot where the engine fails."""

import logging
import random
import threading
import time
from collections.abc import Callable
from typing import Final

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import TallyhoError
from tallyho.engine import Habit, Limits
from tallyho.play.actions import Played, PlayTurn
from tallyho.play.session import Session
from tallyho.server import metrics
from tallyho.server.names import now_ms
from tallyho.server.table.events import session_event
from tallyho.server.table.shelf import Shelf
from tallyho.server.table.table import Events, Table

LOG: Final = logging.getLogger(__name__)
MOST_TIME: Final = 1000  # milliseconds
LEAST_TIME: Final = 20
TURNS_TO_COME: Final = 25

_entries = threading.local()  # engines keep what they have found, and are not shared by threads


def find_turn(table: Table, stopped: Callable[[], bool]) -> str:
    """The turn that the computer makes; runs in a thread of its own."""
    session = table.session
    assert session is not None
    began = time.perf_counter()
    try:
        turn = _think(_entry(table), session, _limits(table, session), stopped)
    except Exception:
        LOG.exception("engine failed", extra={"game": table.facts.id, "version": table.version})
        metrics.ENGINE_FAILURES.inc()
        turn = random.choice(session.game.legal(session.position))
    metrics.ENGINE_SECONDS.observe(time.perf_counter() - began)
    return session.notation.write(turn)


def _think(entry: Entry, session: Session, limits: Limits, stopped: Callable[[], bool]) -> object:
    """The engine's choice; one that the rules refuse counts as a failure."""
    *_, lines = entry.engine.think(session.position, limits, stopped)
    turn: object = session.game.turn_of(lines[0].moves[0])
    if turn not in session.game.legal(session.position):
        raise ValueError(f"the engine wants {turn}, which is not legal")
    return turn


def _entry(table: Table) -> Entry:
    """This thread's own engine for the game."""
    known: dict[tuple[str, str], Entry] = _entries.__dict__.setdefault("known", {})
    key = table.facts.name, table.facts.rules
    if key not in known:
        if len(known) >= 4:
            known.clear()
        known[key] = catalog.find(*key)
    return known[key]


def _limits(table: Table, session: Session) -> Limits:
    deadline = session.deadline()
    left = MOST_TIME if deadline is None else (deadline - now_ms()) // TURNS_TO_COME
    movetime = max(LEAST_TIME, min(MOST_TIME, left))
    return opponents_habit(table).told(Limits(level=table.facts.level, movetime=movetime))


def opponents_habit(table: Table) -> Habit:
    """What the whole match tells of the computer's opponent."""
    session, habit = table.opening, Habit()
    assert session is not None
    for event in map(session_event, table.log[session.version :]):
        if event is None:
            continue
        if isinstance(event, Played) and event.seat not in (None, table.facts.computer):
            habit = habit.after(session.position, session.notation.read_event(event.text))
        session = session.after(event)
    return habit


async def make_turn(shelf: Shelf, table: Table, text: str) -> bool:
    """Play the computer's turn, unless the match has gone on meanwhile."""
    seat = table.facts.computer
    assert seat is not None

    def decide(now_there: Table, now: int) -> Events:
        return now_there.act(seat, PlayTurn(text), table.version, now)

    try:
        await shelf.change(table.facts.id, decide, f"engine.{table.version}", table.version)
    except TallyhoError as error:
        # The match ended or was taken back while the engine was thinking; a scan looks again.
        LOG.info("engine turn not made", extra={"game": table.facts.id, "why": str(error)})
        return False
    return True
