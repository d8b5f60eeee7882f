"""What a seat can ask for (actions) and what then happened (events) in one match."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

Termination = Literal["finished", "resigned", "agreed", "claimed", "timeout", "abandoned"]


class Seat(IntEnum):
    """One of the two players; the first seat has the first side in the first round."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Seat":
        """The opponent's seat."""
        return Seat.FIRST if self else Seat.SECOND


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """Make this turn, written as the game's notation writes decisions."""

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up."""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw; the offer stands until it is answered or the opponent makes a turn."""


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """Accept the opponent's offer."""


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """Decline the opponent's offer."""


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Claim a draw by the rules, with or without announcing the turn that completes the claim."""

    announced: str | None = None


@dataclass(frozen=True, slots=True)
class AskTakeback:
    """Ask to take back one's own last turn, and what came after it."""


@dataclass(frozen=True, slots=True)
class AcceptTakeback:
    """Let the opponent take back."""


@dataclass(frozen=True, slots=True)
class DeclineTakeback:
    """Do not let the opponent take back."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Leave without a result before the first turn of the match."""


Action = (
    PlayTurn
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | ClaimDraw
    | AskTakeback
    | AcceptTakeback
    | DeclineTakeback
    | Abort
)


@dataclass(frozen=True, slots=True)
class Began:
    """The match began and the first clock runs."""

    at: int


@dataclass(frozen=True, slots=True)
class Played:
    """An event of the game: made by a seat, or thrown by the dealer (seat None)."""

    seat: Seat | None
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A seat offered a draw."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """A seat declined the draw that was offered to it."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class TakebackAsked:
    """A seat asked to take back."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class TakebackDeclined:
    """A seat did not let the opponent take back."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """The seat's last turn and everything after it was taken back: `turns` turns in all."""

    seat: Seat
    turns: int
    at: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; no winner means a draw, or an abandoned match that counts for nobody."""

    termination: Termination
    winner: Seat | None
    at: int


SessionEvent = (
    Began
    | Played
    | DrawOffered
    | DrawDeclined
    | TakebackAsked
    | TakebackDeclined
    | TookBack
    | Ended
)
