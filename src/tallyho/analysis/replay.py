"""Plays a recorded round again: every turn must be legal, the result the recorded one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import IllegalTurn, NotationError, TallyhoError
from tallyho.play.record import RecordError, Section, require_tags


class ReplayError(TallyhoError):
    """A recorded round that does not follow the rules; `line` is where its section begins."""

    def __init__(self, line: int, where: str, reason: str) -> None:
        super().__init__(line, where, reason)
        self.line = line
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        return f"the round at line {self.line}, {self.where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a round: its place, and the positions around it."""

    number: int  # the record turn it belongs to, counted from 1
    turn: str  # that turn's text
    event: Any
    before: Any
    after: Any


def entry_of(section: Section) -> Entry:
    """The game that the section's tags name; RecordError where there is no such game."""
    try:
        entry = catalog.find(section.tags["Game"], section.tags["Rules"])
    except NotationError as error:
        tag = "Game" if error.field == "game" else "Rules"
        raise RecordError(section.line, 1, tag, f"the tag {tag}: {error.reason}") from error
    require_tags(section, [side.capitalize() for side in entry.game.sides])
    return entry


def moments(section: Section, entry: Entry) -> Iterator[Moment]:
    """The round event by event.

    Raises ReplayError at the first turn that the rules refuse or where the result does not fit,
    RecordError at a turn that is none.
    """
    position = entry.game.start()
    for number, turn in enumerate(section.turns, 1):
        try:
            for event in entry.notation.read_record_turn(turn.text):
                reached = entry.game.play(position, event)
                yield Moment(number, turn.text, event, position, reached)
                position = reached
        except IllegalTurn as error:
            where = f"turn {number} ({turn.text})"
            raise ReplayError(section.line, where, str(error)) from error
        except NotationError as error:
            reason = f"in the round that begins here, turn {number}: {error.reason}"
            raise RecordError(section.line, 1, "turn", reason) from error
    _check_result(section, entry, position)


def _check_result(section: Section, entry: Entry, position: Any) -> None:
    """A finished round has ended on the board, with the recorded points."""
    outcome = entry.game.outcome(position)
    finished = section.tags["Termination"] == "finished"
    if finished and outcome is None:
        reason = "Termination says finished, but the round goes on after the last turn"
        raise ReplayError(section.line, "the end", reason)
    if outcome is not None:
        points = "{}-{}".format(*outcome.points)
        if section.result != points:
            reason = f"Result says {section.result}, the turns give {points}"
            raise ReplayError(section.line, "the end", reason)


def replay(section: Section) -> Any:
    """The last position of the round, after checking all of it."""
    entry = entry_of(section)
    position = entry.game.start()
    for moment in moments(section, entry):
        position = moment.after
    return position
