"""The catalogues and the rules: all that English says in every language, and nothing else."""

import re
from collections import Counter
from itertools import product

import catalogues
import pytest
from babel.messages.pofile import read_po

from tallyho import catalog
from tallyho.server.web.reading_pages import rules_page

SENTENCES = {sentence for sentence, _ in catalogues.sentences()}
PLACEHOLDER = re.compile(r"\{\w+\}")
FAULTS = {
    "de": re.compile("[\"']|“[^ .,;:!?)–]|\\.\\.\\."),
    "nl": re.compile("[\"']|\\.\\.\\."),
    "fr": re.compile("[\"']|\\.\\.\\.|(?<! Ho)(?<![\u202f])[;!?»]|(?<!\u00a0):|«(?!\u202f)"),
}
"""Marks that a printer of the language would not set so."""


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


def rules(game: str, language: str) -> dict[str, str]:
    """A game's rules by their numbers; what stands before the first goes by no number."""
    parts = re.split(r"^## ([HP]\d+) .*\n", rules_page(game, language), flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[::2], strict=True))


def unsaid(rule: str) -> tuple[list[str], set[str], set[str], int]:
    """What is the same in every language: boards, notation, other rules, and how much is bold."""
    boards = re.findall(r"^```\n.*?^```$", rule, re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^```\n.*?^```$", "", rule, flags=re.MULTILINE | re.DOTALL)
    notation = set(re.findall(r"`[^`]+`", prose))
    return boards, notation, set(re.findall(r"\b[HP]\d+\b", prose)), prose.count("**")


@pytest.mark.parametrize(
    ("game", "language"), list(product(catalog.GAMES, catalogues.LANGUAGES)), ids="-".join
)
def test_every_rule_is_there_and_means_the_same(game: str, language: str) -> None:
    english, translated = rules(game, "en"), rules(game, language)
    assert list(translated) == list(english)
    for number, rule in english.items():
        assert unsaid(translated[number]) == unsaid(rule), number
        assert translated[number] != rule, number


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_rule_sets_go_by_the_words_of_the_site(language: str) -> None:
    said = rules_page("hunt", language)
    named = Counter(re.findall(r"kosmos|online", said))
    assert named == {"kosmos": 1, "online": 1}
    for name in ("Two rounds", "One round"):
        assert f"- {catalogue(language)[name]}" in said


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_marks_and_their_spaces_are_those_of_the_language(language: str) -> None:
    pages = "\n".join(rules_page(game, language) for game in catalog.GAMES)
    prose = re.sub(r"^```\n.*?^```$|`[^`]+`", "", pages, flags=re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^\|[-:| ]+\|$", "", prose, flags=re.MULTILINE)
    lines = [*catalogue(language).values(), *prose.splitlines()]
    assert [line for line in lines if FAULTS[language].search(line)] == []
