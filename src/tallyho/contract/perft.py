"""Perft: counts sequences of events, to compare implementations of the same rules."""

from collections.abc import Iterator
from typing import Any

from tallyho.contract.game import CHANCE, Game


def next_events(game: Game[Any, Any, Any], position: Any) -> Iterator[Any]:
    """Every distinct event that can happen next: turns with each face or throw they can bring."""
    if game.to_act(position) is CHANCE:
        yield from (event for event, _ in game.chances(position))
    for turn in game.legal(position):
        yield from (event for event, _ in game.chances(position, turn))


def perft(game: Game[Any, Any, Any], position: Any, depth: int) -> int:
    """How many sequences of `depth` events there are from this position."""
    if depth == 0:
        return 1
    return sum(count for _, count in divide(game, position, depth))


def divide(game: Game[Any, Any, Any], position: Any, depth: int) -> Iterator[tuple[Any, int]]:
    """The count for each next event, one after the other, so that long counts can report."""
    for event in next_events(game, position):
        yield event, 1 if depth == 1 else perft(game, game.play(position, event), depth - 1)
