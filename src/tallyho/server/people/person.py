"""A person as the rest of the site knows one, and the names that people may take."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from tallyho.contract import NotationError

SOMEBODY: Final = "Somebody who left"
_NAME: Final = re.compile(r"[^\W_](?:[\w-]| (?! )){1,18}[^\W_]")
_RESERVED: Final = ("guest", "computer", "somebody")


@dataclass(frozen=True, slots=True)
class Person:
    """A visitor: a guest has no name yet."""

    id: str
    name: str | None
    bot: bool = False

    @property
    def guest(self) -> bool:
        """Whether this is a guest."""
        return self.name is None

    @property
    def shown(self) -> str:
        """What others see."""
        return self.name or f"Guest {self.id[:4]}"


def name_key(name: str) -> str:
    """The name as it is compared: case and look-alike letters make no difference."""
    return unicodedata.normalize("NFKC", name).casefold()


def check_name(name: str) -> str:
    """The name itself if it can be taken."""
    if unicodedata.normalize("NFC", name) != name or not _NAME.fullmatch(name):
        raise NotationError("name", "3 to 20 letters, digits, - or single spaces, please")
    if name_key(name).startswith(_RESERVED):
        raise NotationError("name", f"a name does not begin with {', '.join(_RESERVED)}")
    return name
