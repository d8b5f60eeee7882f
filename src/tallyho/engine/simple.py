"""A simple player: takes the most valuable tile or peg it can, else turns a tile over."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tallyho.contract import Game
from tallyho.engine.engine import Limits, Line
from tallyho.games import hunt, pegs
from tallyho.games.hunt.board import FIRST_EXIT
from tallyho.games.hunt.tiles import KIND


@dataclass(frozen=True, slots=True)
class CaptureFirst:
    """Ranks the legal turns by what they win at once, then by progress, then by text."""

    game: Game[Any, Any, Any]
    rank: Callable[[Any, Any], tuple[int, bool]]

    def think(
        self, position: Any, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """One list at depth 1; the score is the gain of the turn itself."""
        legal = self.game.legal(position)
        ranked = sorted(((self.rank(position, turn), turn) for turn in legal), key=_best_first)
        yield [
            Line(1, len(legal), float(gain), (turn,))
            for (gain, _), turn in ranked[: limits.multipv]
        ]


def _best_first(ranked: tuple[tuple[int, bool], Any]) -> tuple[int, bool]:
    (gain, progress), _ = ranked
    return -gain, not progress


def hunt_rank(position: hunt.Position, turn: hunt.Turn) -> tuple[int, bool]:
    """The points that the turn wins, and whether it turns a tile over, so that the round ends."""
    if not isinstance(turn, hunt.Move):
        return 0, isinstance(turn, hunt.TurnOver)
    if turn.target >= FIRST_EXIT:
        return KIND[position.board[turn.origin]].points, False
    return KIND[position.board[turn.target]].points if turn.captures else 0, False


def pegs_rank(position: pegs.Position, turn: pegs.Turn) -> tuple[int, bool]:
    """One for a peg thrown out, and whether a number is played at all."""
    return int(isinstance(turn, pegs.Play) and turn.capture), isinstance(turn, pegs.Play)
