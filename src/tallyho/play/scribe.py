"""Writes a match down: its events become one record section for each round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tallyho.contract import Outcome
from tallyho.play.actions import Began, Ended, Played, SessionEvent, TookBack
from tallyho.play.record import RecordTurn, Section
from tallyho.play.session import Session
from tallyho.play.thn import comment_text


@dataclass(slots=True)
class RoundNotes:
    """What was played in one round, and how it stood or ended."""

    number: int
    events: list[Any] = field(default_factory=list)
    left: list[int | None] = field(default_factory=list)  # on the clock of whoever made each event
    outcome: Outcome | None = None


def rounds_of(session: Session, events: Iterable[SessionEvent]) -> list[RoundNotes]:
    """The match's rounds, without what was taken back; `session` is the state before any event."""
    rounds = [RoundNotes(1)]
    for event in events:
        before, session = session, session.after(event)
        if isinstance(event, Played):
            rounds[-1].events.append(session.notation.read_event(event.text))
            rounds[-1].left.append(_left(session, event))
        elif isinstance(event, TookBack):
            del rounds[-1].events[-event.turns :], rounds[-1].left[-event.turns :]
        if len(session.outcomes) > len(before.outcomes):
            rounds[-1].outcome = session.outcomes[-1]
        if session.round > before.round:
            rounds.append(RoundNotes(session.round))
    return rounds


def _left(session: Session, played: Played) -> int | None:
    live = session.clock.clock.base is not None and played.seat is not None
    return session.clock.left[played.seat or 0] if live else None


def record_match(
    session: Session,
    events: Sequence[SessionEvent],
    match_name: str,
    date: str,
    players: tuple[str, str],
    round_tags: Mapping[int, Mapping[str, str]] | None = None,
) -> list[Section]:
    """The match as record sections; `players` by seat, `round_tags` add such tags as a proof's."""
    if not events or not isinstance(events[0], Began):
        raise ValueError("a match begins with Began")
    ended = events[-1] if isinstance(events[-1], Ended) else None
    return [
        _section(session, notes, ended, match_name, date, players, (round_tags or {}))
        for notes in rounds_of(session, events)
    ]


def _section(
    session: Session,
    notes: RoundNotes,
    ended: Ended | None,
    match_name: str,
    date: str,
    players: tuple[str, str],
    round_tags: Mapping[int, Mapping[str, str]],
) -> Section:
    game = session.game
    first, second = players if notes.number % 2 else players[::-1]
    outcome = notes.outcome
    termination = "finished" if outcome else ended.termination if ended else "abandoned"
    tags = {
        "Game": game.name,
        "Rules": game.rules_text,
        "Match": match_name,
        "Date": date,
        "Round": str(notes.number),
        game.sides[0].capitalize(): first,
        game.sides[1].capitalize(): second,
        "Result": "*" if outcome is None else "{}-{}".format(*outcome.points),
        "Termination": termination,
    }
    if outcome is None and ended and ended.winner is not None:
        # Seat 0 has the first side in odd rounds.
        tags["Winner"] = game.sides[(ended.winner + notes.number + 1) % 2]
    extra = round_tags.get(notes.number, {})
    return Section({**tags, **extra}, tuple(_turns(session, notes)))


def _turns(session: Session, notes: RoundNotes) -> Iterator[RecordTurn]:
    """The round's turns, each with the time that it has left on a live clock."""
    end = 0
    for text in session.notation.write_record_turns(notes.events):
        begin, end = end, end + len(session.notation.read_record_turn(text))
        left = [time for time in notes.left[begin:end] if time is not None]
        yield RecordTurn(text, comment_text("", left[-1]) if left else "")
