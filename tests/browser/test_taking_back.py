"""A turn taken back by consent: both pages show the board as it was, and the match goes on."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import expect
from sites import Site, befriend
from tables import sit_down


def test_a_turn_taken_back_leaves_both_pages_alive(
    person: Callable[..., Person], site: Site
) -> None:
    seats = befriend(site.guest(), site.guest())
    state = seats[0].state
    while not (moves := [text for text in state["legal"] if "-" in text]):
        seat = seats[state["seat_to_act"]]
        hidden = next(text for text in state["legal"] if len(text) == 2)
        answer = seat.act("turn", state["version"], text=hidden)
        state = answer.json()["state"]
    mover = seats[state["seat_to_act"]]
    pages = [sit_down(person(), seat) for seat in seats]
    mine, other = pages[mover.number], pages[1 - mover.number]
    origin, target = moves[0].split("-")
    mine.locator(f'[data-space="{origin}"]').click()
    mine.locator(f'[data-space="{target}"]').click()
    expect(other.locator(".seat.acts .due")).to_have_text("Your turn")
    mine.get_by_role("button", name="Take back").click()
    other.get_by_role("button", name="Accept").click()
    expect(mine.locator(".seat.acts .due")).to_have_text("Your turn")
    expect(other.locator(".seat.acts .due")).not_to_have_text("Your turn")
    mine.locator(f'[data-space="{origin}"]').click()
    mine.locator(f'[data-space="{target}"]').click()
    expect(other.locator(".seat.acts .due")).to_have_text("Your turn")
