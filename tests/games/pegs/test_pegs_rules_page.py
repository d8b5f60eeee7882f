"""The rules page: every rule is there, and every text on it is one that the game speaks."""

import re
from importlib.resources import files

from tallyho.contract import NotationError
from tallyho.games.pegs import PegsNotation

PAGE = files("tallyho.games.pegs").joinpath("rules.md").read_text(encoding="utf-8")
NOTATION = PegsNotation()


def test_every_rule_has_its_heading_in_order() -> None:
    assert re.findall(r"^## (P\d+) \S", PAGE, re.MULTILINE) == [f"P{n}" for n in range(1, 12)]


def test_every_position_on_the_page_is_consistent() -> None:
    texts = re.findall(r"^[wb.]+/.*$", PAGE, re.MULTILINE)
    assert [str(NOTATION.read_position(text)) for text in texts] == texts
    assert len(texts) == 6


def readable(text: str) -> bool:
    try:
        NOTATION.read_record_turn(text) if ":" in text else NOTATION.read_event(text)
    except NotationError:
        return False
    return True


def test_every_play_and_throw_on_the_page_reads() -> None:
    texts = re.findall(r"`([^`\n=]*\d[-x][^`\n=]*)`", PAGE)
    assert [text for text in texts if not readable(text)] == []
    assert {"6-1", "1-6", "o12-c1", "c1xc7", "c10-i3", "3-4:"} <= set(texts)
