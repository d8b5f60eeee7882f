"""Threats: whose tiles could be captured if the other side were to move."""

import random

import pytest

from tallyho.contract import Side
from tallyho.games import hunt
from tallyho.games.hunt.position import START
from tallyho.games.hunt.tiles import KIND

# A hunter aims along rank 5 at the fox; the bear stands below the lumberjack; the fox sees a duck.
# Birds and trees belong to nobody, so nobody is told that they are in danger.
FACES = {"b5": ">", "f5": "F", "b3": "L", "b2": "B", "f2": "D", "h8": "T"}


@pytest.mark.parametrize("side", [hunt.BLUE, hunt.BROWN])
def test_threats_are_the_same_whoever_is_to_move(side: Side) -> None:
    board = "".join(FACES.get(name, ".") for name in hunt.NAMES[:49])
    position = START._replace(board=board, to_move=side)
    assert hunt.threats(position) == ("b3", "f5")


def test_threats_hold_on_random_positions() -> None:
    """Every capture of an owned tile that the side to move has is announced as a threat."""
    rng, game = random.Random(3), hunt.Hunt(hunt.KOSMOS)
    position = game.start()
    seen = 0
    for _ in range(2000):
        if game.outcome(position) is not None:
            position = game.start()
        turn = rng.choice(game.legal(position))
        threats = hunt.threats(position)
        for other in game.legal(position):
            if isinstance(other, hunt.Move) and other.captures:
                owned = KIND[position.board[other.target]].owner is not None
                assert (hunt.NAMES[other.target] in threats) or not owned
                seen += owned
        events = game.chances(position, turn)
        position = game.play(position, rng.choice(events)[0] if events else turn)
    assert seen > 20
