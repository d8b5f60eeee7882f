"""The bell that calls a person to the board; a site without keys has none."""

from collections.abc import Callable
from typing import Protocol

from tallyho.play.actions import Seat
from tallyho.server.people.person import Person
from tallyho.server.push.addresses import Subscription
from tallyho.server.push.subscriptions import Subscriptions
from tallyho.server.table.table import Table

Notice = Callable[[Table, Seat, str], bytes]
"""What a seat is told in a language; the words are those of the pages."""


class Bell(Protocol):
    """Called when a turn has passed to somebody; never makes anybody wait."""

    @property
    def key(self) -> str:
        """The site's public key, with which browsers subscribe."""

    @property
    def subscriptions(self) -> Subscriptions:
        """The browsers that are told."""

    async def subscribe(self, person: Person, token: str, new: Subscription, language: str) -> None:
        """Tell this browser from now on, if it is one."""

    def ring(self, table: Table) -> None:
        """It is somebody's turn now."""

    async def close(self) -> None:
        """Give up what has not been sent."""
