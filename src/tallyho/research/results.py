"""What was played in the arena: rounds, matches, and pairs that share their deals."""

from dataclasses import dataclass
from typing import Any

from tallyho.contract import Outcome, Side, total


@dataclass(frozen=True, slots=True)
class Lost:
    """A forfeit: which side, what it did (see Forfeit) and why."""

    side: Side
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round as it was played; what stands in twos is the first side's and the second's."""

    players: tuple[int, int]
    outcome: Outcome  # the points as they stood when it ended
    termination: str
    turns: tuple[int, int]
    seconds: tuple[float, float]
    events: tuple[Any, ...]
    lost: Lost | None = None

    @property
    def ends_match(self) -> bool:
        """Whether the match is over with it, even if rounds are left: a forfeit, or H18."""
        return self.lost is not None or self.termination == "claimed"

    @property
    def margin(self) -> int:
        """The points that A has more than B."""
        points = self.outcome.points
        return points[self.players.index(0)] - points[self.players.index(1)]


@dataclass(frozen=True, slots=True)
class Match:
    """The rounds of a match; the player in the first seat has the first side in odd rounds."""

    rounds: tuple[Round, ...]

    @property
    def winner(self) -> int | None:
        """0 for A, 1 for B, None for a draw."""
        last = self.rounds[-1]
        if last.lost is not None:
            return last.players[last.lost.side.other]
        seat = total(round.outcome for round in self.rounds).winner
        return None if seat is None or last.ends_match else self.rounds[0].players[seat]

    @property
    def score(self) -> float:
        """A's: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else 1.0 - self.winner


@dataclass(frozen=True, slots=True)
class Pair:
    """All that was played with the deals of one pair number."""

    number: int
    matches: tuple[Match, ...]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of all its matches."""
        return tuple(round for match in self.matches for round in match.rounds)

    @property
    def score(self) -> float:
        """A's mean score."""
        return sum(match.score for match in self.matches) / len(self.matches)

    @property
    def margin(self) -> float:
        """The points that A has more than B, in the mean of its rounds."""
        return sum(round.margin for round in self.rounds) / len(self.rounds)
