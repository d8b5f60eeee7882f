"""The position text: nine fields, read strictly – canonical and consistent or refused by field."""

import re
from typing import Final

from tallyho.contract import NotationError, Side
from tallyho.games.hunt.board import (
    CENTRE,
    NAMES,
    SPACE,
    SPACES,
    START_BOARD,
    WAYS,
    Space,
    from_rows,
    is_clear,
)
from tallyho.games.hunt.board import rows as board_rows
from tallyho.games.hunt.position import Ban, Position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import (
    BIRDS,
    BLUE,
    BROWN,
    EMPTY,
    FACE_DOWN,
    FACES,
    KIND,
    KINDS,
    MOVABLE,
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
    "turns since the last turn-over",
    "turns left",
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
    _check_tiles(position)
    _check_counters(position, rules)
    _check_lock(position)
    for side in Side:
        _check_ban(position, side, rules)
    _check_last_turns(position, rules)
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


def _check_tiles(position: Position) -> None:
    """48 tiles in all (H2), and nobody has won what nobody could win (H7, H12)."""
    for kind, count in zip(KINDS, position.bag, strict=True):
        if count < 0:
            raise NotationError("board", f"more than {kind.count} {kind.name} tiles")
    bag = sum(position.bag)
    if bag != position.face_down:
        reason = f"{position.face_down} tiles lie face down, but {bag} are unaccounted for"
        raise NotationError("board", reason)
    for side, winnings in zip(Side, position.winnings, strict=True):
        for kind, count in zip(KINDS, winnings, strict=True):
            if count and (kind.letter == "T" and side is BLUE):
                raise NotationError("blue's winnings", "blue has no tile that captures trees")
            if count and kind.owner is side and position.face_down:
                reason = f"no {kind.name} can have left before the final phase"
                raise NotationError(f"{SIDES[side]}'s winnings", reason)


def _check_counters(position: Position, rules: Rules) -> None:
    if position.board == START_BOARD and (position.to_move is BROWN or position.quiet):
        raise NotationError(FIELDS[1], "with every tile face down blue has the first turn")
    final = not position.face_down
    if (position.quiet is None) != final:
        raise NotationError(FIELDS[7], "must be - in the final phase and a number before it")
    if (position.left is None) == final:
        raise NotationError(FIELDS[8], "must be a number in the final phase and - before it")
    if position.left is not None and position.left > rules.last_turns:
        raise NotationError(FIELDS[8], f"must be at most {rules.last_turns}")


def _check_lock(position: Position) -> None:
    if position.lock is not None and position.board[position.lock] not in BIRDS:
        raise NotationError("lock", f"no duck or pheasant stands on {NAMES[position.lock]}")


def _check_ban(position: Position, side: Side, rules: Rules) -> None:
    """A ban names a tile that this side may have moved along that way."""
    ban = position.bans[side]
    if ban is None:
        return
    field, face = f"{SIDES[side]}'s ban", position.board[ban.now]
    if face not in MOVABLE[side]:
        raise NotationError(field, f"no tile that {SIDES[side]} moves stands on {NAMES[ban.now]}")
    if face in BIRDS and rules.ban == "own":
        raise NotationError(field, f"under these rules a {KIND[face].name} may go back")
    way = WAYS.get(ban)
    if way is None or way.length > KIND[face].reach:
        reason = f"a {KIND[face].name} cannot have come from {NAMES[ban.original]}"
        raise NotationError(field, reason)


def _check_last_turns(position: Position, rules: Rules) -> None:
    """What the last two turns left behind fits together: bans, the lock and the counters."""
    mover = position.to_move.other
    ban, field = position.bans[mover], f"{SIDES[mover]}'s ban"
    if _turned_over(position, rules, ago=2) and position.bans[position.to_move] is not None:
        reason = "this side turned a tile over last time, so it has no ban"
        raise NotationError(f"{SIDES[position.to_move]}'s ban", reason)
    if ban is None:
        return
    if _turned_over(position, rules, ago=1):
        raise NotationError(field, "the last turn turned a tile over, so it left no ban")
    if position.board[ban.original] != EMPTY or not is_clear(position.board, WAYS[ban]):
        raise NotationError(field, f"{NAMES[ban.original]} and the way there must be empty")
    other = position.bans[position.to_move]
    if other is not None and other.now == ban.now:
        reason = f"{SIDES[mover]} has moved that tile since"
        raise NotationError(f"{SIDES[position.to_move]}'s ban", reason)
    moved_bird = ban.now if position.board[ban.now] in BIRDS else None
    if position.lock != moved_bird:
        raise NotationError("lock", "does not fit the tile that moved last")


def _turned_over(position: Position, rules: Rules, ago: int) -> bool:
    """Whether the turn that long ago was the last turn-over."""
    if position.left is None:
        return position.quiet == ago - 1 and position.board != START_BOARD
    return position.left == rules.last_turns - ago + 1
