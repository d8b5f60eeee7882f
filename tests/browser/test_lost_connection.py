"""A match survives a site that dies and a tab that sleeps."""

import signal
from collections.abc import Callable, Iterator

import pytest
from browsers import Person
from playwright.sync_api import Page, expect
from sites import Site, running
from tables import Hunter, cell, start

BANNER = "Not connected – trying again."
HIDDEN = """(wanted) => [...document.querySelectorAll("[data-space]")]
    .filter((one) => one.getAttribute("aria-label").endsWith("face down")).length === wanted"""


@pytest.fixture
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that a test may kill."""
    with running(tmp_path_factory.mktemp("mortal")) as site:
        yield site


def face_down(page: Page, count: int) -> None:
    """Wait until so many tiles lie face down."""
    page.wait_for_function(HIDDEN, arg=count)


def turn_over(page: Page, left: int) -> None:
    """Turn tiles over, the sides by turns, until so many lie face down."""
    while (hidden := page.locator('[aria-label$="face down"]')).count() > left:
        page.locator(".board.mine").wait_for()  # the next turn may be on its way here
        count = hidden.count()
        hidden.first.click()
        face_down(page, count - 1)


def test_a_killed_site_is_told_and_the_match_goes_on(
    person: Callable[..., Person], own_site: Site
) -> None:
    pair = person(own_site.address)
    start(pair, "Begin")
    Hunter(pair).wait()
    turn_over(pair.page, 45)
    own_site.stop(signal.SIGKILL)
    banner = pair.page.get_by_role("alert").get_by_text(BANNER)
    expect(banner).to_be_visible()
    own_site.start()
    expect(banner).to_be_hidden()
    face_down(pair.page, 45)
    turn_over(pair.page, 44)
    pair.page.reload()
    face_down(pair.page, 44)


def test_a_turn_made_while_the_site_is_away_counts_once(
    person: Callable[..., Person], own_site: Site
) -> None:
    pair = person(own_site.address)
    start(pair, "Begin")
    Hunter(pair).wait()
    own_site.stop(signal.SIGKILL)
    cell(pair.page, "b8").click()
    expect(pair.page.get_by_text(BANNER)).to_be_visible()
    face_down(pair.page, 48)  # nothing is shown that the site did not confirm
    own_site.start()
    face_down(pair.page, 47)
    expect(pair.page.get_by_text(BANNER)).to_be_hidden()


def test_a_tab_that_slept_is_right_again(person: Callable[..., Person]) -> None:
    awake = person()
    start(awake, "Begin")
    Hunter(awake).wait()
    sleeper = awake.context.new_page()
    sleeper.goto(awake.page.url)
    face_down(sleeper, 48)
    machine = awake.context.new_cdp_session(sleeper)
    machine.send("Page.setWebLifecycleState", {"state": "frozen"})
    turn_over(awake.page, 45)
    machine.send("Page.setWebLifecycleState", {"state": "active"})
    face_down(sleeper, 45)
