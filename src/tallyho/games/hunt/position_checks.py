"""Whether a position makes sense: what its fields state could have come about in a game.

What a field leaves out (`-`) is taken as none, so a position drawn by hand need not tell how it
came about.
"""

from typing import Final

from tallyho.contract import NotationError, Side
from tallyho.games.hunt.board import NAMES, START_BOARD, WAYS, is_clear
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import BIRDS, BLUE, BROWN, EMPTY, KIND, KINDS, MOVABLE, SIDES

QUIET: Final = "turns since the last turn-over"
LEFT: Final = "turns left"


def check_position(position: Position, rules: Rules) -> None:
    """Return if the position makes sense; NotationError names the first field that does not."""
    _check_counters(position, rules)
    _check_tiles(position, rules)
    _check_lock(position)
    for side in Side:
        _check_ban(position, side, rules)
    _check_last_turns(position, rules)


def _check_tiles(position: Position, rules: Rules) -> None:
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
        _check_exits(position, side, rules)


def _check_exits(position: Position, side: Side, rules: Rules) -> None:
    """H12: a side has brought out at most one tile in each of its final turns so far."""
    used = 0 if position.left is None else max(rules.last_turns - position.left, 0)
    turns = (used + (side is not position.to_move)) // 2 if used else 0
    out = sum(position.winnings[side][kind.index] for kind in KINDS if kind.owner is side)
    if out > turns:
        reason = f"{out} tiles of its own cannot have left in {turns} final turns"
        raise NotationError(f"{SIDES[side]}'s winnings", reason)


def _check_counters(position: Position, rules: Rules) -> None:
    if position.board == START_BOARD and (position.to_move is BROWN or position.quiet):
        raise NotationError("side to move", "with every tile face down blue has the first turn")
    final = not position.face_down
    if (position.quiet is None) != final:
        raise NotationError(QUIET, "must be - in the final phase and a number before it")
    if (position.left is None) == final:
        raise NotationError(LEFT, "must be a number in the final phase and - before it")
    if position.left is not None and position.left > rules.last_turns:
        raise NotationError(LEFT, f"must be at most {rules.last_turns}")


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
