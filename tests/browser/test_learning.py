"""Both courses are finished by playing them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from browsers import PHONE, Person
from playwright.sync_api import Page, expect
from tables import Runner, cell

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


def test_a_wrong_try_is_kindly_met(person: Callable[..., Person]) -> None:
    pupil = person(viewport=PHONE)
    pupil.page.goto("/learn/hunt")
    pupil.page.get_by_role("button", name="Lesson 2").click()
    cell(pupil.page, "h8").click()
    expect(pupil.page.locator(".feedback")).to_contain_text("no harm done")
    assert not pupil.overflows()
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
