"""What a player can ask for at the board, as the API takes it."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from tallyho.contract import NotationError
from tallyho.play import actions as act
from tallyho.play.actions import Action

ActionId = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{1,40}$", description="Your own id of the action, for resending."),
]
MOST_TURN: Final = 40  # characters
SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]

Doing = Literal[
    "turn",
    "resign",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "claim-draw",
    "ask-takeback",
    "accept-takeback",
    "decline-takeback",
    "abort",
    "claim-win",
]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """One action: what, at which version, and for a turn its text (for a claim, if announced).

    `seat` is needed only by somebody who has both.
    """

    do: Doing
    version: Version
    id: ActionId
    text: Annotated[str, Meta(max_length=MOST_TURN)] | None = None
    seat: SeatNumber | None = None


_PLAIN: Final[dict[str, Action]] = {
    "resign": act.Resign(),
    "offer-draw": act.OfferDraw(),
    "accept-draw": act.AcceptDraw(),
    "decline-draw": act.DeclineDraw(),
    "ask-takeback": act.AskTakeback(),
    "accept-takeback": act.AcceptTakeback(),
    "decline-takeback": act.DeclineTakeback(),
    "abort": act.Abort(),
}


def action_of(wish: Wish) -> Action:
    """The session's action behind the wish."""
    if wish.do == "turn":
        if wish.text is None:
            raise NotationError("text", "a turn needs its text, such as d4 or c5-f5")
        return act.PlayTurn(wish.text)
    if wish.do == "claim-draw":
        return act.ClaimDraw(wish.text)
    if wish.text is not None:
        raise NotationError("text", "only a turn or a claim has a text")
    return _PLAIN[wish.do]
