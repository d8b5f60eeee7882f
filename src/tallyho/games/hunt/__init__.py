"""The tile game by Rudi Hoffmann, known as Tally Ho! and Halali: its rules to read."""

from tallyho.games.hunt.board import NAMES, SPACE, Space
from tallyho.games.hunt.deal import HuntDeal
from tallyho.games.hunt.game import Hunt
from tallyho.games.hunt.moves import PASS, Event, Move, Pass, Turn, TurnedOver, TurnOver
from tallyho.games.hunt.notation import HuntNotation
from tallyho.games.hunt.position import Ban, Position
from tallyho.games.hunt.rules import KOSMOS, ONLINE, PRESETS, Rules
from tallyho.games.hunt.threats import threats
from tallyho.games.hunt.tiles import BLUE, BROWN

__all__ = [
    "BLUE",
    "BROWN",
    "KOSMOS",
    "NAMES",
    "ONLINE",
    "PASS",
    "PRESETS",
    "SPACE",
    "Ban",
    "Event",
    "Hunt",
    "HuntDeal",
    "HuntNotation",
    "Move",
    "Pass",
    "Position",
    "Rules",
    "Space",
    "Turn",
    "TurnOver",
    "TurnedOver",
    "threats",
]
