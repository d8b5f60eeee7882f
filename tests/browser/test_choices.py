"""What a visitor chooses takes effect and is kept: language, colours, the board; the account."""

from collections.abc import Callable

import pytest
from browsers import Person
from playwright.sync_api import Page, expect
from tables import Hunter, cell, start

LISTEN = """() => {
    window.notes = 0;
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (...to) { notes += 1; return connect.apply(this, to); };
}"""


def switch(page: Page, name: str) -> None:
    """Change one switch of the settings page."""
    page.goto("/settings")
    page.get_by_role("switch", name=name).click()
    expect(page.get_by_text("Kept.")).to_be_visible()


def test_the_language_stays_chosen(person: Callable[..., Person]) -> None:
    page = person().page
    page.goto("/settings")
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_the_colours_stay_chosen(person: Callable[..., Person]) -> None:
    page = person(color_scheme="light").page
    page.goto("/settings")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Dark").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/rules/hunt")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.goto("/settings")
    page.get_by_label("Like the device").check(force=True)
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


@pytest.mark.parametrize("sounds", [True, False])
def test_turns_are_heard_unless_sounds_are_off(person: Callable[..., Person], sounds: bool) -> None:
    someone = person()
    if not sounds:
        switch(someone.page, "Sounds")
    someone.context.add_init_script(f"({LISTEN})()")
    start(someone, "Begin")
    Hunter(someone).wait()
    cell(someone.page, "b8").click()
    expect(cell(someone.page, "b8")).not_to_have_accessible_name("b8, face down")
    assert (someone.page.evaluate("notes") > 0) is sounds


def test_a_turn_is_asked_for_twice(person: Callable[..., Person]) -> None:
    someone = person()
    page = someone.page
    switch(page, "Confirm turns")
    start(someone, "Begin")
    Hunter(someone).wait()
    cell(page, "b8").click()
    page.get_by_role("button", name="Cancel").click()
    expect(cell(page, "b8")).to_have_accessible_name("b8, face down")
    cell(page, "c8").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(cell(page, "c8")).not_to_have_accessible_name("c8, face down")
    expect(cell(page, "b8")).to_have_accessible_name("b8, face down")


def fill(page: Page, what: str) -> None:
    """Register or log in as the same person."""
    form = page.locator(f'form[data-send="POST /api/{what}"]')
    form.locator('[name="name"]').fill("North Star")
    form.locator('[name="password"]').fill("correct horse")
    form.get_by_role("button").click()
    expect(page.get_by_role("link", name="North Star", exact=True)).to_be_visible()


def test_a_guest_takes_a_name_and_keeps_the_game(person: Callable[..., Person]) -> None:
    someone = person()
    page = someone.page
    start(someone, "Begin")
    Hunter(someone).wait()
    game = page.url
    page.goto("/account")
    fill(page, "register")
    page.goto("/account")
    page.get_by_role("button", name="Log out here").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.goto(game)
    expect(page.locator(".can")).to_have_count(0)
    page.goto("/login")
    fill(page, "login")
    page.goto(game)
    assert Hunter(someone).wait() == "turn"
