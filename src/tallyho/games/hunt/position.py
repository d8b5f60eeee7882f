"""What both players can see: the frozen Position, and the bag that follows from it."""

from typing import Final, NamedTuple

from tallyho.contract import Side
from tallyho.games.hunt.board import START_BOARD, WAYS, Space, rows
from tallyho.games.hunt.tiles import BLUE, FACE_DOWN, KINDS, NOTHING, Kind, Winnings


class Ban(NamedTuple):
    """H10: the tile that stands on `now` may not go back to `original`."""

    now: Space
    original: Space


BANS: Final = {(now, original): Ban(now, original) for now, original in WAYS}  # each made once

Key = tuple[str, Side, tuple[Winnings, Winnings], Space | None, tuple[Ban | None, Ban | None]]


class Step(NamedTuple):
    """One earlier position of the stretch, and the space whose tile was moved there (H19)."""

    key: Key
    moved: Space | None


class Position(NamedTuple):
    """Board, side to move and everything else the rules depend on.

    Face-down tiles are `?`: a position never knows what they are.
    """

    board: str
    to_move: Side
    winnings: tuple[Winnings, Winnings]
    lock: Space | None  # H9: the bird that the side to move may not move
    bans: tuple[Ban | None, Ban | None]  # H10, blue's and brown's
    quiet: int | None  # turns since the last turn-over; None in the final phase
    left: int | None  # H11: turns left in the final phase; None before it
    trail: tuple[Step, ...] = ()  # H19: earlier positions that could come back

    @property
    def key(self) -> Key:
        """What makes two positions the same one for H19."""
        return self[:5]

    def in_bag(self, kind: Kind) -> int:
        """How many face-down tiles are of that kind: all of them less faces and winnings."""
        blue, brown = self.winnings
        won = blue[kind.index] + brown[kind.index]
        return kind.count - won - sum(map(self.board.count, kind.faces))

    @property
    def bag(self) -> Winnings:
        """What the face-down tiles can be, by kind."""
        b, f, l, h, p, d, t = map(self.in_bag, KINDS)  # noqa: E741 - l is the lumberjack's letter
        return b, f, l, h, p, d, t

    @property
    def face_down(self) -> int:
        """How many tiles still lie face down."""
        return self.board.count(FACE_DOWN)

    def __str__(self) -> str:
        """The position text."""
        # Imported late, here and below: text and picture are made of positions and import this.
        from tallyho.games.hunt.position_text import write_position

        return write_position(self)

    def draw(self) -> str:
        """The board as seven lines of text with its coordinates."""
        lines = [f"{8 - index} {' '.join(row)}" for index, row in enumerate(rows(self.board))]
        return "\n".join([*lines, "  b c d e f g h"])

    def _repr_svg_(self) -> str:
        from tallyho.games.hunt.picture import svg

        return svg(self)


START: Final = Position(START_BOARD, BLUE, (NOTHING, NOTHING), None, (None, None), 0, None)
