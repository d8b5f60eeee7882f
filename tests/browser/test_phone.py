"""A phone: fingers, and 360 pixels."""

from collections.abc import Callable
from typing import Any

from browsers import PHONE, Person
from playwright.sync_api import expect
from tables import Hunter, start, tap

SMALL = """() => [...document.querySelectorAll("main button, main a.button, [role=gridcell]")]
    .filter((one) => one.checkVisibility() && !one.matches(".exit"))
    .map((one) => [one.textContent.trim() || one.dataset.space, one.getBoundingClientRect()])
    .filter(([, {height}]) => height < 40).map(([name]) => name)"""
HAND: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def test_turns_are_tapped(person: Callable[..., Person]) -> None:
    someone = person(**HAND)
    start(someone, "Play against the computer")
    player = Hunter(someone, tap)
    for _ in range(6):
        assert player.wait() == "turn"
        player.turn()
        player.turns += 1
    assert player.wait() == "turn"
    assert not someone.overflows()


def test_a_finger_finds_what_it_wants(person: Callable[..., Person]) -> None:
    someone = person(**HAND)
    start(someone, "Begin")
    Hunter(someone, tap).wait()
    assert someone.page.evaluate(SMALL) == []
    page = someone.page
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert board["width"] > 340  # the whole width is the board's
    page.get_by_role("group", name="Show").get_by_role("button", name="Bag").tap()
    expect(page.get_by_text("48 tiles are still face down.")).to_be_visible()
    assert not someone.overflows()
