"""Two browsers play a whole match of the tile game with the mouse."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import expect
from tables import Hunter, play_match, start


def test_a_friend_is_invited_and_two_rounds_are_played(person: Callable[..., Person]) -> None:
    host, friend = person(), person()
    start(host, "Make a link", begins="me")
    link = host.page.get_by_role("textbox", name="Invitation link").input_value()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down and play").click()
    north, south = Hunter(host), Hunter(friend, drags=True)
    play_match(north, south)
    assert north.captured + south.captured > 0
    shows_the_result(host, friend)
    proof_is_fine(host)
    play_again(host, friend)


def shows_the_result(*people: Person) -> None:
    tables = [each.page.locator(".result table").inner_text() for each in people]
    assert tables[0] == tables[1]
    for each in people:
        expect(each.page.locator(".result th", has_text="Round 2")).to_be_visible()
        expect(each.page.get_by_text("Checked on this device: nobody chose")).to_be_visible()


def proof_is_fine(person: Person) -> None:
    match = person.page.url
    person.page.get_by_role("link", name="Replay and proof").click()
    proof = person.page.get_by_role("region", name="Fairness")
    expect(proof).to_contain_text("Nobody chose this deal")
    person.page.goto(match)


def play_again(host: Person, friend: Person) -> None:
    old = host.page.url
    host.page.get_by_role("button", name="Play again").click()
    friend.page.get_by_role("button", name="Accept: play again").click()
    friend.page.wait_for_url(lambda url: url != old)
    host.page.wait_for_url(lambda url: url != old)
    players = [Hunter(host), Hunter(friend)]
    for each in (host, friend):
        expect(each.page.locator(".seat.acts")).to_be_visible()
    assert sorted(player.begins for player in players) == [False, True]
    assert host.page.url == friend.page.url
