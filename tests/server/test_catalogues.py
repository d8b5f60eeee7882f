"""The catalogues: every sentence of the sources in every language, and no other."""

import re

import catalogues
import pytest
from babel.messages.pofile import read_po

SENTENCES = {sentence for sentence, _ in catalogues.sentences()}
PLACEHOLDER = re.compile(r"\{\w+\}")


def catalogue(language: str) -> dict[str, str]:
    """A language's sentences."""
    with (catalogues.LOCALES / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file, language) if message.id]
    assert not any(message.fuzzy for message in messages)
    return {str(message.id): str(message.string) for message in messages}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    said = catalogue(language)
    assert set(said) == SENTENCES
    assert [sentence for sentence, text in said.items() if not text.strip()] == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_translations_keep_the_places_of_values(language: str) -> None:
    for sentence, text in catalogue(language).items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(sentence)), sentence
        assert text == text.strip(), sentence


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_catalogues_are_as_the_script_writes_them(language: str) -> None:
    written = catalogues.written(catalogues.updated(language))
    assert (catalogues.LOCALES / f"{language}.po").read_bytes() == written


def test_a_sentence_that_cannot_be_found_is_refused() -> None:
    said = list(catalogues._said_by_island("t(\"a {b}\", { b }) + t('it\\'s')", catalogues.ROOT))
    assert said == ["a {b}", "it's"]
    with pytest.raises(catalogues.Unreadable):
        list(catalogues._said_by_island("t(name)", catalogues.ROOT))
