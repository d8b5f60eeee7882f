"""A whole match of the tile game without a mouse: two at one device, keyboard only."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import expect
from tables import Hunter
from tables import press as by_keys
from test_learning import lessons, way


def tab_to(person: Person, name: str) -> None:
    """Walk on with the tabulator until the button of that name has the focus."""
    keyboard = person.page.keyboard
    button = person.page.get_by_role("button", name=name, exact=True)
    while not button.evaluate("(button) => button === document.activeElement"):
        keyboard.press("Tab")


class Typist(Hunter):
    """A hunter without a mouse."""

    def go_on(self) -> None:
        expect(self.page.locator(".break button")).to_be_focused()
        self.page.keyboard.press("Enter")


def test_a_whole_match_is_played_with_the_keyboard(person: Callable[..., Person]) -> None:
    pair = person()
    pair.page.goto("/")
    tab_to(pair, "Begin")
    pair.page.keyboard.press("Enter")
    pair.page.wait_for_url("**/game/*")
    typist = Typist(pair, by_keys)
    typist.play_out()
    expect(pair.page.locator(".result th", has_text="Round 2")).to_be_visible()
    tab_to(pair, "Play again")


def test_a_tile_leaves_the_forest_by_keys(person: Callable[..., Person]) -> None:
    """In a lesson, because whether a match has an exit to take is the deal's business."""
    page = person().page
    page.goto("/learn/hunt")
    ways = [way(lesson) for lesson in lessons(page)]
    number, turns = next(
        (number, turns)
        for number, turns in enumerate(ways, 1)
        if turns[-1].endswith(("e9", "e1", "a5", "i5"))
    )
    page.get_by_role("button", name=f"Lesson {number}", exact=False).click()
    page.locator(".board.mine").wait_for()
    for turn in turns:
        for space in turn.replace("x", "-").split("-"):
            by_keys(page, space)
    expect(page.locator(".praise")).to_be_visible()
