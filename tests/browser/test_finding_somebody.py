"""Two strangers find each other in the lobby."""

from collections.abc import Callable

from browsers import PHONE, Person
from playwright.sync_api import expect
from tables import Hunter


def test_two_strangers_meet_in_the_lobby(person: Callable[..., Person]) -> None:
    waiting, joining = person(viewport=PHONE), person()
    waiting.page.goto("/lobby")
    waiting.page.get_by_role("button", name="Wait for an opponent").click()
    expect(waiting.page.get_by_role("button", name="Withdraw")).to_be_in_viewport()
    expect(waiting.page.get_by_text("You are waiting.")).to_be_in_viewport()
    joining.page.goto("/lobby")
    joining.page.get_by_role("button", name="Join").click()
    for each in (waiting, joining):
        each.page.wait_for_url("**/game/*")
        expect(each.page.locator(".seat.acts")).to_be_visible()
    assert sorted(Hunter(each).begins for each in (waiting, joining)) == [False, True]
