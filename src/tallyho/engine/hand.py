"""The hand-made evaluation: a sum of things that a player of the tile game looks at.

kernel/hand.hpp is the same in C++; the tests compare them.
"""

from typing import Final, NamedTuple

from tallyho.games.hunt import BLUE, BROWN, Position
from tallyho.games.hunt.board import RAYS, SPACES
from tallyho.games.hunt.threats import captures
from tallyho.games.hunt.tiles import FACE_DOWN, GUNS, KIND, KINDS, points

_ALL_POINTS: Final = sum(kind.count * kind.points for kind in KINDS)
_BEAR, _FOX, _LUMBERJACK, _HUNTER, _PHEASANT, _DUCK, _TREE = KINDS


class Forecast(NamedTuple):
    """Blue's points minus brown's that the rest of the round will bring: mean and spread."""

    mean: float
    spread: float


def forecast(position: Position) -> Forecast:
    """What the position promises blue."""
    blue, brown = position.winnings
    at_stake = _ALL_POINTS - points(blue) - points(brown)
    mean = _standing(position) + _exits(position) + _threatened(position)
    return Forecast(mean, 1.5 + 0.05 * at_stake)


def _standing(position: Position) -> float:
    """Tiles that can still win something: how much depends on what there is to win."""
    board, (blue, brown) = position.board, position.winnings
    birds, trees = (
        sum(kind.count - blue[kind.index] - brown[kind.index] for kind in kinds)
        for kinds in ((_PHEASANT, _DUCK), (_TREE,))
    )
    return (
        5.0 * board.count("B")
        + (1.5 + 0.12 * birds) * board.count("F")
        - (0.8 + 0.18 * trees) * board.count("L")
        - (1.2 + 0.08 * birds) * sum(map(board.count, GUNS))
        - 0.25 * _before_guns(board)
    )


# _AHEAD[gun][space]: how many spaces lie before it.
_AHEAD: Final = {
    gun: tuple(len(RAYS[space][direction]) for space in SPACES)
    for direction, gun in enumerate(GUNS)
}


def _before_guns(board: str) -> int:
    """How many spaces lie before the guns, all of them together."""
    ahead = 0
    for gun in GUNS:
        space = board.find(gun)
        while space >= 0:
            ahead += _AHEAD[gun][space]
            space = board.find(gun, space + 1)
    return ahead


def _exits(position: Position) -> float:
    """The nearer the final phase, the more a clear way out is worth (H12)."""
    board = position.board
    if position.left is None:
        near = 1 / (1 + 0.25 * board.count(FACE_DOWN))
    else:
        near = position.left / 10
    lines = board[21:28] + board[3:21:7] + board[31::7]  # file e, and what else there is of rank 5
    gates = board[3] + board[21] + board[27] + board[45]
    blue = 2.0 * lines.count("F") + 4.0 * gates.count("B")
    brown = 2.0 * sum(map(lines.count, GUNS)) + 2.0 * gates.count("L")
    return near * (blue - brown)


_PRICES: Final = {
    face: kind.points + (0.0 if kind.owner is None else 2.0) for face, kind in KIND.items()
}


def _threatened(position: Position) -> float:
    """The side to move takes the dearest tile in reach, so what the other threatens counts less."""
    worth = [0.0, 0.0]
    for side in (BLUE, BROWN):
        prey = {capture.target for capture in captures(position.board, side)}
        prices = [_PRICES[position.board[space]] for space in prey]
        if prices:
            share = 0.45 if position.to_move is side else 0.1
            worth[side] = 0.25 * sum(prices) + share * max(prices)
    return worth[BLUE] - worth[BROWN]
