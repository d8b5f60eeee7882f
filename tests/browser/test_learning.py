"""Both courses are finished by playing them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from browsers import PHONE, Person
from playwright.sync_api import Page, expect
from tables import Runner, cell

from tallyho.server.web.texts import LANGUAGES

Lesson = dict[str, Any]


def way(lesson: Lesson) -> list[str]:
    """The turns that reach the lesson's goal, as few as possible."""
    ways: list[tuple[int, list[str]]] = [(0, [])]
    for at, turns in ways:  # grows while it is walked
        for turn, leads in lesson["boards"][at]["turns"].items():
            if leads["reached"]:
                return [*turns, turn]
            ways.append((leads["to"], [*turns, turn]))
    raise AssertionError(lesson["name"])


def lessons(page: Page) -> list[Lesson]:
    """What the page knows about its lessons."""
    data: dict[str, list[Lesson]] = json.loads(page.locator("#page-data").inner_text())
    return data["lessons"]


def by_mouse(person: Person, turn: str) -> None:
    """Play the turn as it is written."""
    if turn == "end":
        person.page.get_by_role("button", name="End turn").click()
        return
    for place in turn.replace("x", "-").split("-"):
        if person.page.url.endswith("/learn/hunt"):
            cell(person.page, place).click()
        else:
            Runner(person).point(place)


@pytest.mark.parametrize("game", ["hunt", "pegs"])
def test_a_course_leads_to_a_first_game(person: Callable[..., Person], game: str) -> None:
    pupil = person()
    page = pupil.page
    page.goto("/learn")
    page.locator(f'a[href="/learn/{game}"]').click()
    for lesson in lessons(page):
        expect(page.get_by_role("status").locator("button.main")).to_have_count(0)
        for turn in way(lesson):
            by_mouse(pupil, turn)
        page.locator(".feedback button.main").click()
    page.goto("/learn")
    page.goto(f"/learn/{game}")  # what is done stays done
    expect(page.locator("nav button.done")).to_have_count(len(lessons(page)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_what_to_do_together_with_the_board(
    person: Callable[..., Person], language: str
) -> None:
    page = person(viewport=PHONE, locale=language).page
    for game in ("hunt", "pegs"):
        page.goto(f"/learn/{game}")
        for number in range(len(lessons(page))):
            page.locator(".course-page nav button").nth(number).click()
            expect(page.locator(".goal")).to_be_in_viewport(ratio=1)
            expect(page.get_by_role("grid")).to_be_in_viewport(ratio=1)


def test_what_to_do_stays_in_view(person: Callable[..., Person]) -> None:
    page = person(viewport=PHONE | {"height": 600}).page
    page.goto("/learn/hunt")
    page.get_by_role("button", name="Lesson 2").click()
    cell(page, "h8").click()
    for what in (page.get_by_role("button", name="Try again"), page.locator(".goal")):
        expect(what).to_be_in_viewport(ratio=1)


def test_a_wrong_try_is_kindly_met(person: Callable[..., Person]) -> None:
    pupil = person(viewport=PHONE)
    pupil.page.goto("/learn/hunt")
    pupil.page.get_by_role("button", name="Lesson 2").click()
    cell(pupil.page, "h8").click()
    expect(pupil.page.locator(".feedback")).to_contain_text("no harm done")
    assert not pupil.overflows()
    pupil.page.get_by_role("button", name="Try again").click()
    cell(pupil.page, "h8").click()
    expect(pupil.page.locator(".feedback")).to_contain_text("Take your time")
    expect(pupil.page.get_by_role("button", name="Show me")).to_be_visible()
    pupil.page.get_by_role("button", name="Try again").click()
    for space in ("b5", "h5"):
        cell(pupil.page, space).click()
    expect(pupil.page.get_by_role("button", name="Next lesson")).to_be_focused()


def test_the_last_lesson_ends_in_a_game(person: Callable[..., Person]) -> None:
    pupil = person()
    pupil.page.goto("/learn/pegs")
    *_, last = lessons(pupil.page)
    pupil.page.get_by_role("button", name="Lesson 8").click()
    for turn in way(last):
        by_mouse(pupil, turn)
    pupil.page.get_by_role("button", name="Finish").click()
    pupil.page.get_by_role("button", name="Play your first game").click()
    pupil.page.wait_for_url("**/game/*")
    expect(pupil.page.get_by_role("grid", name="Peg board")).to_be_visible()
