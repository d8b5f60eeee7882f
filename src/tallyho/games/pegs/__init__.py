"""The peg game: two sides race their pegs through three circles and throw each other out."""

from tallyho.games.pegs.board import Circle, Hole
from tallyho.games.pegs.deal import PegsDeal
from tallyho.games.pegs.dice import Throw
from tallyho.games.pegs.game import Pegs
from tallyho.games.pegs.moves import End, Event, Play, Turn
from tallyho.games.pegs.notation import PegsNotation
from tallyho.games.pegs.position import Position
from tallyho.games.pegs.rules import Rules

__all__ = [
    "Circle",
    "End",
    "Event",
    "Hole",
    "Pegs",
    "PegsDeal",
    "PegsNotation",
    "Play",
    "Position",
    "Rules",
    "Throw",
    "Turn",
]
