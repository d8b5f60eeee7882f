"""A simple player: takes the most valuable tile or peg it can, else the first legal turn."""

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
    """Ranks the legal turns by what they win at once; among equals the first by text."""

    game: Game[Any, Any, Any]
    gain: Callable[[Any, Any], int]

    @property
    def name(self) -> str:
        """What it calls itself."""
        return "capture-first"

    def think(
        self, position: Any, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """One list at depth 1; the score is the gain of the turn itself."""
        legal = self.game.legal(position)
        ranked = sorted(legal, key=lambda turn: -self.gain(position, turn))
        yield [
            Line(1, len(legal), float(self.gain(position, turn)), (turn,))
            for turn in ranked[: limits.multipv]
        ]


def hunt_gain(position: hunt.Position, turn: hunt.Turn) -> int:
    """The points that the turn wins: a captured tile's, or one's own that leaves the board."""
    if not isinstance(turn, hunt.Move):
        return 0
    if turn.target >= FIRST_EXIT:
        return KIND[position.board[turn.origin]].points
    return KIND[position.board[turn.target]].points if turn.captures else 0


def pegs_gain(position: pegs.Position, turn: pegs.Turn) -> int:
    """One for a peg thrown out."""
    return int(isinstance(turn, pegs.Play) and turn.capture)
