"""The end of a round (H11, H14), its score (H15) and the draw claim (H18).

Where the rest of the match lives, because both games share it: the sums and the tie-break of H16
are `contract.game.total` and `Outcome.winner`, the swap of colours is `Session.seat_of` in
`play.session`; resignation and agreed draws (H17) are `Session.submit` there.
"""

from typing import Final

from tallyho.contract import IllegalTurn, Outcome, Side
from tallyho.games.hunt.moves import ordinary_turns
from tallyho.games.hunt.position import Position
from tallyho.games.hunt.rules import Rules
from tallyho.games.hunt.tiles import BLUE, BROWN, OWN, points


def is_over(position: Position, rules: Rules) -> bool:
    """H11, H14: the last turns are used up, or the round ends early."""
    if position.left is None:
        return False
    if position.left == 0:
        return True
    if rules.end == "extinct":
        return _is_extinct(position, BLUE) or _is_extinct(position, BROWN)
    return _is_extinct(position, position.to_move) and not ordinary_turns(position)


_COLOURS: Final = tuple(frozenset(faces) for faces in OWN)


def _is_extinct(position: Position, side: Side) -> bool:
    """Whether no tile of that colour is on the board, once all lie face up."""
    return _COLOURS[side].isdisjoint(position.board)


def score(position: Position) -> Outcome:
    """H15: points and number of the tiles that each side has won."""
    blue, brown = position.winnings
    return Outcome((points(blue), points(brown)), (sum(blue), sum(brown)))


def check_claim(position: Position, announced: bool, rules: Rules) -> None:
    """H18: return if the side to move may claim a draw.

    `announced` tells whether a legal turn was announced that turns nothing over.
    """
    if rules.claim is None:
        raise IllegalTurn("H18", "these rules know no draw claim; offer your opponent a draw")
    if position.quiet is None:
        raise IllegalTurn("H18", "the final phase ends by itself; there is nothing to claim")
    needed = 2 * rules.claim
    if position.quiet + announced < needed:
        passed = f"{position.quiet} turns have passed since the last turn-over"
        reason = f"{passed}; {needed} are needed for a claim"
        if position.quiet + 1 == needed:
            reason += ", a legal turn announced with it included if it turns nothing over"
        raise IllegalTurn("H18", reason)
