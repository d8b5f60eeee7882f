"""Whole matches against the computer, of both games."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import expect
from tables import Hunter, Runner, start


def test_a_round_against_the_first_level(person: Callable[..., Person]) -> None:
    someone = person()
    start(someone, "Play against the computer", level="1", **{"rules-hunt": "online"})
    Hunter(someone).play_out()
    result = someone.page.locator(".result")
    expect(result).to_contain_text("Points")
    expect(result.get_by_text("Checked on this device: nobody chose the deal.")).to_be_visible()


def test_a_peg_match_of_two_at_one_device(person: Callable[..., Person]) -> None:
    pair = person()
    start(pair, "Begin", game="pegs")
    Runner(pair).play_out()
    expect(pair.page.locator(".result")).to_contain_text("won")
