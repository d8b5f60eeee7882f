"""What the arena asks of a player, and the players that come with Tallyho."""

from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from tallyho.catalog import Entry
from tallyho.contract import Side
from tallyho.engine import UNKNOWN, Engine, Habits, Limits, watched
from tallyho.engine.partners import PARTNERS, partner
from tallyho.engine.program import Forfeit, Stopped

LEVELS: Final = {f"level {level}": Limits(level=level) for level in range(1, 11)}
BUILT_IN: Final = (*PARTNERS, "tallyho", *LEVELS)


class Player(Protocol):
    """One player of a match; it learns nothing but what both sides see."""

    def begin(self, lead: int | None, seed: int) -> None:
        """A round begins; `lead` is that of Limits."""

    def see(self, event: Any) -> None:
        """Something happened: a turn of either side, or a throw."""

    def choose(self, position: Any) -> Any:
        """The turn to play."""

    def close(self) -> None:
        """The match is over."""


@dataclass(slots=True)
class BuiltIn:
    """One of the players in BUILT_IN; each round it starts afresh from the seed it is given."""

    name: str
    entry: Entry
    limits: Limits
    stopped: Stopped
    _engine: Engine = field(init=False, repr=False)
    _position: Any = field(init=False, repr=False)
    _habits: Habits = field(default=UNKNOWN, init=False, repr=False)

    def begin(self, lead: int | None, seed: int) -> None:
        """Forget what was; the same seed and the same turns lead to the same choices."""
        self.limits = replace(self.limits, lead=lead)
        self._position = self.entry.game.start()
        former = self._habits[1], self._habits[0]  # every round the sides are swapped
        self._habits = UNKNOWN if lead is None else former
        named = self.name in PARTNERS
        self._engine = partner(self.name, self.entry.game, seed) if named else self.entry.engine

    def see(self, event: Any) -> None:
        """Keep in mind what the players are like; all else is told by what `choose` is given."""
        game = self.entry.game
        self._habits = watched(game, self._habits, self._position, event)
        self._position = game.play(self._position, event)

    def choose(self, position: Any) -> Any:
        """The first turn of the engine's last and best line."""
        try:
            side = self.entry.game.to_act(position)
            assert isinstance(side, Side)
            limits = self._habits[side.other].told(self.limits)
            *_, lines = self._engine.think(position, limits, self.stopped)
            return self.entry.game.turn_of(lines[0].moves[0])
        except Exception as error:  # a long contest goes on, and the report names the fault
            raise Forfeit("crashed", f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Nothing is open."""
