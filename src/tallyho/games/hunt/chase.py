"""The chase rule (H19): who flees for ever must leave.

The trail of a position holds the earlier positions of the stretch that could still come back, each
with the space from which a tile was moved there. That turn was a *flight* if the opponent
threatened to capture the tile. A turn-over, a capture or an exit empties the trail, because what
went before can never come back.
"""

from typing import Final

from tallyho.games.hunt.moves import Event, Move, is_threatened
from tallyho.games.hunt.position import Key, Position, Step
from tallyho.games.hunt.tiles import OWN

# Two whole cycles lie before a third occurrence, and no position is back in fewer than four turns.
SHORTEST_TRAIL: Final = 7


def can_repeat(trail: tuple[Step, ...]) -> bool:
    """Whether some board has stood twice, so that it could stand a third time; mostly not."""
    if len(trail) < SHORTEST_TRAIL:
        return False
    boards = [step.key[0] for step in trail]
    return len(set(boards)) < len(boards)


def extended_trail(position: Position, event: Event) -> tuple[Step, ...]:
    """The trail after `event`, which was neither a turn-over nor a capture nor an exit."""
    moved = event.origin if isinstance(event, Move) else None
    return (*position.trail, Step(position.key, moved))


def _is_flight(step: Step) -> bool:
    """Whether the turn moved a tile that the opponent threatened as the board stood."""
    board, side, *_ = step.key
    return step.moved is not None and is_threatened(board, step.moved, OWN[side.other])


def prolongs_chase(position: Position, move: Move, reached: Key) -> bool:
    """Whether `move` is the hunted side's and brings about `reached` for the third time."""
    keys = [step.key for step in position.trail]
    if keys.count(reached) < 2:
        return False
    latest = len(keys) - 1 - keys[::-1].index(reached)
    # The cycle begins with the opponent's turn out of `reached` and ends with this move.
    flights = [_is_flight(step) for step in extended_trail(position, move)[latest:]]
    return all(flights[1::2]) and not all(flights[0::2])
