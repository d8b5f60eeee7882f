"""The options and their text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pegs_tables import all_rules

from tallyho.contract import NotationError
from tallyho.games.pegs import Rules


@pytest.mark.parametrize("text", ["", "default", "holes=12", "short=no holes=12"])
def test_texts_of_the_default_rules(text: str) -> None:
    assert Rules.parse(text) == Rules(holes=12, doublets="opposites", short=False)


def test_options_come_in_any_order() -> None:
    assert Rules.parse("short=yes doublets=plain holes=8") == Rules(8, "plain", short=True)


def test_the_default_rules_are_written_as_one_word() -> None:
    assert str(Rules()) == "default"


def test_other_rules_are_written_in_full() -> None:
    assert str(Rules(short=True)) == "holes=12 doublets=opposites short=yes"


@pytest.mark.parametrize("rules", all_rules(8, 12, 30), ids=str)
def test_every_text_reads_back(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("holes=7", "holes"),
        ("holes=31", "holes"),
        ("holes=012", "holes"),
        ("holes=+12", "holes"),
        ("holes=1²", "holes"),
        ("holes=١٢", "holes"),
        ("holes=12\n", "holes"),
        ("holes=" + "9" * 5000, "holes"),
        ("holes=", "holes"),
        ("holes", "holes"),
        ("holes=8 holes=8", "holes"),
        ("doublets=Plain", "doublets"),
        ("doublets=", "doublets"),
        ("short=true", "short"),
        ("short=no short=yes", "short"),
        ("default holes=8", "rules"),
        ("holes=8  short=no", "rules"),
        (" ", "rules"),
        ("size=8", "rules"),
        ("=", "rules"),
    ],
)
def test_a_bad_text_is_refused_by_the_name_of_the_option(text: str, field: str) -> None:
    with pytest.raises(NotationError) as caught:
        Rules.parse(text)
    assert caught.value.field == field


def test_p9_rules_made_in_code_are_checked_too() -> None:
    with pytest.raises(NotationError, match=r"^doublets: "):
        Rules(doublets="triple")


@given(
    st.text() | st.lists(st.sampled_from(["holes", "short", "=", " ", "1", "²", "no"])).map("".join)
)
def test_no_text_raises_anything_but_a_notation_error(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except NotationError:
        return
    assert Rules.parse(str(rules)) == rules
