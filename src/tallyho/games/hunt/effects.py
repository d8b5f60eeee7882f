"""What a legal event does to the position: board, winnings, lock, bans and counters."""

from tallyho.contract import Side
from tallyho.games.hunt.board import FIRST_EXIT, Space, moved, put
from tallyho.games.hunt.chase import extended_trail
from tallyho.games.hunt.moves import Event, Move, TurnedOver
from tallyho.games.hunt.position import BANS, Ban, Position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import BIRDS, EMPTY, FACE_DOWN, OPPONENT, Winnings, with_tile


def after(position: Position, event: Event, rules: Rules) -> Position:
    """The position after a legal event."""
    if isinstance(event, Move):
        return _after_move(position, event, rules)
    if isinstance(event, TurnedOver):
        return _after_turn_over(position, event, rules)
    return position._replace(
        to_move=OPPONENT[position.to_move],
        lock=None,
        bans=_bans(position, None, None),
        left=_one_less(position.left),
        trail=extended_trail(position, event) if rules.chase else (),
    )


def _after_turn_over(position: Position, event: TurnedOver, rules: Rules) -> Position:
    space, face = event
    board = put(position.board, space, face)
    last = FACE_DOWN not in board  # H11: the final phase begins
    return Position(
        board,
        OPPONENT[position.to_move],
        position.winnings,
        space if face in BIRDS else None,  # H9
        _bans(position, None, None),
        None if last else 0,
        rules.last_turns if last else None,
    )


def _after_move(position: Position, move: Move, rules: Rules) -> Position:
    origin, target, captures = move.origin, move.target, move.captures
    face = position.board[origin]
    if target >= FIRST_EXIT:
        board = put(position.board, origin, EMPTY)
        won, ban = face, None  # H12: the tile counts for its own player
    else:
        board = moved(position.board, origin, target)
        won = position.board[target] if captures else ""
        bound = face not in BIRDS or rules.ban == "any"  # H10
        ban = BANS[target, origin] if bound else None
    return Position(
        board,
        OPPONENT[position.to_move],
        _winnings(position, won) if won else position.winnings,
        target if face in BIRDS else None,  # H9
        _bans(position, ban, target if captures else None),
        None if position.quiet is None else position.quiet + 1,
        _one_less(position.left),
        extended_trail(position, move) if rules.chase and not won else (),
    )


def _one_less(left: int | None) -> int | None:
    return None if left is None else left - 1


def _winnings(position: Position, face: str) -> tuple[Winnings, Winnings]:
    """H7, H12: the tile goes to the player who moved."""
    blue, brown = position.winnings
    if position.to_move is Side.FIRST:
        return with_tile(blue, face), brown
    return blue, with_tile(brown, face)


def _bans(
    position: Position, ban: Ban | None, captured_on: Space | None
) -> tuple[Ban | None, Ban | None]:
    """H10: the mover's new ban beside the opponent's, which is void if its tile was captured."""
    side = position.to_move
    theirs = position.bans[OPPONENT[side]]
    if theirs is not None and theirs.now == captured_on:
        theirs = None
    return (ban, theirs) if side is Side.FIRST else (theirs, ban)
