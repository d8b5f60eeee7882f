"""How many sockets and streams one visitor may have open, and one address."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from insides import Inside, inside
from sites import Lines, Visitor, bot_account
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

PER_PERSON, PER_ADDRESS = 3, 5


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Inside]:
    limits = {"sockets_per_person": PER_PERSON, "sockets_per_address": PER_ADDRESS}
    with inside(tmp_path, **limits) as site:
        yield site


def opened(stack: ExitStack, visitor: Visitor, count: int) -> list[ClientConnection]:
    """So many sockets that were let in."""
    sockets = [stack.enter_context(visitor.live("/api/live")) for _ in range(count)]
    for socket in sockets:
        socket.recv(timeout=30)
    return sockets


def refused(visitor: Visitor, path: str = "/api/live") -> bool:
    """Whether the socket is closed at once, with a code and a reason that name the limit."""
    with visitor.live(path) as socket:
        with suppress(ConnectionClosed):
            socket.recv(timeout=30)
            return False
        return (socket.close_code, "too many" in (socket.close_reason or "")) == (4429, True)


def test_one_person_has_so_many_sockets_and_gets_another_when_one_is_closed(site: Inside) -> None:
    visitor, game = site.account("North"), site.guest().against_computer().path
    with ExitStack() as stack:
        first, *_ = opened(stack, visitor, PER_PERSON)
        assert refused(visitor)
        assert refused(visitor, f"{game}/live")
        assert not refused(site.account("South"))
        first.close()
        while refused(visitor):
            pass  # the site learns of the end a moment later


def test_streams_count_too_and_are_refused_by_name(site: Inside) -> None:
    visitor, game = site.account("North"), site.guest().against_computer().path
    with ExitStack() as stack:
        opened(stack, visitor, PER_PERSON - 1)
        stack.enter_context(Lines(visitor, f"{game}/stream")).next("match")
        answer = visitor.call("GET", f"{game}/stream")
        assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
        assert refused(visitor)


def test_guests_of_one_address_share_a_limit_that_accounts_do_not_feel(site: Inside) -> None:
    with ExitStack() as stack:
        opened(stack, site.guest(), PER_PERSON)
        opened(stack, site.guest(), PER_ADDRESS - PER_PERSON)
        assert refused(site.guest())
        assert not refused(site.account("North"))


def test_a_bot_may_watch_every_match_that_it_may_play(site: Inside) -> None:
    bot, game = bot_account(site, "Clockwork"), site.guest().against_computer().path
    with ExitStack() as stack:
        for _ in range(PER_PERSON + 1):
            stack.enter_context(Lines(bot, f"{game}/stream")).next("match")


def test_no_limit_where_none_is_set(tmp_path: Path) -> None:
    with (
        inside(tmp_path, sockets_per_person=0, sockets_per_address=0) as site,
        ExitStack() as stack,
    ):
        opened(stack, site.guest(), 25)
