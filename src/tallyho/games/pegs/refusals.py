"""The refusals: why a turn is not legal, and what the player can do instead."""

from tallyho.contract import IllegalTurn
from tallyho.games.pegs.board import COLOURS, EMPTY, PEGS, Circle, Hole, next_circle
from tallyho.games.pegs.dice import FACES
from tallyho.games.pegs.moves import Play, can_play, destination, plays
from tallyho.games.pegs.position import Position
from tallyho.games.pegs.rules import Rules


def check_play(rules: Rules, position: Position, play: Play) -> int:
    """The number that `play` uses up; raises IllegalTurn if the play is not legal."""
    _check_thrown(position)
    _check_holes(rules, play)
    _check_peg(position, play.origin)
    number = play.number(rules)
    side = position.to_move
    if number not in FACES or destination(rules, side, play.origin, number) != play.target:
        raise _off_the_way(rules, position, play)
    _check_number(position, play, number)
    _check_landing(position, play)
    return number


def check_end(rules: Rules, position: Position) -> None:
    """Raises IllegalTurn unless only optional numbers can be played (P9)."""
    _check_thrown(position)
    for number in position.compulsory:
        for play in plays(rules, position, number):
            raise IllegalTurn(
                "P8", f"{number} can still be played, for instance {play}; play it before the end"
            )
    if not can_play(rules, position, position.optional):
        raise IllegalTurn("P9", "there is no extra number to leave; the turn passes by itself")


def _check_thrown(position: Position) -> None:
    if not position.compulsory and not position.optional:
        colour = COLOURS[position.to_move]
        raise IllegalTurn("P3", f"{colour} has not thrown yet; throw the dice first")


def _check_holes(rules: Rules, play: Play) -> None:
    for hole in (play.origin, play.target):
        if not 1 <= hole.number <= rules.holes:
            raise IllegalTurn("P1", f"there is no {hole}; each circle has holes 1 to {rules.holes}")


def _check_peg(position: Position, origin: Hole) -> None:
    peg, mine = _peg(position, origin), position.to_move
    if peg == EMPTY:
        raise IllegalTurn("P5", f"no peg stands on {origin}; choose one of {COLOURS[mine]}'s pegs")
    if peg != PEGS[mine]:
        raise IllegalTurn(
            "P5", f"the peg on {origin} is {COLOURS[mine.other]}'s; choose one of {COLOURS[mine]}'s"
        )


def _off_the_way(rules: Rules, position: Position, play: Play) -> IllegalTurn:
    origin, target = play.origin, play.target
    number = play.number(rules)
    if target.circle is not origin.circle:
        return _off_the_circles(rules, position, play)
    if number < 1:
        return IllegalTurn("P5", f"pegs run forward only; choose a hole beyond {origin}")
    return IllegalTurn("P5", f"no die carries a peg {number} holes on; six is the most")


def _off_the_circles(rules: Rules, position: Position, play: Play) -> IllegalTurn:
    here, last, number = play.origin.circle, rules.holes, play.number(rules)
    onward = next_circle(position.to_move, here)
    if play.target.circle is not onward:
        colour = COLOURS[position.to_move]
        reason = f"from the {here.title} a {colour} peg goes on to the {onward.title} only"
        return IllegalTurn("P6", reason)
    if rules.short and here is Circle.CENTRE:
        return IllegalTurn("P10", f"no die carries a peg {number} holes on; six is the most")
    if number in FACES:
        reason = f"{number} would run past hole {last}; only a Tally takes a peg on hole {last}"
        return IllegalTurn("P5", f"{reason} to the next circle")
    reason = f"a peg reaches the {onward.title} only with a Tally, from hole {last} to hole 1"
    return IllegalTurn("P6", reason)


def _check_number(position: Position, play: Play, number: int) -> None:
    left = sorted({*position.compulsory, *position.optional})
    if number not in left:
        have = " or ".join(map(str, left))
        raise IllegalTurn("P8", f"{play} takes a {number}, which is not left; play {have}")


def _check_landing(position: Position, play: Play) -> None:
    target, mine = play.target, position.to_move
    there = _peg(position, target)
    if there == PEGS[mine]:
        raise IllegalTurn(
            "P7", f"your own peg stands on {target}; land somewhere else or play another number"
        )
    if play.capture and there == EMPTY:
        reason = f"nobody stands on {target}; go there with {play.origin}-{target}"
        raise IllegalTurn("P7", reason)
    if there != EMPTY and not play.capture:
        reason = f"a {COLOURS[mine.other]} peg stands on {target}"
        raise IllegalTurn("P7", f"{reason}; throw it out with {play.origin}x{target}")


def _peg(position: Position, hole: Hole) -> str:
    return position.circles[hole.circle][hole.number - 1]
