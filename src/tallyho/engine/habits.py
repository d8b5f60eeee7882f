"""What a player's turns tell of its habits.

Some players take the dearest tile in reach, and if there is none turn one over: they are eager.
They do not run away, and they take what is offered as a bait. Others look farther, yet turn a tile
over where they could have waited: they are hasty, and uncover the forest for both.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, Final, TypeGuard

from tallyho.contract import Game, Side
from tallyho.engine.engine import Limits
from tallyho.engine.simple import hunt_rank
from tallyho.games import hunt
from tallyho.games.hunt.moves import ordinary_turns

# Logarithms of the odds that a player has a habit: before anything is seen, and as far as any
# number of turns may lead.
FIRST_ODDS: Final = -2.0
LEAST_ODDS: Final = -6.0
MOST_ODDS: Final = 4.0

EAGER_SHARE: Final = 0.99
CAREFUL_SHARE: Final = 0.35
"""How often eager and careful players take the dearest tile in reach where there is one.

The latter was measured: the hand-made evaluation does so 31 of 100 times, the engine 18 and UCT 15.
"""

HASTY_SHARES: Final = (0.30, 0.47, 0.59, 0.77, 0.85, 0.84, 0.90)
PATIENT_SHARES: Final = (
    (0.30, 0.42, 0.47, 0.53, 0.57, 0.61, 0.65),
    (0.13, 0.22, 0.32, 0.38, 0.44, 0.46, 0.56),
)
"""How often hasty and patient players turn a tile over in turns that take nothing and might move.

With 0 to 5 tiles face down, 6 to 11, and so on to 36 and more. Patient players wait more often as
brown (second) than as blue, hasty ones with both colours alike. Measured too: the former of UCT
with 5,000 rollouts and with a second a turn, 150 rounds; the latter of levels 9 and 10 and the
hand-made evaluation, 240 rounds.
"""
STAGE: Final = 6  # tiles


@dataclass(frozen=True, slots=True)
class Habit:
    """How sure one is of a player's habits, as logarithms of the odds."""

    eager_odds: float = FIRST_ODDS
    hasty_odds: float = FIRST_ODDS

    @property
    def eager(self) -> float:
        """How likely the player takes the dearest tile in reach, else turns one over."""
        return _probability(self.eager_odds)

    @property
    def hasty(self) -> float:
        """How likely the player turns a tile over where others would wait."""
        return _probability(self.hasty_odds)

    def told(self, limits: Limits) -> Limits:
        """These limits for an engine that plays against this player."""
        return replace(limits, eager=self.eager, hasty=self.hasty)

    def after(self, position: Any, event: Any) -> "Habit":
        """What is known after the player's turn in this position.

        The dearest tile taken speaks for eagerness; one left alone, or a quiet move, speaks against
        it. In turns that take nothing, a tile turned over speaks for haste and a move against it.
        """
        if not isinstance(position, hunt.Position) or position.left is not None:
            return self
        gains = [_gain(position, turn) for turn in ordinary_turns(position) if _is_move(turn)]
        dearest, gain = max(gains, default=0), _gain(position, event)
        habit = self
        if dearest or _is_move(event):
            habit = habit._seen_to_take(gain == dearest > 0)
        if not gain and 0 in gains:
            habit = habit._seen_to_wait(_is_move(event), position.to_move, position.face_down)
        return habit

    def _seen_to_take(self, dearest: bool) -> "Habit":
        told = _evidence(dearest, EAGER_SHARE, CAREFUL_SHARE)
        return replace(self, eager_odds=_bounded(self.eager_odds + told))

    def _seen_to_wait(self, waits: bool, side: Side, face_down: int) -> "Habit":
        stage = min(face_down // STAGE, len(HASTY_SHARES) - 1)
        told = _evidence(not waits, HASTY_SHARES[stage], PATIENT_SHARES[side][stage])
        return replace(self, hasty_odds=_bounded(self.hasty_odds + told))


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


def _is_move(turn: hunt.Turn | hunt.Event) -> TypeGuard[hunt.Move]:
    return isinstance(turn, hunt.Move)


def _gain(position: hunt.Position, turn: hunt.Turn | hunt.Event) -> int:
    """The points that it takes."""
    return hunt_rank(position, turn)[0] if _is_move(turn) else 0


def _evidence(seen: bool, share: float, other: float) -> float:
    """What it tells to have seen this, or not, if one kind of player does so in this share of cases
    and the other kind in that one.
    """
    return math.log(share / other) if seen else math.log((1 - share) / (1 - other))


def _bounded(odds: float) -> float:
    return max(LEAST_ODDS, min(MOST_ODDS, odds))


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
