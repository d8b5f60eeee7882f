"""Matches that do not run their course: called off, or left by the opponent."""

from collections.abc import Callable

from browsers import PHONE, Person
from playwright.sync_api import expect
from sites import Site, Visitor, friends
from tables import sit_down

from tallyho.server.web.texts import texts

GONE = 120_000  # milliseconds; the site waits a minute before it calls somebody away


def test_before_the_first_turn_a_match_can_be_called_off(
    person: Callable[..., Person], site: Site
) -> None:
    mine, other = (sit_down(person(), seat) for seat in friends(site))
    other.get_by_role("button", name="Call off").click()
    for page in (mine, other):
        expect(page.locator(".result")).to_contain_text("The match was called off")
        expect(page.get_by_role("button", name="Call off")).to_have_count(0)


def test_after_the_first_turn_it_cannot(person: Callable[..., Person], site: Site) -> None:
    first, second = friends(site)
    page = sit_down(person(), second)
    expect(page.get_by_role("button", name="Call off")).to_be_visible()
    first.act("turn", text="b8")
    expect(page.get_by_role("button", name="Call off")).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_the_win_is_claimed_from_somebody_who_left(
    person: Callable[..., Person], site: Site
) -> None:
    left, stayed = friends(site, clock={"minutes": 10})
    page = sit_down(person(viewport=PHONE), stayed)
    claim = page.get_by_role("button", name="Claim the win")
    expect(claim).to_be_in_viewport(timeout=GONE)
    claim.click()
    expect(page.locator(".result h2")).to_have_text("You have won!")
    assert left.state["ended"]["termination"] == "abandoned"


def shuffling(person: Person, host: Visitor, **terms: str) -> str:
    """What the page of somebody says whose opponent has not sealed anything yet."""
    match = host.post("/api/games/friend", {"terms": terms})
    person.page.goto(f"/game/{match['id']}#{match['invite']}")
    person.page.locator(".join button").click()
    return person.page.locator(".beside .notice").inner_text()


def test_the_shuffle_is_told_in_the_reader_s_language(
    person: Callable[..., Person], site: Site
) -> None:
    german = texts("de").sentences
    tiles = "Both players and the site mix the tiles together, so that nobody can choose them."
    dice = "Both players and the site settle the dice together, so that nobody can choose a throw."
    for game, sentence in (("hunt", tiles), ("pegs", dice)):
        assert german[sentence] in shuffling(person(locale="de"), site.guest(), game=game)
