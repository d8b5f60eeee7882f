"""The ten levels of the tile game's player: how far each looks, and how it errs.

A weak level does not roll dice over its turns. It overlooks captures from afar, thinks too little
of what the opponent can do next, likes to turn tiles over, and misjudges what it does see.
"""

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tallyho.engine.kernel import Found
from tallyho.engine.simple import hunt_rank
from tallyho.games.hunt import Move, Position, TurnedOver


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of this level sees, and how it weighs what it sees."""

    nodes: int  # positions that it looks at
    overlooks: float = 0.0  # the chance to miss a capture, for each space beyond the first
    careless: float = 0.0  # how much of the opponent's answer it leaves out of account, 0 to 1
    eager: float = 0.0  # points by which it overrates turning a tile over
    misjudges: float = 0.0  # points by which its opinions are off, as a standard deviation

    @property
    def errs(self) -> bool:
        """Whether it plays anything but the best turn it finds."""
        return bool(self.overlooks or self.careless or self.eager or self.misjudges)


LEVELS: Final = (
    Level(166, overlooks=0.1115, careless=0.488, eager=1.65, misjudges=2.28),
    Level(255, overlooks=0.077, careless=0.365, eager=1.24, misjudges=1.77),
    Level(385, overlooks=0.0555, careless=0.273, eager=0.955, misjudges=1.375),
    Level(605, overlooks=0.0398, careless=0.197, eager=0.70, misjudges=1.065),
    Level(1_050, overlooks=0.0249, careless=0.12, eager=0.434, misjudges=0.753),
    Level(680),
    Level(1_350),
    Level(4_400),
    Level(48_000),
    Level(1_000_000),
)


def chosen(level: Level, position: Position, found: Sequence[Found]) -> list[Found]:
    """The lines as this level ranks them; the same position is always judged the same way."""
    chance = random.Random(zlib.crc32(repr((level, position[:7])).encode()))
    seen = [line for line in found if not _overlooked(level, line, chance)] or list(found)
    opinions = [_opinion(level, position, line) + chance.gauss(0, level.misjudges) for line in seen]
    order = sorted(range(len(seen)), key=lambda index: -opinions[index])
    return [seen[index] for index in order]


def _overlooked(level: Level, line: Found, chance: random.Random) -> bool:
    turn = line.events[0]
    if not isinstance(turn, Move) or not turn.captures:
        return False
    file, rank = divmod(turn.origin, 7)
    to_file, to_rank = divmod(turn.target, 7)
    beyond = abs(file - to_file) + abs(rank - to_rank) - 1
    return chance.random() < level.overlooks * beyond


def _opinion(level: Level, position: Position, line: Found) -> float:
    """Between what the turn wins at once and what the search makes of it."""
    turn = line.events[0]
    if isinstance(turn, TurnedOver):
        return (1 - level.careless) * line.points + level.eager
    gain, _ = hunt_rank(position, turn)
    return level.careless * gain + (1 - level.careless) * line.points
