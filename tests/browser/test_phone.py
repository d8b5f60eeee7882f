"""A phone: fingers, and 360 pixels."""

from collections.abc import Callable
from typing import Any

from browsers import PHONE, Person
from playwright.sync_api import expect
from sites import Site, friends
from tables import Hunter, sit_down, start, tap

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


def test_everything_to_act_with_is_on_the_first_screen(
    person: Callable[..., Person], site: Site
) -> None:
    for game in ("hunt", "pegs"):
        seats = friends(site, game=game, clock={"minutes": 10})
        state = seats[0].state  # the first throw may have been of no use to the first seat
        seats[state["seat_to_act"]].act("turn", text=state["legal"][0])
        page = sit_down(person(**HAND), seats[1])
        for which in (".seat >> nth=0", ".seat >> nth=1", ".board, .ring"):
            expect(page.locator(which)).to_be_in_viewport(ratio=0.98)
        for name in ("Take back", "Offer a draw", "Resign"):
            expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_questions_and_the_result_come_into_view(person: Callable[..., Person], site: Site) -> None:
    other, seat = friends(site)
    other.act("turn", text="b8")
    page = sit_down(person(**HAND), seat)
    expect(page.get_by_text("Round 1 of 2")).to_be_in_viewport()
    page.get_by_role("button", name="Take back").tap(force=True)  # greyed, but it answers
    expect(page.get_by_text("what was turned over or thrown cannot")).to_be_in_viewport()
    other.act("offer-draw")
    expect(page.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    other.act("resign")
    expect(page.get_by_role("heading", name="You have won!")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
