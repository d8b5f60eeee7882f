"""Where engine turns are asked for; in-process threads by default."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Due:
    """The computer has to move in this game at this version, for the sake of this person."""

    game: str
    version: int
    person: str


class Jobs(Protocol):
    """Takes engine turns; asking twice for the same one does no harm."""

    def ask(self, due: Due) -> None:
        """Let the turn be found and made."""

    async def close(self) -> None:
        """Give up what has not been done; a scan finds it again."""
