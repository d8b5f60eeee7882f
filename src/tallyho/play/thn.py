"""The grammar of game records: tags, tokens, limits, commands, and what is said of a bad text.

Reader and writer (record.py) both ask here, so whatever is written can be read again.
"""

import re
from datetime import date
from typing import Final

from tallyho.contract.errors import NotationError

REQUIRED_TAGS: Final = ("Game", "Rules", "Date", "Round", "Result", "Termination")
TERMINATIONS: Final = ("finished", "resigned", "agreed", "claimed", "timeout", "abandoned")

# The limits, in characters, keep a hostile file from filling the memory.
MAX_LINE: Final = 20_000
MAX_TAG: Final = 2_000
MAX_TURN: Final = 200
MAX_COMMENT: Final = 10_000
MAX_SECTION: Final = 2_000_000

# Control characters apart from the tab, everything that some tool takes for a line end, and halves
# of surrogate pairs, which are what undecodable bytes become under errors="surrogateescape".
CONTROL: Final = re.compile("[\0-\x08\n-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
BRACE: Final = re.compile("[{}]")
TAG_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_]{0,63}")
TAG: Final = re.compile(rf'[ \t]*\[({TAG_NAME.pattern})[ \t]+"((?:[^"\\\t]|\\["\\])*)"\][ \t]*')
TOKEN: Final = re.compile(
    r"""
      (?P<number> [0-9]+\.+ )
    | (?P<result> (?: \* | [0-9]+-[0-9]+ ) (?![^ \t{]) )
    | (?P<turn>   (?![$%();]) [!-Z\\^-z|~]+ )    # visible ASCII without brackets and braces
    | (?P<whole>  \{[^{}]*\} )
    | (?P<open>   \{[^{}]*\Z )
    | (?P<stray>  [^ \t] )
    """,
    re.VERBOSE,
)

_ROUND: Final = re.compile("[1-9][0-9]{0,8}")
_RESULT: Final = re.compile(r"\*|(?:0|[1-9][0-9]{0,5})-(?:0|[1-9][0-9]{0,5})")
_DATE: Final = re.compile(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")

# A tag's parts in their order, each with what to say when it is missing and where to point: at 1
# where it should begin, at 0 one character before, which for a value is its opening quote.
_TAG_PARTS: Final = (
    (re.compile(r"[ \t]*\["), 1, "a tag begins with ["),
    (TAG_NAME, 1, "a tag's name is a letter, then letters, digits and _"),
    (re.compile(r'[ \t]+"'), 1, 'a name of 64 characters at most, then a space and a " are due'),
    (
        re.compile(r'(?:[^"\\\t]|\\["\\])*+(?=["\\\t])'),
        0,
        "the value that begins here has no closing quote in its line",
    ),
    (re.compile('"'), 1, 'a value has no tabs; write \\" for a quote, \\\\ for a backslash'),
    (re.compile(r"\][ \t]*"), 1, 'a ] must follow the value; write \\" for a quote inside'),
)

_CLOCK: Final = re.compile(r"\[%clk ([0-9]{1,5}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\]")
_EVALUATION: Final = re.compile(r"\[%eval ([+-]?[0-9]{1,6}(?:\.[0-9]{1,4})?)\]")
_LONGEST_CLOCK: Final = 100_000 * 3_600_000
_HIGHEST_EVALUATION: Final = 999_999


def too_long(what: str, limit: int) -> str:
    """The refusal of something longer than a limit."""
    return f"a {what} may have {limit} characters at most"


def quote(text: str) -> str:
    """A text for an error message, cut where it is long."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def is_turn(text: str) -> bool:
    """Whether a text is one turn: no number, result, comment or tag, and nothing around it."""
    token = TOKEN.match(text)
    return bool(token and token.lastgroup == "turn" and token.end() == len(text) <= MAX_TURN)


def tag_trouble(text: str) -> tuple[int, str]:
    """The column where a line fails to be a tag, and why."""
    start = 0
    for part, offset, reason in _TAG_PARTS:
        found = part.match(text, start)
        if not found:
            return start + offset, reason
        start = found.end()
    return start + 1, "nothing may follow a tag in its line"


def value_trouble(name: str, value: str) -> str | None:
    """What is wrong with a tag's value, if anything."""
    if len(value) > MAX_TAG:
        return too_long("tag's value", MAX_TAG)
    if "\t" in value or CONTROL.search(value):
        return "a tag's value has no control characters"
    match name:
        case "Game" | "Rules" if not value:
            return f"{name} must not be empty"
        case "Round" if not _ROUND.fullmatch(value):
            return "Round is a number from 1 on, of at most nine digits"
        case "Result" if not _RESULT.fullmatch(value):
            return "Result is the points of both sides like 43-71, or *"
        case "Termination" if value not in TERMINATIONS:
            return f"Termination is one of {', '.join(TERMINATIONS)}"
        case "Date" if not _is_date(value):
            return "Date is a day like 2024.02.29, with ???? or ?? for what is unknown"
    return None


def stray_trouble(stray: re.Match[str]) -> tuple[int, str, str]:
    """The column, the field and the reason for a character that begins no token."""
    char, column = stray[0], stray.start() + 1
    if char == "{":
        # Only a second brace keeps an opening one from beginning a comment.
        return stray.string.index("{", column) + 1, "comment", "comments do not nest"
    if char == "}":
        return column, "comment", "no comment is open here"
    if char == "[":
        return column, "tag", "a tag among the turns: is the result before it missing?"
    return column, "turn", f"{char!r} cannot stand here"


def _is_date(value: str) -> bool:
    parts = _DATE.fullmatch(value)
    if not parts:
        return False
    # A leap year and a long month stand in for unknown parts: they forbid no possible day.
    year, month, day = parts[1].replace("????", "2000"), parts[2], parts[3]
    try:
        date(int(year), int(month.replace("??", "1")), int(day.replace("??", "1")))
    except ValueError:
        return False
    return True


def clock(comment: str) -> int | None:
    """The milliseconds left on a player's clock by `[%clk 0:05:03.2]`, None without one."""
    found = _CLOCK.search(comment)
    if not found:
        return None
    hours, minutes, seconds = map(int, found.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "").ljust(3, "0"))


def evaluation(comment: str) -> float | None:
    """The evaluation given by `[%eval 3.4]`, None without one."""
    found = _EVALUATION.search(comment)
    return float(found[1]) if found else None


def comment_text(text: str, clock_ms: int | None = None, evaluation: float | None = None) -> str:
    """A comment with its commands before the text; evaluations are rounded to two decimals."""
    words = [text] if text else []
    if evaluation is not None:
        words.insert(0, f"[%eval {_decimal(evaluation)}]")
    if clock_ms is not None:
        words.insert(0, f"[%clk {_hours(clock_ms)}]")
    return " ".join(words)


def _decimal(value: float) -> str:
    if not abs(value) <= _HIGHEST_EVALUATION:
        raise NotationError("eval", f"{value} is beyond {_HIGHEST_EVALUATION}")
    return str(round(float(value), 2) + 0.0)  # adding zero turns -0.0 into 0.0


def _hours(milliseconds: int) -> str:
    if not 0 <= milliseconds < _LONGEST_CLOCK:
        raise NotationError("clk", f"{milliseconds} is not a clock's time in milliseconds")
    seconds, thousandths = divmod(milliseconds, 1000)
    minutes, hours = seconds // 60 % 60, seconds // 3600
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{hours}:{minutes:02}:{seconds % 60:02}{fraction}"
