"""What comes and goes on a page bars nobody either: questions, panels, lessons, the end."""

from collections.abc import Callable, Iterator

import pytest
from browsers import PHONE, Person
from playwright.sync_api import expect
from sites import Seat, Site, friends
from tables import sit_down

SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def moments_of_a_match(me: Person, mine: Seat, other: Seat) -> Iterator[str]:
    """A match between friends, stopped wherever something new is on the page."""
    page = sit_down(me, mine)
    other.visitor.post(f"{other.path}/chat/players", {"text": "Good luck"})
    page.get_by_role("group", name="Show").get_by_role("button", name="Chat").click()
    expect(page.get_by_text("Good luck")).to_be_visible()
    yield "chat"
    page.get_by_role("group", name="Show").get_by_role("button", name="Bag").click()
    yield "bag"
    page.get_by_role("button", name="Ask before a turn").click()
    page.locator('[data-space="b8"]').click()
    yield "a turn to confirm"
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator('[data-space="b8"]')).not_to_have_accessible_name("b8, face down")
    page.get_by_role("button", name="Take back").click(force=True)  # greyed, but it answers
    expect(page.get_by_text("what was turned over or thrown cannot")).to_be_visible()
    yield "why a turn cannot be taken back"
    other.act("offer-draw")
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    yield "an offer"
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("You are looking back.")).to_be_visible()
    yield "looking back"
    page.get_by_role("button", name="Resign").click()
    yield "the question before resigning"
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result .fair")).to_be_visible()
    yield "the end"
    page.goto(f"/replay/{mine.game}")
    page.get_by_text("What was checked, and what it proves").click()
    yield "the proof"


@SCHEMES
def test_a_match_between_friends(person: Callable[..., Person], site: Site, scheme: str) -> None:
    mine, other = friends(site)
    me = person(color_scheme=scheme, viewport=PHONE)
    found = {moment: me.barriers() for moment in moments_of_a_match(me, mine, other)}
    assert {moment: barriers for moment, barriers in found.items() if barriers} == {}


@SCHEMES
def test_the_break_between_two_rounds(
    person: Callable[..., Person], site: Site, scheme: str
) -> None:
    seats = friends(site)
    me = person(color_scheme=scheme)
    page = sit_down(me, seats[0])
    state = seats[0].state
    while state["round"] == 1:
        turn = min(state["legal"], key=len)  # a tile turned over, as long as there is one
        seat = seats[state["seat_to_act"]]
        state = seat.act("turn", state["version"], text=turn).json()["state"]
    expect(page.get_by_role("dialog", name="Round 1 is over")).to_be_visible()
    assert me.barriers() == []
    page.get_by_role("button", name="Begin round 2").click()
    expect(page.get_by_text("Round 2 of 2")).to_be_visible()


@SCHEMES
@pytest.mark.parametrize("game", ["hunt", "pegs"])
def test_every_lesson(person: Callable[..., Person], game: str, scheme: str) -> None:
    pupil = person(color_scheme=scheme, viewport=PHONE)
    pupil.page.goto(f"/learn/{game}")
    found = {}
    for lesson in pupil.page.locator("nav button").all():
        lesson.click()
        if barriers := pupil.barriers():
            found[lesson.inner_text()] = barriers
    assert found == {}
