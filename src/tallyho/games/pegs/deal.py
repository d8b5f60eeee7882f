"""The deal: all the throws of a round, drawn when they are first asked for."""

from tallyho.contract import Numbers
from tallyho.games.pegs.dice import FACES, Throw
from tallyho.games.pegs.moves import Event, Turn


class PegsDeal:
    """The throws of one round; each is drawn once, in order, and then remembered."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._throws: list[Throw] = []

    def event(self, turn: Turn | None, nth: int) -> Event:
        """The round's throw number `nth`, counted from 0; a player's turn is its own event."""
        if turn is not None:
            return turn
        while len(self._throws) <= nth:
            self._throws.append(Throw(self._die(), self._die()))
        return self._throws[nth]

    def _die(self) -> int:
        return FACES[self._numbers.below(len(FACES))]
