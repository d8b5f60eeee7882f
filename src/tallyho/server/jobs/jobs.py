"""Where engine turns are asked for; in-process threads by default."""

from typing import Protocol


class Jobs(Protocol):
    """Takes engine turns; asking twice for the same one does no harm."""

    def ask(self, game: str, person: str) -> None:
        """The computer has to move in this game, for the sake of this person."""

    async def close(self) -> None:
        """Give up what has not been done; a scan finds it again."""
