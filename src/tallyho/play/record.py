"""Game records (`.thn`): PGN's shape, one section for each round, read as a stream.

    [Game "hunt"]
    [Rules "kosmos"]
    …

    {before the first turn} 1. d4=F g7=T {[%clk 0:05:03.2]} 2. d4-d5 c3=^ 43-71

This room knows no game: a turn is a word of visible ASCII characters, kept as text. Every section
needs the tags of REQUIRED_TAGS; the two players stand under their colours, which only a game knows,
so whoever knows the game asks for those with `require_tags`. What stands between braces is kept to
the letter, line ends included; several comments behind one turn are joined by a space.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TextIO

from tallyho.contract.errors import NotationError
from tallyho.play.thn import (
    BRACE,
    CONTROL,
    MAX_COMMENT,
    MAX_LINE,
    MAX_SECTION,
    MAX_TURN,
    REQUIRED_TAGS,
    TAG,
    TAG_NAME,
    TERMINATIONS,
    TOKEN,
    clock,
    comment_text,
    evaluation,
    is_turn,
    quote,
    stray_trouble,
    tag_trouble,
    too_long,
    value_trouble,
)

__all__ = [
    "REQUIRED_TAGS",
    "TERMINATIONS",
    "RecordError",
    "RecordTurn",
    "Section",
    "Tags",
    "bounded_lines",
    "clock",
    "comment_text",
    "evaluation",
    "read_records",
    "require_tags",
    "write_record",
]

WIDTH: Final = 80

_ESCAPED: Final = re.compile(r'\\(["\\])')
_TO_ESCAPE: Final = re.compile(r'["\\]')


class RecordError(NotationError):
    """A record that cannot be read; `line` and `column`, both from 1, say where."""

    def __init__(self, line: int, column: int, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.args = (line, column, field, reason)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class Tags(Mapping[str, str]):
    """A section's tags in their order, unchangeable; tags that are equal hash equally."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Tags({self._values!r})"


@dataclass(frozen=True, slots=True)
class RecordTurn:
    """One turn as the record writes it, and the comment behind it."""

    text: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One round: its tags, its turns, the comment before them, and the line where it began."""

    tags: Mapping[str, str]
    turns: tuple[RecordTurn, ...] = ()
    comment: str = ""
    line: int = field(default=1, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.tags, Tags):
            object.__setattr__(self, "tags", Tags(self.tags))

    @property
    def result(self) -> str:
        """The tag Result, which the last token repeats: `43-71`, or `*` where nobody has won."""
        return self.tags.get("Result", "*")


def require_tags(section: Section, names: Iterable[str]) -> None:
    """Return if the section has every named tag; raises RecordError for the first one missing."""
    for name in names:
        if name not in section.tags:
            raise RecordError(section.line, 1, name, f"this section has no tag {name}")


def bounded_lines(stream: TextIO) -> Iterator[str]:
    """A file's lines; one without an end is cut where `read_records` refuses it anyway."""
    return iter(partial(stream.readline, MAX_LINE + 4), "")


def read_records(lines: Iterable[str]) -> Iterator[Section]:
    """Each section as soon as its result is read; what cannot be read raises RecordError.

    Only one section is held at a time. Lines may keep their line ends.
    """
    draft = None
    for number, line in enumerate(lines, 1):
        text = _clean(line, number)
        if draft is None:
            if not text.strip(" \t"):
                continue
            draft = _Draft(number)
        draft.take(text, number)
        if draft.done:
            yield draft.section()
            draft = None
    if draft is not None:
        raise draft.unfinished()


def _clean(line: str, number: int) -> str:
    text = line.removesuffix("\n").removesuffix("\r")
    if number == 1:
        text = text.removeprefix("\ufeff")
    if len(text) > MAX_LINE:
        raise RecordError(number, MAX_LINE + 1, "line", too_long("line", MAX_LINE))
    # No control character is printable; asking that first spares most lines the search.
    if not text.isprintable() and (found := CONTROL.search(text)):
        code = ord(found[0])
        reason = f"the control character U+{code:04X} is not allowed"
        if 0xD800 <= code <= 0xDFFF:  # how Python keeps a byte that it cannot decode
            reason = "this is not UTF-8 text"
        raise RecordError(number, found.start() + 1, "line", reason)
    return text


