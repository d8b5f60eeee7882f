"""The bot's hand in the fair deal: bytes that nobody else can know, found again after a restart."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Any, Final

from tallyho.contract import Side
from tallyho.play.fair import FairnessError, commit_bytes

SEED_BYTES: Final = 32


class Hand:
    """Gives the bytes of each match; they come from a seed that the site never sees."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def pieces(self, game: str, seals: list[dict[str, Any]]) -> list[str]:
        """What to show, one piece for each round, in hexadecimal."""
        return [self._piece(game, seal["round"]).hex() for seal in seals]

    def commitments(self, game: str, seat: int, seals: list[dict[str, Any]]) -> list[str]:
        """What to say before the bytes are shown."""
        return [self._commitment(game, seat, seal) for seal in seals]

    def check(self, game: str, seat: int, seals: list[dict[str, Any]]) -> None:
        """Show nothing if the site's seals are not those that we have committed on."""
        for seal in seals:
            told = seal["commitments"][_side(seal["round"], seat)]
            if told != self._commitment(game, seat, seal):
                raise FairnessError("commitment", f"the seal of round {seal['round']} has changed")

    def _commitment(self, game: str, seat: int, seal: dict[str, Any]) -> str:
        number, sealed = seal["round"], bytes.fromhex(seal["commitment"])
        piece = self._piece(game, number)
        return commit_bytes(game, number, sealed, _side(number, seat), piece).hex()

    def _piece(self, game: str, number: int) -> bytes:
        return hmac.digest(self._seed, f"{game}/{number}".encode(), hashlib.sha256)


def _side(number: int, seat: int) -> Side:
    return Side(seat if number % 2 else 1 - seat)


def hand_from(path: Path) -> Hand:
    """The hand whose seed is in this file, which is made where there is none."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return Hand(path.read_bytes())
    seed = secrets.token_bytes(SEED_BYTES)
    with open(handle, "wb") as file:
        file.write(seed)
    return Hand(seed)
