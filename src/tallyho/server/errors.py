"""What the site refuses beyond the rules: the branch of the error tree that knows people.

SiteError
├── Unknown       nobody is known by this token, or name and password do not fit   401
├── NotAllowed    this person may not do this, such as play at another's seat      403
├── NotFound      there is no such game, person or seek                            404
├── Taken         a name, a seat or a seek that somebody else already has          409
└── TooMany       more requests, games or words than one visitor gets              429
"""

from typing import ClassVar

from tallyho.contract import TallyhoError


class SiteError(TallyhoError):
    """A refusal with the HTTP status that tells it."""

    status: ClassVar[int] = 400


class Unknown(SiteError):
    """Nobody is known by this token, or name and password do not fit."""

    status = 401


class NotAllowed(SiteError):
    """This person may not do this."""

    status = 403


class NotFound(SiteError):
    """There is nothing by this name."""

    status = 404


class Taken(SiteError):
    """Somebody else has it already."""

    status = 409


class TooMany(SiteError):
    """More than one visitor gets; `wait` tells the seconds after which there is more."""

    status = 429

    def __init__(self, reason: str, wait: int | None = None) -> None:
        super().__init__(reason)
        self.wait = wait
