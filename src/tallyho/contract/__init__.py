"""What every game shares: the Game and Notation protocols, chance, outcomes and the error tree."""

from tallyho.contract.chance import Deal, Numbers
from tallyho.contract.errors import (
    IllegalTurn,
    NotationError,
    NotNow,
    NotYourTurn,
    StaleVersion,
    TallyhoError,
)
from tallyho.contract.game import CHANCE, Chance, Game, Outcome, Side, total
from tallyho.contract.notation import Notation
from tallyho.contract.perft import divide, perft

__all__ = [
    "CHANCE",
    "Chance",
    "Deal",
    "Game",
    "IllegalTurn",
    "NotNow",
    "NotYourTurn",
    "Notation",
    "NotationError",
    "Numbers",
    "Outcome",
    "Side",
    "StaleVersion",
    "TallyhoError",
    "divide",
    "perft",
    "total",
]
