"""The pages' languages: English in the sources, the others in the catalogues of `locales/`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.core import negotiate_locale
from babel.messages.pofile import read_po
from litestar.connection import ASGIConnection

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "nl": "Nederlands", "fr": "Français"}
LOCALES: Final = Path(__file__).with_name("locales")
ISLANDS: Final = "web/src/"  # where a sentence is used in the browser


@dataclass(frozen=True, slots=True)
class Texts:
    """One language's sentences by their English ones; `places` are the files that use each."""

    language: str
    sentences: Mapping[str, str]
    places: Mapping[str, tuple[str, ...]]

    def __call__(self, sentence: str, **values: object) -> str:
        """The sentence in this language; `{name}` is replaced by the value of that name."""
        text = self.sentences.get(sentence) or sentence
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    @property
    def islands(self) -> dict[str, str]:
        """The sentences that scripts use."""
        return self._used_below(ISLANDS)

    def of(self, *folders: str) -> dict[str, str]:
        """The sentences of these folders of scripts, such as `lobby`."""
        return self._used_below(*(f"{ISLANDS}{folder}/" for folder in folders))

    def _used_below(self, *starts: str) -> dict[str, str]:
        return {
            sentence: self.sentences[sentence]
            for sentence, places in self.places.items()
            if any(place.startswith(starts) for place in places)
        }


@cache
def texts(language: str) -> Texts:
    """The catalogue of a language; English needs none."""
    if language == "en":
        return Texts("en", {}, {})
    with (LOCALES / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file, language) if message.id]
    said = {str(message.id): str(message.string) for message in messages}
    places = {
        str(message.id): tuple(place for place, _ in message.locations) for message in messages
    }
    return Texts(language, said, places)


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The language that the visitor chose, or else the one that the browser asks for."""
    chosen = connection.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    accepted = _accepted(connection.headers.get("accept-language", "")[:200])
    return negotiate_locale(accepted, LANGUAGES, sep="-") or "en"


def _accepted(header: str) -> list[str]:
    """The header's languages, the dearest first."""
    weighed: list[tuple[float, str]] = []
    for part in header.split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((float(weight or 1), name))
        except ValueError:
            continue
    return [name for _, name in sorted(weighed, key=lambda pair: -pair[0])]
