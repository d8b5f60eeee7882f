"""A table's match as a record (.thn), with the proof of every round that is over."""

from datetime import UTC, datetime

from tallyho.contract import NotNow
from tallyho.play.fair import proof_tags
from tallyho.play.record import Section, write_record
from tallyho.play.scribe import record_match
from tallyho.server.table.events import session_event
from tallyho.server.table.table import Table


def record_of(table: Table) -> str:
    """The record's text; NotNow before the match has begun."""
    return "".join(f"{line}\n" for section in sections_of(table) for line in write_record(section))


def sections_of(table: Table) -> list[Section]:
    """One section for each round that has begun."""
    session, opening, dealer = table.session, table.opening, table.dealer
    if session is None or opening is None or dealer is None:
        raise NotNow("there is no record before the match has begun")
    over = session.round if table.ended else len(session.outcomes)
    tags = {
        number: proof_tags(dealer.proof(number), revealed=number <= over)
        for number in range(1, session.round + 1)
    }
    date = datetime.fromtimestamp(table.facts.created / 1000, UTC).strftime("%Y.%m.%d")
    events = [made for event in table.log if (made := session_event(event)) is not None]
    return record_match(opening, events, table.facts.id, date, table.facts.names, tags)
