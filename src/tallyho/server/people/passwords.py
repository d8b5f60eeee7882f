"""Passwords, hashed with argon2id away from the event loop and only a few at a time."""

import asyncio
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE: Final = 2


class Passwords:
    """Hashes and checks passwords; a check takes as long for a name that does not exist."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash("nobody has this password")
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """The hash to store."""
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether the password is the stored one; never, where none is stored."""
        async with self._turns:
            fits = await asyncio.to_thread(self._check, stored or self._nobody, password)
        return fits and stored is not None

    def _check(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
