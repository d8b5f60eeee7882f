"""A contest: which two players meet, in which game, under which conditions."""

import shlex
import shutil
from dataclasses import dataclass
from typing import Final

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import NotationError
from tallyho.engine import Limits
from tallyho.engine.program import Stopped, go_words
from tallyho.research.players import BUILT_IN, LEVELS, BuiltIn, Player
from tallyho.research.program import Program

_LONGEST_NAME: Final = 500


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that the course of its matches depends on; player 0 is called A, player 1 B."""

    names: tuple[str, str]
    limits: tuple[Limits, Limits] = (Limits(movetime=100), Limits(movetime=100))
    game: str = "hunt"
    rules: str = ""
    seed: int = 1
    quiet: int = 200  # turns without a turn-over after which the arena ends a round
    grace: float = 30.0  # seconds that a player may take beyond its movetime

    def __post_init__(self) -> None:
        """Refuse a contest that cannot be held."""
        self.entry()
        for name, limits in zip(self.names, self.limits, strict=True):
            _check_name(name)
            if limits.infinite:
                raise NotationError("go", "an endless search chooses no turn; give it a limit")

    def entry(self) -> Entry:
        """The game, with an engine that nobody else has used."""
        return catalog.find(self.game, self.rules)

    def player(self, index: int, stopped: Stopped) -> Player:
        """Player A or B, new for a match."""
        name, limits = self.names[index], self.thinking(index)
        if name in BUILT_IN:
            return BuiltIn(name, self.entry(), limits, stopped)
        return Program(name, self.entry(), limits, self.grace, stopped)

    def thinking(self, index: int) -> Limits:
        """The limits of player A or B; a level brings its own."""
        return LEVELS.get(self.names[index], self.limits[index])

    def patience(self, index: int) -> float:
        """The seconds that player A or B may take for a turn."""
        return (self.thinking(index).movetime or 0) / 1000 + self.grace

    def __str__(self) -> str:
        """One line that tells contests apart whose matches must not be mixed."""
        who = (f"{name} ({go_words(self.thinking(i))})" for i, name in enumerate(self.names))
        return f"{' against '.join(who)}, seed {self.seed}, quiet {self.quiet}"


def _check_name(name: str) -> None:
    if name in BUILT_IN:
        return
    words = _split(name)
    if not words or shutil.which(words[0]) is None:
        known = f"{', '.join(BUILT_IN)}, or the command line of a program that speaks THP"
        raise NotationError("player", f"{name[:40]!r} is none of {known}")
    if len(name) > _LONGEST_NAME or not name.isprintable():
        reason = f"a command line has up to {_LONGEST_NAME} characters that can be printed"
        raise NotationError("player", reason)


def _split(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise NotationError("player", f"{command[:40]!r}: {error}") from error