class _Draft:
    """One section while its lines come in."""

    def __init__(self, line: int) -> None:
        self.began = self.line = line
        self.size = 0
        self.tags: dict[str, str] = {}
        self.in_tags = True
        self.texts: list[str] = []
        self.comments = [""]  # the section's own, then one for each turn
        self.numbered = False  # whether the coming turn has had its number
        self.open: tuple[int, int] | None = None  # where the comment began that is still open
        self.pending = ""  # what that comment holds so far
        self.done = False

    def section(self) -> Section:
        turns = tuple(map(RecordTurn, self.texts, self.comments[1:]))
        return Section(Tags(self.tags), turns, self.comments[0], self.began)

    def unfinished(self) -> RecordError:
        if self.open:
            return RecordError(*self.open, "comment", "this comment is never closed")
        return RecordError(self.began, 1, "section", "the section that begins here has no result")

    def take(self, text: str, line: int) -> None:
        self.line = line
        self.size += len(text) + 1
        if self.size > MAX_SECTION:
            raise self._error(1, "section", too_long("section", MAX_SECTION))
        if self.in_tags and text.lstrip(" \t").startswith("["):
            self._tag(text)
            return
        if self.in_tags:
            self._close_tags()
        start = self._go_on(text, self.open) if self.open else 0
        for token in TOKEN.finditer(text, start):
            self._token(token)

    def _error(self, column: int, field: str, reason: str) -> RecordError:
        return RecordError(self.line, column, field, reason)

    def _tag(self, text: str) -> None:
        tag = TAG.fullmatch(text)
        if not tag:
            column, reason = tag_trouble(text)
            raise self._error(column, "tag", reason)
        name, value = tag[1], _ESCAPED.sub(r"\1", tag[2])
        if name in self.tags:
            raise self._error(tag.start(1) + 1, name, f"this section already has a tag {name}")
        if trouble := value_trouble(name, value):
            raise self._error(tag.start(2) + 1, name, trouble)
        self.tags[name] = value

    def _close_tags(self) -> None:
        if not self.tags:
            raise self._error(1, "section", 'a section begins with its tags, like [Game "hunt"]')
        for name in REQUIRED_TAGS:
            if name not in self.tags:
                raise RecordError(self.began, 1, name, f"this section has no tag {name}")
        self.in_tags = False

    def _token(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "turn":
            self._turn(token)
        elif kind == "number":
            self._number(token)
        elif kind == "whole":
            self._comment(token[0][1:-1], (self.line, token.start() + 1))
        elif kind == "open":
            self.open, self.pending = (self.line, token.start() + 1), token[0][1:]
        elif kind == "result":
            self._result(token)
        else:
            raise self._error(*stray_trouble(token))

    def _turn(self, token: re.Match[str]) -> None:
        turn = token[0]
        if len(turn) > MAX_TURN:
            raise self._error(token.start() + 1, "turn", too_long("turn", MAX_TURN))
        if not self.numbered and len(self.texts) % 2 == 0:
            reason = f"{quote(turn)} needs the number {len(self.texts) // 2 + 1}. before it"
            raise self._error(token.start() + 1, "number", reason)
        self.numbered = False
        self.texts.append(turn)
        self.comments.append("")

    def _number(self, token: re.Match[str]) -> None:
        number, second = divmod(len(self.texts), 2)
        wanted = f"{number + 1}..." if second else f"{number + 1}."
        if self.numbered or token[0] != wanted:
            due = "a turn" if self.numbered or second else wanted
            reason = f"{quote(token[0])} is wrong here, {due} is due"
            raise self._error(token.start() + 1, "number", reason)
        self.numbered = True

    def _result(self, token: re.Match[str]) -> None:
        column, tag = token.start() + 1, self.tags["Result"]
        if self.numbered:
            raise self._error(column, "turn", "a turn must follow its number, not the result")
        if token[0] != tag:
            reason = f"the result {quote(token[0])} is not that of the tag Result, {tag}"
            raise self._error(column, "result", reason)
        rest = token.string[token.end() :].lstrip(" \t")
        if rest:
            column = len(token.string) - len(rest) + 1
            raise self._error(column, "result", "nothing may follow the result in its line")
        self.done = True

    def _go_on(self, text: str, began: tuple[int, int]) -> int:
        """Take what `text` adds to the open comment; returns where the turns go on."""
        brace = BRACE.search(text)
        self.pending += "\n" + (text[: brace.start()] if brace else text)
        if not brace:
            self._check_comment(self.pending, began)
            return len(text)
        if brace[0] == "{":
            reason = "a comment inside the one that line {}, column {} began".format(*began)
            raise self._error(brace.start() + 1, "comment", reason)
        self._comment(self.pending, began)
        self.open = None
        return brace.end()

    def _comment(self, comment: str, began: tuple[int, int]) -> None:
        before = self.comments[-1]
        self.comments[-1] = f"{before} {comment}" if before else comment
        self._check_comment(self.comments[-1], began)

    def _check_comment(self, comment: str, began: tuple[int, int]) -> None:
        if len(comment) > MAX_COMMENT:
            reason = too_long("comment", MAX_COMMENT) + "; is its } missing?"
            raise RecordError(*began, "comment", reason)


def write_record(section: Section) -> Iterator[str]:
    """The section's lines, without line ends; a section that could not be read back is refused.

    The last line is blank, so sections can follow one another. NotationError comes at once, before
    any line does.
    """
    _check_section(section)
    lines = [_tag_line(name, value) for name, value in section.tags.items()]
    lines += ["", *_wrapped(_words(section)), ""]
    if sum(map(len, lines)) + len(lines) > MAX_SECTION:
        raise NotationError("section", too_long("section", MAX_SECTION))
    return iter(lines)


def _check_section(section: Section) -> None:
    for name in REQUIRED_TAGS:
        if name not in section.tags:
            raise NotationError(name, "this tag is required")
    for name, value in section.tags.items():
        if not TAG_NAME.fullmatch(name):
            raise NotationError(quote(name), "a tag's name is a letter, then letters, digits and _")
        if trouble := value_trouble(name, value):
            raise NotationError(name, trouble)
    _check_written_comment("comment before the first turn", section.comment)
    for number, turn in enumerate(section.turns, 1):
        if not is_turn(turn.text):
            raise NotationError(f"turn {number}", f"{quote(turn.text)!r} is not one word of a turn")
        if turn.comment:
            _check_written_comment(f"comment on turn {number}", turn.comment)


def _check_written_comment(field: str, comment: str) -> None:
    if len(comment) > MAX_COMMENT:
        raise NotationError(field, too_long("comment", MAX_COMMENT))
    if BRACE.search(comment):
        raise NotationError(field, "a comment has no braces")
    if CONTROL.search(comment.replace("\n", "")):
        raise NotationError(field, "a comment has no control characters but tabs and line ends")


def _tag_line(name: str, value: str) -> str:
    escaped = _TO_ESCAPE.sub(r"\\\g<0>", value)
    return f'[{name} "{escaped}"]'


def _words(section: Section) -> Iterator[str]:
    """What must not be torn apart: a turn with its number, a comment, the result."""
    if section.comment:
        yield f"{{{section.comment}}}"
    for index, turn in enumerate(section.turns):
        yield turn.text if index % 2 else f"{index // 2 + 1}. {turn.text}"
        if turn.comment:
            yield f"{{{turn.comment}}}"
    yield section.result


def _wrapped(words: Iterable[str]) -> list[str]:
    lines = [""]
    for word in words:
        first, *rest = word.split("\n")
        if not lines[-1]:
            lines[-1] = first
        elif len(lines[-1]) + 1 + len(first) <= WIDTH:
            lines[-1] += f" {first}"
        else:
            lines.append(first)
        lines += rest
    return lines
