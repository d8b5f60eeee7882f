"""Why a turn is not legal: the rule's number, and what the player may do instead.

`refusal` is the second statement of the rules beside `moves`: one checks a single turn, the other
lists them all. The tests hold the two equal.
"""

from typing import assert_never

from tallyho.contract import IllegalTurn
from tallyho.games.hunt.board import (
    EXITS,
    FIRST_EXIT,
    NAMES,
    SPACES,
    WAYS,
    Direction,
    Space,
    Way,
    is_clear,
)
from tallyho.games.hunt.moves import (
    Event,
    Move,
    Pass,
    TurnedOver,
    exit_turns,
    ordinary_turns,
)
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import (
    EMPTY,
    FACE_DOWN,
    GUNS,
    KIND,
    KINDS,
    MOVABLE,
    OWN,
    PREY,
    SIDES,
)


def refusal(position: Position, event: Event, rules: Rules) -> IllegalTurn | None:
    """Why the event is not legal in a round that goes on, the chase rule aside; None if it is."""
    if isinstance(event, Move):
        return _refuse_move(position, event, rules)
    if isinstance(event, TurnedOver):
        return _refuse_turn_over(position, event)
    if isinstance(event, Pass):
        return _refuse_pass(position)
    assert_never(event)


def refuse_space(position: Position, space: Space) -> IllegalTurn | None:
    """Why no tile can be turned over on that space; None if one can."""
    if not 0 <= space < len(SPACES):
        return IllegalTurn("H1", "turn over a tile on the board, files b to h and ranks 2 to 8")
    if position.board[space] != FACE_DOWN:
        return IllegalTurn("H4", f"there is no face-down tile on {NAMES[space]} to turn over")
    return None


def _refuse_turn_over(position: Position, event: TurnedOver) -> IllegalTurn | None:
    refused = refuse_space(position, event.space)
    if refused is not None:
        return refused
    kind = KIND.get(event.face)
    if kind is None:
        return IllegalTurn("H2", f"no tile has the face {event.face!r}")
    if not position.in_bag(kind):
        return IllegalTurn("H2", f"no {kind.name} is left among the face-down tiles")
    return None


def _refuse_pass(position: Position) -> IllegalTurn | None:
    if position.left is None:
        return IllegalTurn("H13", "before the final phase nobody passes; turn a tile over")
    if ordinary_turns(position) or exit_turns(position):
        return IllegalTurn("H13", "you may pass only without a legal turn; move one of your tiles")
    return None


def _refuse_move(position: Position, move: Move, rules: Rules) -> IllegalTurn | None:
    origin, target = move.origin, move.target
    way = WAYS.get((origin, target))
    if way is None:
        return _refuse_line(origin, target)
    return (
        _refuse_tile(position, origin, rules)
        or _refuse_way(position.board, origin, target, way)
        or _refuse_target(position, move, way)
        or _refuse_return(position, origin, target)
    )


def _refuse_line(origin: Space, target: Space) -> IllegalTurn:
    if origin not in SPACES or target not in (*SPACES, *EXITS):
        return IllegalTurn("H1", "a move begins on the board and ends on it or at an exit")
    if target in EXITS:
        reason = f"no straight line leads from {NAMES[origin]} out at {NAMES[target]}; "
        return IllegalTurn("H12", reason + "the exits open along file e and rank 5 only")
    return IllegalTurn("H6", "a tile moves straight along its file or its rank, never bent")


def _refuse_tile(position: Position, origin: Space, rules: Rules) -> IllegalTurn | None:
    """H5 and H9: whether the side to move may move what stands on `origin`."""
    face, name, side = position.board[origin], NAMES[origin], position.to_move
    if face in MOVABLE[side]:
        return _locked(position, origin, rules) if origin == position.lock else None
    if face == EMPTY:
        return IllegalTurn("H4", f"{name} is empty; move a tile that lies face up")
    if face == FACE_DOWN:
        return IllegalTurn("H4", f"the tile on {name} lies face down; you may turn it over: {name}")
    if face == "T":
        return IllegalTurn(
            "H5", f"the tree on {name} stays where it is; move a tile of yours or a bird"
        )
    reason = f"the {KIND[face].name} on {name} is {SIDES[side.other]}; "
    return IllegalTurn("H5", reason + f"move a {SIDES[side]} tile, a duck or a pheasant")


def _locked(position: Position, origin: Space, rules: Rules) -> IllegalTurn:
    turned = position.quiet == 0 or position.left == rules.last_turns
    how = "turned over" if turned else "moved"
    bird = f"the {KIND[position.board[origin]].name} on {NAMES[origin]}"
    reason = f"{bird} was just {how} by your opponent; "
    return IllegalTurn("H9", reason + "you may capture it but not move it this turn")


def _refuse_way(board: str, origin: Space, target: Space, way: Way) -> IllegalTurn | None:
    """H6 and H8: reach and a clear line."""
    kind = KIND[board[origin]]
    if way.length > kind.reach:
        rule = "H12" if target in EXITS else "H6"
        reason = f"a {kind.name} goes one step at a time; {NAMES[target]} is too far"
        return IllegalTurn(rule, reason)
    if is_clear(board, way):
        return None
    if FACE_DOWN in board[way.between]:
        return IllegalTurn("H8", "a face-down tile lies in the way; stop before it or turn it over")
    return IllegalTurn("H6", "another tile stands in the way; stop before it, tiles never jump")


def _refuse_target(position: Position, move: Move, way: Way) -> IllegalTurn | None:
    """H7, H8 and H12: what may be on the target."""
    if move.target >= FIRST_EXIT:
        return _refuse_exit(position, move)
    face, victim = position.board[move.origin], position.board[move.target]
    if victim == EMPTY and not move.captures:
        return None
    name, hunter = NAMES[move.target], KIND[face].name
    if victim == EMPTY:
        reason = f"there is nothing to capture on {name}; a plain move is written with -"
        return IllegalTurn("H7", reason)
    if victim == FACE_DOWN:
        return IllegalTurn(
            "H8", f"the tile on {name} lies face down and cannot be captured; you may turn it over"
        )
    if victim in PREY[face][way.direction]:
        if move.captures:
            return None
        return IllegalTurn("H7", f"{name} is occupied; a capture is written with x")
    if any(victim in prey for prey in PREY[face]):
        aim = Direction(GUNS.index(face)).name.lower()
        reason = f"this hunter's gun points {aim}; it shoots only there, never towards {name}"
        return IllegalTurn("H7", reason)
    prey = " or ".join(kind.name for kind in KINDS if kind.letter in KIND[face].prey) or "nothing"
    reason = f"a {hunter} captures {prey}, not the {KIND[victim].name} on {name}; go elsewhere"
    return IllegalTurn("H7", reason)


def _refuse_exit(position: Position, move: Move) -> IllegalTurn | None:
    face, side = position.board[move.origin], position.to_move
    if move.captures:
        return IllegalTurn("H12", "an exit is not a tile; leaving the board is written with -")
    if face not in OWN[side]:
        reason = f"a {KIND[face].name} never leaves the board; only {SIDES[side]} tiles may"
        return IllegalTurn("H12", reason)
    if position.left is None:
        return IllegalTurn("H12", "the exits open in the final phase, when every tile lies face up")
    return None


def _refuse_return(position: Position, origin: Space, target: Space) -> IllegalTurn | None:
    """H10: the way back, by a plain move or by a capture."""
    if position.bans[position.to_move] != (origin, target):
        return None
    reason = f"this tile came from {NAMES[target]} in your last turn; "
    return IllegalTurn("H10", reason + "it may go back there later, not now")
