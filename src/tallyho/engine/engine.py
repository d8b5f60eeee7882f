"""The engine interface: what a computer player is told, and what it answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think; everything None and not infinite means: as the engine likes."""

    level: int | None = None
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    multipv: int = 1
    threads: int = 1
    lead: int | None = None
    """Points that the side to move brings along from earlier rounds.

    None: play for points; a number: play to win the match.
    """

    eager: float = 0.0
    """How likely the opponent takes the dearest tile in reach, else turns one over; see Habit."""

    hasty: float = 0.0
    """How likely the opponent turns a tile over where others would wait."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of play that the engine considered.

    `moves` are the events it expects, the turn itself first; `Game.turn_of` tells the turn of an
    event such as a tile turned over.
    """

    depth: int
    nodes: int
    score: float
    moves: tuple[Any, ...]
    exact: bool = False
    win: float | None = None  # the winning chance in per cent, where the engine knows it


class Engine(Protocol):
    """A computer player of one game under one rule set; it sees public positions only."""

    def think(
        self, position: Any, limits: Limits, stopped: Callable[[], bool]
    ) -> Iterator[Sequence[Line]]:
        """Better and better lists of lines, at least one; the last list's first move is played."""
