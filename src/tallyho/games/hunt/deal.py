"""A deal of the 48 tiles (H2, H3): what lies face down, known to a dealer alone."""

from typing import Final

from tallyho.contract import NotationError, Numbers
from tallyho.games.hunt.board import CENTRE, SPACES, Space
from tallyho.games.hunt.moves import Event, Turn, TurnedOver, TurnOver
from tallyho.games.hunt.tiles import EMPTY, GUNS, KIND, KINDS

ALL_TILES: Final = "".join(kind.letter * kind.count for kind in KINDS)


class HuntDeal:
    """The 48 faces of one round by space."""

    def __init__(self, board: str) -> None:
        """`board` holds a face on every space but the centre."""
        kinds = [KIND[face].letter for face in board if face in KIND]
        complete = len(board) == len(SPACES) and sorted(kinds) == sorted(ALL_TILES)
        if not complete or board[CENTRE] != EMPTY:
            raise NotationError("deal", "48 tiles around an empty centre are needed, as in H2")
        self._board = board

    @classmethod
    def shuffled(cls, numbers: Numbers) -> "HuntDeal":
        """Lay the tiles out: Fisher–Yates over the spaces by name, then a gun for each hunter."""
        tiles = list(ALL_TILES)
        for index in range(len(tiles) - 1, 0, -1):
            other = numbers.below(index + 1)
            tiles[index], tiles[other] = tiles[other], tiles[index]
        faces = [GUNS[numbers.below(4)] if tile == "H" else tile for tile in tiles]
        return cls("".join(faces[:CENTRE]) + EMPTY + "".join(faces[CENTRE:]))

    def face(self, space: Space) -> str:
        """What lies on the space."""
        return self._board[space]

    def event(self, turn: Turn | None, nth: int) -> Event:
        """What comes of the turn; the turn itself where chance has no part in it."""
        if turn is None:
            raise ValueError("nothing is thrown in the tile game")
        if isinstance(turn, TurnOver):
            return TurnedOver(turn.space, self.face(turn.space))
        return turn
