"""The position text: nine fields, canonical or refused by field; then checked for sense."""

import re
from typing import Final

from tallyho.contract import NotationError, Side
from tallyho.games.hunt.board import (
    CENTRE,
    NAMES,
    SPACE,
    SPACES,
    Space,
    from_rows,
)
from tallyho.games.hunt.board import rows as board_rows
from tallyho.games.hunt.position import Ban, Position
from tallyho.games.hunt.position_checks import LEFT, QUIET, check_position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import (
    BLUE,
    BROWN,
    EMPTY,
    FACE_DOWN,
    FACES,
    KINDS,
    SIDES,
    Winnings,
)

FIELDS: Final = (
    "board",
    "side to move",
    "blue's winnings",
    "brown's winnings",
    "lock",
    "blue's ban",
    "brown's ban",
    QUIET,
    LEFT,
)
_ROW: Final = re.compile(rf"(?:[1-7]|[{re.escape(FACES + FACE_DOWN)}])+")
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,5}")


def write_position(position: Position) -> str:
    """The nine fields."""
    return " ".join(
        (
            "/".join(_write_row(row) for row in board_rows(position.board)),
            SIDES[position.to_move],
            *map(_write_winnings, position.winnings),
            "-" if position.lock is None else NAMES[position.lock],
            *map(_write_ban, position.bans),
            _write_number(position.quiet),
            _write_number(position.left),
        )
    )


def _write_row(row: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run.group())), row)


def _write_winnings(winnings: Winnings) -> str:
    parts = (
        kind.letter + (str(count) if count > 1 else "")
        for kind, count in zip(KINDS, winnings, strict=True)
        if count
    )
    return "".join(parts) or "-"


def _write_ban(ban: Ban | None) -> str:
    return "-" if ban is None else f"{NAMES[ban.now]}>{NAMES[ban.original]}"


def _write_number(number: int | None) -> str:
    return "-" if number is None else str(number)


def read_position(text: str, rules: Rules) -> Position:
    """The position that the text describes; NotationError names the first field that is wrong."""
    fields = text.split(" ")
    if len(fields) != len(FIELDS):
        raise NotationError("position", f"nine fields are needed, not {len(fields)}")
    position = Position(
        board=_read_board(fields[0]),
        to_move=_read_side(fields[1]),
        winnings=(_read_winnings(BLUE, fields[2]), _read_winnings(BROWN, fields[3])),
        lock=None if fields[4] == "-" else _read_space("lock", fields[4]),
        bans=(_read_ban(BLUE, fields[5]), _read_ban(BROWN, fields[6])),
        quiet=_read_number(FIELDS[7], fields[7]),
        left=_read_number(FIELDS[8], fields[8]),
    )
    check_position(position, rules)
    return position


def _read_board(text: str) -> str:
    lines = text.split("/")
    if len(lines) != 7:
        raise NotationError("board", f"seven ranks are needed, not {len(lines)}")
    board_lines = []
    for rank, line in zip("8765432", lines, strict=True):
        spread = re.sub("[1-7]", lambda run: EMPTY * int(run.group()), line)
        if not _ROW.fullmatch(line) or len(spread) != 7 or _write_row(spread) != line:
            raise NotationError("board", f"rank {rank} does not describe seven spaces")
        board_lines.append(spread)
    board = from_rows(tuple(board_lines))
    if board[CENTRE] == FACE_DOWN:
        raise NotationError("board", "e5 is empty at the start, so no tile lies face down there")
    return board


def _read_side(text: str) -> Side:
    if text not in SIDES:
        raise NotationError("side to move", "must be blue or brown")
    return Side(SIDES.index(text))


def _read_winnings(side: Side, text: str) -> Winnings:
    counts = tuple(_count(kind.letter, text) for kind in KINDS)
    b, f, l, h, p, d, t = counts  # noqa: E741 - l is the lumberjack's letter
    winnings = (b, f, l, h, p, d, t)
    if _write_winnings(winnings) != text:
        reason = "letters in the order BFLHPDT, each with its count above 1, or - are needed"
        raise NotationError(f"{SIDES[side]}'s winnings", reason)
    return winnings


def _count(letter: str, text: str) -> int:
    found = re.search(f"{letter}([0-9]{{0,2}})", text)
    return int(found.group(1) or 1) if found else 0


def _read_space(field: str, text: str) -> Space:
    space = SPACE.get(text)
    if space not in SPACES:
        raise NotationError(field, "must name a space from b2 to h8, or be -")
    return space


def _read_ban(side: Side, text: str) -> Ban | None:
    if text == "-":
        return None
    field = f"{SIDES[side]}'s ban"
    now, arrow, original = text.partition(">")
    if not arrow:
        raise NotationError(field, "must be written now>original, as in f3>g3, or be -")
    return Ban(_read_space(field, now), _read_space(field, original))


def _read_number(field: str, text: str) -> int | None:
    if text == "-":
        return None
    if not _NUMBER.fullmatch(text):
        raise NotationError(field, "must be a plain number or -")
    return int(text)
