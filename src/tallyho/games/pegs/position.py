"""The position: what stands where, whose turn it is, and which numbers are still to be played."""

from dataclasses import dataclass

from tallyho.contract import Side
from tallyho.games.pegs.board import COLOURS, EMPTY, PEGS
from tallyho.games.pegs.rules import Rules


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a round; `str()` gives its text.

    Each circle is a string of `w`, `b` and `.`, hole 1 first. Without numbers the dice are to be
    thrown; with numbers at least one of them can be played, because the turn passes by itself.
    Once a side has no peg left there are no numbers, and that losing side stands as `to_move`.
    """

    circles: tuple[str, str, str]
    to_move: Side
    compulsory: tuple[int, ...] = ()
    optional: tuple[int, ...] = ()

    @property
    def board(self) -> str:
        """The outer circle, the centre and the inner circle as one string."""
        outer, centre, inner = self.circles
        return outer + centre + inner

    def pegs(self, side: Side) -> int:
        """How many pegs the side has left on the board."""
        return self.board.count(PEGS[side])

    def __str__(self) -> str:
        extras = "+" + _digits(self.optional) if self.optional else ""
        numbers = _digits(self.compulsory) + extras
        return f"{'/'.join(self.circles)} {COLOURS[self.to_move]} {numbers or '-'}"

    def draw(self) -> str:
        """The three circles as rows of text, hole 1 first."""
        numbers = range(1, len(self.circles[0]) + 1)
        lines = [f"{'':<6}" + "".join(f"{number:>3}" for number in numbers)]
        for title, circle in zip(("outer", "centre", "inner"), self.circles, strict=True):
            lines.append(f"{title:<6}" + "".join(f"{hole:>3}" for hole in circle))
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        # Imported late: the picture draws positions, so it imports this module.
        from tallyho.games.pegs.picture import svg

        return svg(self)


def start(rules: Rules) -> Position:
    """White fills the outer circle, black the inner one; white throws first (P2, P3)."""
    white, black = (peg * rules.holes for peg in PEGS)
    return Position((white, EMPTY * rules.holes, black), Side.FIRST)


def _digits(numbers: tuple[int, ...]) -> str:
    return "".join(map(str, numbers))
