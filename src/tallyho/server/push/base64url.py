"""Bytes as web push writes them: base64 for addresses, without padding."""

import base64
import re
from typing import Final

_LETTERS: Final = re.compile(r"[A-Za-z0-9_-]*")


def encoded(data: bytes) -> str:
    """The bytes as text."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes behind the text; a ValueError if there are none."""
    bare = text.rstrip("=")
    if not _LETTERS.fullmatch(bare):
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
