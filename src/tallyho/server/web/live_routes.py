"""The live channel: what happens goes out as it happens, with version numbers.

A client says how far it has got, and gets what it missed first, be it a second or a month. It
sends nothing back: every command is an HTTP call.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import Parameter

from tallyho.server.errors import NotFound
from tallyho.server.games.chat import Room, Said, may_read
from tallyho.server.games.lobby import Seek
from tallyho.server.live.bus import LOBBY, Mailbox, chat_topic, game_topic, person_topic
from tallyho.server.live.sockets import CLOSING, wait_before_return
from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.events import LogEvent
from tallyho.server.table.table import Table
from tallyho.server.table.views import State, update_since
from tallyho.server.web.visitor import find_visitor

HEARTBEAT: Final = 15.0
NO_SUCH_GAME, NOT_KNOWN, TALKATIVE, RESTART = 4404, 4401, 4400, 1012
MOST_WORDS: Final = 64  # messages that a client may send, for those that send their own heartbeats

Socket = WebSocket[Any, Any, Any]
News = dict[str, int]  # topics with the newest version of each, 0 where it is not known
Since = Annotated[int, Parameter(ge=0, le=1_000_000)]
ROOMS: Final[tuple[Room, ...]] = ("players", "spectators")


class UpdateNews(msgspec.Struct, tag_field="kind", tag="update"):
    """Events since the last update, and where the match stands."""

    events: tuple[LogEvent, ...]
    state: State


class ChatNews(msgspec.Struct, tag_field="kind", tag="chat"):
    """New lines of a room."""

    room: Room
    said: tuple[Said, ...]


class LobbyNews(msgspec.Struct, tag_field="kind", tag="lobby"):
    """All open seeks."""

    seeks: tuple[Seek, ...]


class GamesNews(msgspec.Struct, tag_field="kind", tag="games"):
    """A match of yours has begun; your list of games tells which."""


class Heartbeat(msgspec.Struct, tag_field="kind", tag="heartbeat"):
    """Nothing happened; the site's time, to set clocks by."""

    now: int


class Bye(msgspec.Struct, tag_field="kind", tag="bye"):
    """The site closes; come back after so many milliseconds."""

    wait: int


async def _send(socket: Socket, news: msgspec.Struct) -> None:
    await socket.send_data(msgspec.json.encode(news).decode())


async def _serve(socket: Socket, mailbox: Mailbox, tell: Callable[[News], Awaitable[bool]]) -> None:
    """Tell news until the client or the site goes away; `tell` says whether to go on."""
    talking = asyncio.create_task(_hear_out(socket))
    try:
        topics: News = {}
        while not talking.done():
            if not await tell(topics):
                return
            topics = await _next_news(mailbox, talking)
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


async def _next_news(mailbox: Mailbox, talking: "asyncio.Task[None]") -> News:
    """The topics with news; none after a while, or when the client has left."""
    taking = asyncio.create_task(mailbox.take())
    await asyncio.wait({taking, talking}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
    if taking.done():
        return taking.result()
    taking.cancel()
    return {}


class GameChannel:
    """One socket at one game."""

    def __init__(self, socket: Socket, site: Site, table: Table, since: int, person: Person | None):
        self._socket = socket
        self._site = site
        self._game = table.facts.id
        self._person = person.id if person else None
        self._seats = table.facts.seats_of(self._person)
        self._version = since
        self._said = dict.fromkeys(ROOMS, 0)
        self._first = True

    async def tell(self, topics: News) -> bool:
        """Send what is new, after a heartbeat if nobody told of anything."""
        for seat in self._seats:
            self._site.sightings.saw(self._game, seat)
        if not topics and not self._first and not await self._beat():
            return False
        # After a heartbeat too: the bus may lose a message, but not for longer than that.
        version = topics.get(game_topic(self._game)) or None
        table = await self._site.shelf.look(self._game, version)
        if self._first or table.version > self._version:
            update = update_since(table, self._version)
            await _send(self._socket, UpdateNews(update.events, update.state))
            self._version = table.version
        for room in ROOMS:
            told = not topics or chat_topic(self._game, room) in topics
            if told and may_read(table, self._person, room):
                await self._tell_chat(room)
        self._first = False
        return True

    async def _tell_chat(self, room: Room) -> None:
        said = await self._site.chat.since(self._game, self._person, room, self._said[room])
        if said:
            self._said[room] = said[-1].id
            await _send(self._socket, ChatNews(room, said))

    async def _beat(self) -> bool:
        """A heartbeat, unless the visitor was logged out meanwhile."""
        if self._person is not None and await find_visitor(self._socket, self._site) is None:
            await self._socket.close(NOT_KNOWN, "logged out")
            return False
        await _send(self._socket, Heartbeat(now_ms()))
        return True


@websocket("/api/games/{game:str}/live")
async def game_live(socket: Socket, site: Site, game: str, since: Since = 0) -> None:
    """Live events of a match, for players and spectators."""
    person = await find_visitor(socket, site)
    await socket.accept()
    topics = [game_topic(game), *(chat_topic(game, room) for room in ROOMS)]
    with site.sockets.listen(*topics) as mailbox:
        try:
            table = await site.shelf.look(game)
        except NotFound:
            await socket.close(NO_SUCH_GAME, "there is no such game")
            return
        channel = GameChannel(socket, site, table, min(since, table.version), person)
        await _serve(socket, mailbox, channel.tell)


@websocket("/api/live")
async def lobby_live(socket: Socket, site: Site) -> None:
    """Live news of the lobby and of one's own games."""
    person = await find_visitor(socket, site)
    await socket.accept()
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

    with site.sockets.listen(LOBBY, *own) as mailbox:
        await _serve(socket, mailbox, tell)


ROUTES = [game_live, lobby_live]
