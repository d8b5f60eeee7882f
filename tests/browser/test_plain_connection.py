"""A club's own network: plain http from another machine, where browsers hide cryptography."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsers import CLUB, Person
from playwright.sync_api import expect
from sites import Site, running
from tables import Hunter, start


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Site]:
    """A site that is called by a name of the network."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with running(tmp_path, "--port", port, "--origin", f"http://{CLUB}:{port}") as site:
        yield site


def test_a_match_is_dealt_played_and_proved(person: Callable[..., Person], club: Site) -> None:
    host, friend = person(club.address), person(club.address)
    start(host, "Make a link", begins="me")
    assert not host.page.evaluate("isSecureContext || 'subtle' in crypto")
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()
    friend.page.goto(host.page.get_by_role("textbox", name="Invitation link").input_value())
    friend.page.get_by_role("button", name="Sit down and play").click()
    players = Hunter(host), Hunter(friend)
    for player in players:
        assert player.wait() == "turn"
        player.turn()
    friend.page.get_by_role("button", name="Resign").click()
    friend.page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    for player in players:
        expect(player.page.locator(".result")).to_contain_text("nobody chose the deal")
    host.page.get_by_role("link", name="Replay and proof").click()
    expect(host.page.get_by_role("region", name="Fairness")).to_contain_text("Nobody chose")
