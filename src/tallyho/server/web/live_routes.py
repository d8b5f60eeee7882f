"""The live channel: what happens goes out as it happens, with version numbers.

A client says how far it has got, and gets what it missed first, be it a second or a month. It
sends nothing back: every command is an HTTP call.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from tallyho.server.errors import NotFound
from tallyho.server.live.bus import LOBBY, Mailbox, person_topic
from tallyho.server.live.sockets import CLOSING, wait_before_return
from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.web.news import (
    Bye,
    GameNews,
    GamesNews,
    Heartbeat,
    LobbyNews,
    News,
    Since,
    game_topics,
    next_news,
)
from tallyho.server.web.visitor import find_visitor, holder

NO_SUCH_GAME, NOT_KNOWN, TALKATIVE, TOO_MANY, RESTART = 4404, 4401, 4400, 4429, 1012
GONE: Final = "gone"  # the topic by which a socket learns that its client has left
MOST_WORDS: Final = 64  # messages that a client may send, for those that send their own heartbeats

Socket = WebSocket[Any, Any, Any]


@asynccontextmanager
async def _opened(
    socket: Socket, site: Site, person: Person | None, *topics: str
) -> AsyncIterator[Mailbox | None]:
    """An accepted socket's mailbox; none if its holder has too many, and the socket is closed."""
    await socket.accept()
    held = holder(socket, site, person)
    if site.sockets.full(held):
        await socket.close(TOO_MANY, "too many sockets are open; close another one first")
        yield None
        return
    with site.sockets.listen(held, *topics) as mailbox:
        yield mailbox


async def _send(socket: Socket, news: msgspec.Struct) -> None:
    await socket.send_data(msgspec.json.encode(news).decode())


async def _serve(socket: Socket, mailbox: Mailbox, tell: Callable[[News], Awaitable[bool]]) -> None:
    """Tell news until the client or the site goes away; `tell` says whether to go on."""
    talking = asyncio.create_task(_hear_out(socket))
    talking.add_done_callback(lambda _: mailbox.put(GONE, 0))
    try:
        topics: News = {}
        while not talking.done():
            if not await tell(topics):
                return
            topics = await next_news(mailbox)
            if CLOSING in topics:
                await _send(socket, Bye(wait_before_return()))
                await socket.close(RESTART, "the site restarts")
                return
    except WebSocketDisconnect:
        return
    finally:
        talking.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await talking


async def _hear_out(socket: Socket) -> None:
    """Return when the client leaves, or says more than it has reason to."""
    with suppress(WebSocketDisconnect):
        for _ in range(MOST_WORDS):
            await socket.receive_data("text")
        await socket.close(TALKATIVE, "commands are HTTP calls")


class GameChannel:
    """One socket at one game."""

    def __init__(self, socket: Socket, site: Site, news: GameNews, known: bool) -> None:
        self._socket = socket
        self._site = site
        self._news = news
        self._known = known
        self._first = True

    async def tell(self, topics: News) -> bool:
        """Send what is new, after a heartbeat if nobody told of anything."""
        if not topics and not self._first and not await self._beat():
            return False
        for news in await self._news.take(topics, self._first):
            await _send(self._socket, news)
        self._first = False
        return True

    async def _beat(self) -> bool:
        """A heartbeat, unless the visitor was logged out meanwhile."""
        if self._known and await find_visitor(self._socket, self._site) is None:
            await self._socket.close(NOT_KNOWN, "logged out")
            return False
        await _send(self._socket, Heartbeat(now_ms(), await self._news.away()))
        return True


@websocket("/api/games/{game:str}/live")
async def game_live(socket: Socket, site: Site, game: str, since: Since = 0) -> None:
    """Live events of a match, for players and spectators."""
    person = await find_visitor(socket, site)
    async with _opened(socket, site, person, *game_topics(game)) as mailbox:
        if mailbox is None:
            return
        try:
            table = await site.shelf.look(game)
        except NotFound:
            await socket.close(NO_SUCH_GAME, "there is no such game")
            return
        news = GameNews(site, table, min(since, table.version), person)
        channel = GameChannel(socket, site, news, person is not None)
        await _serve(socket, mailbox, channel.tell)


@websocket("/api/live")
async def lobby_live(socket: Socket, site: Site) -> None:
    """Live news of the lobby and of one's own games."""
    person = await find_visitor(socket, site)
    own = [person_topic(person.id)] if person else []
    first = True

    async def tell(topics: News) -> bool:
        nonlocal first
        if first or LOBBY in topics:
            await _send(socket, LobbyNews(await site.lobby.seeks()))
        if topics.keys() & own:
            await _send(socket, GamesNews())
        if not topics and not first:
            await _send(socket, Heartbeat(now_ms()))
        first = False
        return True

    async with _opened(socket, site, person, LOBBY, *own) as mailbox:
        if mailbox is not None:
            await _serve(socket, mailbox, tell)


ROUTES = [game_live, lobby_live]
