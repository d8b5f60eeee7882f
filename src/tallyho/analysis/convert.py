"""Records in other shapes: JSON lines for programs, position texts for studies."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, TextIO

from tallyho.analysis.replay import entry_of, moments
from tallyho.contract import NotationError
from tallyho.play.record import RecordError, RecordTurn, Section, read_records, write_record
from tallyho.play.thn import MAX_SECTION

# The shortest turn, `a `, takes eight times as much as {"text": "a"}; twice that leaves room.
MAX_JSON_LINE: Final = 16 * MAX_SECTION


def bounded_json_lines(stream: TextIO) -> Iterator[str]:
    """A file's lines; one without an end is cut where `from_json_lines` refuses it anyway."""
    return iter(partial(stream.readline, MAX_JSON_LINE + 1), "")


def to_json_line(section: Section) -> str:
    """One round as one line of JSON."""
    turns = [
        {"text": turn.text, "comment": turn.comment} if turn.comment else {"text": turn.text}
        for turn in section.turns
    ]
    value = {"tags": dict(section.tags), "comment": section.comment, "turns": turns}
    return json.dumps(value, ensure_ascii=False)


def from_json_lines(lines: Iterable[str]) -> Iterator[Section]:
    """Rounds from lines of JSON; RecordError with the line for anything that is not one."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _section(number, line)


def _section(number: int, line: str) -> Section:
    value = _value(number, line)
    try:
        turns = tuple(_turn(turn) for turn in value["turns"])
        tags = {_text(name): _text(tag) for name, tag in value["tags"].items()}
        section = Section(tags, turns, _text(value.get("comment", "")), number)
    except (AttributeError, KeyError, TypeError) as error:
        reason = "an object with tags, turns and comment is needed"
        raise RecordError(number, 1, "json", reason) from error
    try:
        return replace(_checked(section), line=number)
    except NotationError as error:
        raise RecordError(number, 1, error.field, f"{error.field}: {error.reason}") from error


def _value(number: int, line: str) -> Any:
    if len(line) > MAX_JSON_LINE:
        reason = f"a line may have {MAX_JSON_LINE} characters at most"
        raise RecordError(number, MAX_JSON_LINE + 1, "json", reason)
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(number, error.colno, "json", f"not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(number, 1, "json", f"not JSON: {error}") from error


def _turn(value: Any) -> RecordTurn:
    return RecordTurn(_text(value["text"]), _text(value.get("comment", "")))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is needed")
    return value


def _checked(section: Section) -> Section:
    """The section as the record reader sees it, so that JSON gets past no check."""
    [same] = read_records(write_record(section))
    return same


def to_positions(section: Section) -> Iterator[str]:
    """Every position of the round as text, the start first."""
    entry = entry_of(section)
    yield entry.notation.write_position(entry.game.start())
    for moment in moments(section, entry):
        yield entry.notation.write_position(moment.after)
