"""The tree search in plain Python: alpha-beta over turns, expectation over tiles.

kernel/search.hpp is the fast one; this one is simpler. In the final phase, with as many turns to go
as are left, its values are exact.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, NamedTuple

from tallyho.engine.hand import forecast
from tallyho.games.hunt import BLUE, PASS, Event, Move, Position, Rules, TurnedOver
from tallyho.games.hunt.board import FIRST_EXIT, SPACES
from tallyho.games.hunt.effects import after
from tallyho.games.hunt.match import is_over, score
from tallyho.games.hunt.moves import TURN_OVERS, Turn, TurnOver, candidate_turns, exit_turns
from tallyho.games.hunt.threats import captures
from tallyho.games.hunt.tiles import FACE_DOWN, KIND, KINDS

POINT: Final = 64
"""Values count this for a point and 1 for a tile, which breaks ties, for the side to move."""

INFINITE: Final = 30_000
MATCH: Final = 40  # points that it is worth to win the match and not draw it
WAIT: Final = PASS
"""Inside the tree one turn-over stands for all: nothing happens, and the opponent is to move."""

FEW_DOWN: Final = 3  # face-down tiles that are looked at one by one
SLACK: Final = 2 * POINT  # how much more than a look at captures an outcome may bring
MARGIN: Final = 5 * POINT  # how much a quiet turn may bring
MOST_KNOWN: Final = 500_000  # positions in the table, some 250 MB


class Goal(NamedTuple):
    """What is played for: points; or, where blue brings a lead along, to win the match."""

    lead: int | None

    def worth(self, difference: float, spread: float) -> int:
        """What an uncertain final difference is worth to blue."""
        if self.lead is None:
            return round(POINT * difference)
        ahead = math.tanh((self.lead + difference) / (2 * spread))
        return round(POINT * (MATCH * ahead + difference))

    def settled(self, standing: int) -> int:
        """What a final difference, in values, is worth to blue."""
        if self.lead is None:
            return standing
        ahead = POINT * self.lead + standing
        return standing + POINT * MATCH * ((ahead > 0) - (ahead < 0))

    def difference(self, value: int, spread: float) -> float:
        """The expected final difference that is worth so much."""
        if self.lead is None:
            return value / POINT
        low, high = -400.0, 400.0
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if self.worth(middle, spread) < value else (low, middle)
        return low


def chance(difference: float, spread: float) -> float:
    """The chance in per cent to end above nought."""
    return 50 + 50 * math.tanh(difference / (2 * spread))


class Over(Exception):
    """Time or nodes are used up, or somebody said stop."""


@dataclass(slots=True)
class Halt:
    """Counts nodes and ends a search that has had enough."""

    most_nodes: int
    deadline: float
    stopped: bool = False
    nodes: int = 0

    def count(self) -> None:
        """One more position is looked at."""
        self.nodes += 1
        late = self.nodes % 16 == 0 and time.monotonic() > self.deadline
        if late or self.stopped or self.nodes >= self.most_nodes:
            raise Over


class Bound(Enum):
    """How a value in the table relates to the true one."""

    LOWER = 1
    EXACT = 2
    UPPER = 3


class Entry(NamedTuple):
    """What is known of a position."""

    depth: int
    value: int
    bound: Bound
    best: Turn

    def cuts(self, alpha: int, beta: int) -> bool:
        """Whether nothing more need be known between these two."""
        if self.bound is Bound.EXACT:
            return True
        return self.value >= beta if self.bound is Bound.LOWER else self.value <= alpha


def gain_of(board: str, turn: Turn) -> int:
    """What a turn wins at once."""
    if not isinstance(turn, Move):
        return 0
    if turn.captures:
        return POINT * KIND[board[turn.target]].points + 1
    return POINT * KIND[board[turn.origin]].points + 1 if turn.target >= FIRST_EXIT else 0


def gains(position: Position) -> list[tuple[int, Move]]:
    """Captures and exits with what they win, the dearest first."""
    board, ban = position.board, position.bans[position.to_move]
    found: list[Any] = [
        turn for turn in captures(board, position.to_move) if ban is None or turn[:2] != ban
    ]
    if position.left is not None:
        found += exit_turns(position)
    return sorted(((gain_of(board, turn), turn) for turn in found), reverse=True)


def faces(position: Position) -> list[tuple[int, str]]:
    """What may come up, with weights, the likeliest first."""
    found = [
        (count * 4 // len(kind.faces), face)
        for kind, count in zip(KINDS, position.bag, strict=True)
        for face in kind.faces
        if count
    ]
    return sorted(found, key=lambda outcome: -outcome[0])


@dataclass(slots=True)
class Search:
    """One question's search: what it knows is forgotten with it."""

    rules: Rules
    goal: Goal
    halt: Halt
    _table: dict[Any, Entry] = field(default_factory=dict, init=False)
    _killers: dict[int, Turn] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        # A chase takes more turns than the search looks ahead.
        self.rules = replace(self.rules, chase=False)

    def value_of(
        self, position: Position, turn: Turn, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """What a turn is worth to the side that makes it."""
        if isinstance(turn, TurnOver):
            return self._chance(position, turn, depth, alpha, beta, ply)
        reached = after(position, turn, self.rules)
        return -self._search(reached, depth - 1, -beta, -alpha, ply + 1)

    def evaluate(self, position: Position) -> int:
        """What the position promises the side to move."""
        ahead = forecast(position)
        blue, brown = score(position).points
        worth = self.goal.worth(blue - brown + ahead.mean, ahead.spread)
        return worth if position.to_move is BLUE else -worth

    def line(self, position: Position, turn: Turn, most: int) -> tuple[Event, ...]:
        """A turn and what is expected after it; it ends where any turn-over would do."""
        events: list[Event] = []
        while True:
            if isinstance(turn, TurnOver):
                events.append(TurnedOver(turn.space, faces(position)[0][1]))
            else:
                events.append(turn)
            position = after(position, events[-1], self.rules)
            entry = self._table.get(_key(position))
            if len(events) == most or entry is None or is_over(position, self.rules):
                return tuple(events)
            if entry.best is WAIT and position.left is None:
                return tuple(events)
            turn = entry.best

    def _chance(
        self, position: Position, turn: TurnOver, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The expected value of turning one tile over.

        Before any outcome is searched, a look at captures tells the most that each can be worth.
        """
        outcomes = []
        for weight, face in faces(position):
            reached = after(position, TurnedOver(turn.space, face), self.rules)
            most = SLACK - self._quiesce(reached, -INFINITE, INFINITE)
            outcomes.append((weight, reached, most))
        rest = total = sum(weight for weight, _, _ in outcomes)
        hope, value = sum(weight * most for weight, _, most in outcomes), 0
        for weight, reached, most in outcomes:
            if value + hope <= alpha * total:
                return (value + hope) // total
            hope -= weight * most
            rest -= weight
            # What this one must bring for the sum to pass alpha still, or to pass beta surely.
            low = (alpha * total - value - hope) // weight - 1
            high = (beta * total - value + rest * INFINITE) // weight + 1
            low, high = max(low, -INFINITE), min(high, INFINITE)
            deep = depth - 2 if depth >= 3 else depth - 1
            value -= weight * self._search(reached, deep, -high, -low, ply + 1)
        return value // total

    def _search(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        if is_over(position, self.rules):
            return self._settled(position)
        if depth <= 0 and position.left != 1:
            return self._quiesce(position, alpha, beta)
        self.halt.count()
        if position.left == 1:  # nothing follows the last turn
            best = max((gain for gain, _ in gains(position)), default=0)
            return self._settled(position, best)
        key = _key(position)
        entry = self._table.get(key)
        if entry is not None and entry.depth >= depth and entry.cuts(alpha, beta):
            return entry.value
        first = None if entry is None else entry.best
        turns = self._ordered(position, depth, first, ply)
        entry = self._best_of(position, turns, depth, alpha, beta, ply)
        if len(self._table) >= MOST_KNOWN:
            self._table.clear()
        self._table[key] = entry
        return entry.value

    def _ordered(self, position: Position, depth: int, first: Turn | None, ply: int) -> list[Turn]:
        """The turns to look at, the most promising first."""
        turns: list[Turn] = [
            turn for turn in candidate_turns(position) if not isinstance(turn, TurnOver)
        ]
        down = position.face_down
        if 0 < down <= FEW_DOWN and depth >= 2:
            turns += (TURN_OVERS[s] for s in SPACES if position.board[s] == FACE_DOWN)
        elif down:
            turns.append(WAIT)
        board, killer = position.board, self._killers.get(ply)

        def rank(turn: Turn) -> int:
            if turn == first:
                return -INFINITE
            gain = gain_of(board, turn)
            return -4 * gain if gain else -2 * (turn == killer) - (not isinstance(turn, Move))

        return sorted(turns, key=rank)

    def _best_of(
        self, position: Position, turns: Iterable[Turn], depth: int, alpha: int, beta: int, ply: int
    ) -> Entry:
        found = Entry(depth, -INFINITE, Bound.UPPER, WAIT)
        early = position.left is None
        hopeless = early and depth <= 2 and beta - alpha == 1
        hopeless = hopeless and self.evaluate(position) + MARGIN * depth <= alpha
        for index, turn in enumerate(turns):
            quiet = isinstance(turn, Move) and gain_of(position.board, turn) == 0
            if index and quiet and hopeless:
                continue
            reduced = int(early and quiet and depth >= 3 and index >= 4)
            value, null = 0, index > 0  # a null window first: most turns are no better
            if null:
                value = self.value_of(position, turn, depth - reduced, alpha, alpha + 1, ply)
            if not null or (value > alpha and (reduced or value < beta)):
                value = self.value_of(position, turn, depth, alpha, beta, ply)
            if value > found.value:
                bound = Bound.EXACT if value > alpha else Bound.UPPER
                found = Entry(depth, value, bound, turn)
            alpha = max(alpha, value)
            if value >= beta:
                if quiet:
                    self._killers[ply] = turn
                return found._replace(bound=Bound.LOWER)
        return found

    def _quiesce(self, position: Position, alpha: int, beta: int) -> int:
        """Only captures and exits, or nothing at all."""
        if is_over(position, self.rules):
            return self._settled(position)
        self.halt.count()
        best = self.evaluate(position)
        for _, turn in gains(position):
            if best >= beta:
                break
            reached = after(position, turn, self.rules)
            best = max(best, -self._quiesce(reached, -beta, -max(alpha, best)))
        return best

    def _settled(self, position: Position, gain: int = 0) -> int:
        """What the round is worth if it ends here, once the side to move has taken this."""
        sign = 1 if position.to_move is BLUE else -1
        return sign * self.goal.settled(sign * (standing_of(position) + gain))


def standing_of(position: Position) -> int:
    """What the side to move has won more than the other."""
    outcome = score(position)
    (blue, brown), (more, fewer) = outcome.points, outcome.tiles
    ahead = POINT * (blue - brown) + more - fewer
    return ahead if position.to_move is BLUE else -ahead


def settled_points(position: Position, value: int) -> int:
    """The final difference in points that an exact value stands for."""
    blue, brown = score(position).points
    ahead = blue - brown if position.to_move is BLUE else brown - blue
    # What is still won is a dozen tiles at most, so half a point keeps tiles from making one.
    return ahead + (value - standing_of(position) + POINT // 2) // POINT


def _key(position: Position) -> Any:
    """Everything that the future depends on, and the score."""
    return position.key, position.left
