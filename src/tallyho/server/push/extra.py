"""The extra `push`, which a site without notifications does not need."""

from collections.abc import Iterator
from contextlib import contextmanager

from tallyho.contract import NotationError


@contextmanager
def push_extra() -> Iterator[None]:
    """Say plainly what is missing if the libraries are not installed."""
    try:
        yield
    except ModuleNotFoundError:
        raise NotationError("push-keys", "install the extra tallyho-games[push] first") from None
