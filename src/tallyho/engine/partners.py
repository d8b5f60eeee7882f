"""Sparring partners: simple computer players by name, each repeatable by its seed."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tallyho.contract import Game, NotationError
from tallyho.engine.engine import Engine, Limits, Line
from tallyho.engine.hunt import HuntEngine
from tallyho.engine.simple import hunt_rank, pegs_rank
from tallyho.engine.uct import UctEngine
from tallyho.games.hunt import Hunt

_RANKS: Final[dict[str, Callable[[Any, Any], tuple[int, bool]]]] = {
    "hunt": hunt_rank,
    "pegs": pegs_rank,
}


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal turn, each equally likely."""

    game: Game[Any, Any, Any]
    chance: random.Random

    def think(
        self, position: Any, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """One list at depth 1, without an opinion."""
        legal = self.game.legal(position)
        turns = self.chance.sample(legal, min(limits.multipv, len(legal)))
        yield [Line(1, len(legal), 0.0, (turn,)) for turn in turns]


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Takes what is worth most at once, else makes progress, else moves; ties at random."""

    game: Game[Any, Any, Any]
    chance: random.Random

    def think(
        self, position: Any, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """One list at depth 1; the score is the gain of the turn itself."""
        rank = _RANKS[self.game.name]
        turns = list(self.game.legal(position))
        self.chance.shuffle(turns)
        ranked = sorted(((rank(position, turn), turn) for turn in turns), key=_best_first)
        yield [
            Line(1, len(turns), float(gain), (turn,))
            for (gain, _), turn in ranked[: limits.multipv]
        ]


def _best_first(ranked: tuple[tuple[int, bool], Any]) -> tuple[int, bool]:
    (gain, progress), _ = ranked
    return -gain, not progress


def _hunt(game: Game[Any, Any, Any]) -> Hunt:
    if not isinstance(game, Hunt):
        raise NotationError("player", "plays hunt only")
    return game


PARTNERS: Final[dict[str, Callable[[Any, int], Engine]]] = {
    "random": lambda game, seed: RandomPlayer(game, random.Random(seed)),
    "greedy": lambda game, seed: GreedyPlayer(game, random.Random(seed)),
    "uct": lambda game, seed: UctEngine(_hunt(game), seed),
    "hand": lambda game, seed: HuntEngine(_hunt(game)),
}


def partner(name: str, game: Game[Any, Any, Any], seed: int) -> Engine:
    """The sparring partner of that name for one game."""
    if name not in PARTNERS:
        raise NotationError("player", f"{name[:40]!r} is none of {', '.join(PARTNERS)}")
    return PARTNERS[name](game, seed)
