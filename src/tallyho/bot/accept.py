"""Which challenges a bot takes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from tallyho import catalog
from tallyho.contract import NotationError, TallyhoError

KINDS: Final = (
    ("hunt", "pegs"),
    ("casual", "rated"),
    ("people", "bots"),
    ("untimed", "live", "days"),
)
WORDS: Final = tuple(word for kind in KINDS for word in kind)


@dataclass(frozen=True, slots=True)
class Accept:
    """The words that allow something; a kind of which no word is said allows everything."""

    words: frozenset[str]

    def trouble(self, challenge: dict[str, Any]) -> str | None:
        """Why a challenge is not taken, None if it is."""
        for kind, word in zip(KINDS, words_of(challenge), strict=True):
            allowed = self.words.intersection(kind)
            if allowed and word not in allowed:
                return f"{word} is not what it plays"
        try:
            catalog.find(challenge["terms"]["game"], challenge["terms"]["rules"])
        except TallyhoError as error:
            return str(error)
        return None


def words_of(challenge: dict[str, Any]) -> tuple[str, str, str, str]:
    """The challenge in words, one of each kind."""
    terms, clock = challenge["terms"], challenge["terms"]["clock"]
    speed = "days" if clock["days"] else "live" if clock["minutes"] else "untimed"
    rated = "rated" if terms["rated"] else "casual"
    return terms["game"], rated, "bots" if challenge["challenger"]["bot"] else "people", speed


def read_accept(texts: Iterable[str]) -> Accept:
    """The words of the command line, one by one or with commas between them."""
    words = [word for text in texts for word in text.replace(",", " ").split()]
    for word in words:
        if word not in WORDS:
            raise NotationError("accept", f"{word[:40]!r} is none of {', '.join(WORDS)}")
    return Accept(frozenset(words))
