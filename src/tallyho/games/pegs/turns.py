"""The course of a turn: the throw, the numbers played one by one, the dice passed (P3, P7-P9)."""

from tallyho.contract import IllegalTurn
from tallyho.games.pegs.board import COLOURS, EMPTY, PEGS, Hole
from tallyho.games.pegs.dice import FACES, Throw, spend, thrown
from tallyho.games.pegs.match import is_over
from tallyho.games.pegs.moves import End, Event, Play, can_play
from tallyho.games.pegs.position import Position
from tallyho.games.pegs.refusals import check_end, check_play
from tallyho.games.pegs.rules import Rules


def after(rules: Rules, position: Position, event: Event) -> Position:
    """The position after `event`; raises IllegalTurn."""
    if is_over(position):
        raise IllegalTurn("P11", "the round is over; begin a new one to play on")
    match event:
        case Throw():
            return _after_throw(rules, position, event)
        case Play():
            return _after_play(rules, position, event)
        case End():
            check_end(rules, position)
            return _dice_passed(position)


def _after_throw(rules: Rules, position: Position, throw: Throw) -> Position:
    if position.compulsory or position.optional:
        colour = COLOURS[position.to_move]
        raise IllegalTurn("P3", f"{colour} has numbers to play before the dice are thrown again")
    if throw.first not in FACES or throw.second not in FACES:
        raise IllegalTurn("P3", "a die shows 1 to 6; throw both dice")
    numbers = thrown(rules, throw)
    return _settled(rules, Position(position.circles, position.to_move, *numbers))


def _after_play(rules: Rules, position: Position, play: Play) -> Position:
    number = check_play(rules, position, play)
    remaining = spend(position.compulsory, position.optional, number)
    circles = _moved(rules, position, play)
    return _settled(rules, Position(circles, position.to_move, *remaining))


def _settled(rules: Rules, position: Position) -> Position:
    """Pass the dice if nothing that remains can be played (P8) or the enemy is gone (P11)."""
    numbers = position.compulsory + position.optional
    if is_over(position) or not can_play(rules, position, numbers):
        return _dice_passed(position)
    return position


def _dice_passed(position: Position) -> Position:
    return Position(position.circles, position.to_move.other)


def _moved(rules: Rules, position: Position, play: Play) -> tuple[str, str, str]:
    size, board = rules.holes, list(position.board)
    board[_place(size, play.origin)] = EMPTY
    board[_place(size, play.target)] = PEGS[position.to_move]
    joined = "".join(board)
    return joined[:size], joined[size : 2 * size], joined[2 * size :]


def _place(size: int, hole: Hole) -> int:
    return hole.circle * size + hole.number - 1
