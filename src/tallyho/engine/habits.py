"""What a player's turns tell of its habits.

Some players turn a tile over whenever they can take nothing. Against them it pays to wait: they
uncover the forest for both, and whoever has a tile ready takes what comes to light.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

from tallyho.contract import Game, Side
from tallyho.games import hunt
from tallyho.games.hunt.tiles import FACE_DOWN, MOVABLE

# Logarithms of the odds that a player is eager: before anything is seen, and as far as any number
# of turns may lead.
FIRST_ODDS: Final = -3.0
LEAST_ODDS: Final = -6.0
MOST_ODDS: Final = 4.0

EAGER_SHARE: Final = 0.99
"""How often an eager player turns a tile over where it could as well move."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How sure one is that a player turns tiles over as if there were nothing else to do."""

    odds: float = FIRST_ODDS

    @property
    def eager(self) -> float:
        """The probability, 0 to 1."""
        return 1 / (1 + math.exp(-self.odds))

    def after(self, position: Any, event: Any) -> "Habit":
        """What is known after the player's turn; turns that take something tell nothing."""
        if not isinstance(position, hunt.Position) or not _is_a_choice(position, event):
            return self
        share = patient_share(position.board.count(FACE_DOWN))
        if isinstance(event, hunt.TurnedOver):
            tells = math.log(EAGER_SHARE / share)
        else:
            tells = math.log((1 - EAGER_SHARE) / (1 - share))
        return Habit(max(LEAST_ODDS, min(MOST_ODDS, self.odds + tells)))


Habits = tuple[Habit, Habit]
"""What is known of both sides, blue's first."""

UNKNOWN: Final[Habits] = (Habit(), Habit())


def watched(game: Game[Any, Any, Any], habits: Habits, position: Any, event: Any) -> Habits:
    """What is known of both sides after this event in the position."""
    first, second = habits
    match game.to_act(position):
        case Side.FIRST:
            return first.after(position, event), second
        case Side.SECOND:
            return first, second.after(position, event)
    return habits


def patient_share(down: int) -> float:
    """How often strong players turn a tile over where they could as well move.

    Measured in rounds of the engine against itself: nine times of ten in the beginning, and ever
    more seldom.
    """
    return 0.25 + 0.65 * down / 48


def _is_a_choice(position: hunt.Position, event: Any) -> bool:
    """Whether the player took nothing and could both turn a tile over and, as a rule, move one."""
    if position.left is not None or (isinstance(event, hunt.Move) and event.captures):
        return False
    return any(face in MOVABLE[position.to_move] for face in position.board)
