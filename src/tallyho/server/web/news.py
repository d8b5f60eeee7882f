"""News as the live channels tell it: of one match, of the lobby, of one's own matches."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from litestar.params import Parameter

from tallyho.play.actions import Seat
from tallyho.server.games.challenges import Challenge
from tallyho.server.games.chat import Room, Said, may_read
from tallyho.server.games.lists import LAST_MOMENT, Listed
from tallyho.server.games.lobby import Seek
from tallyho.server.live.bus import Mailbox, chat_topic, game_topic
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.events import LogEvent
from tallyho.server.table.table import Table
from tallyho.server.table.views import Match, State, update_since

HEARTBEAT: Final = 15.0
News = Mapping[str, int]  # topics with the newest version of each, 0 where it is not known
ROOMS: Final[tuple[Room, ...]] = ("players", "spectators")
Since = Annotated[int, Parameter(ge=0, le=1_000_000)]
Before = Annotated[int | None, Parameter(ge=0, le=LAST_MOMENT)]


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
    """Something about your matches or challenges has changed; their lists tell what."""


class Heartbeat(msgspec.Struct, tag_field="kind", tag="heartbeat"):
    """Nothing happened; the site's time, to set clocks by, and the seats whose people left."""

    now: int
    away: tuple[int, ...] = ()


class Bye(msgspec.Struct, tag_field="kind", tag="bye"):
    """The site closes; come back after so many milliseconds."""

    wait: int


class ChallengeNews(msgspec.Struct, tag_field="kind", tag="challenge"):
    """Somebody challenges you."""

    challenge: Challenge


class ChallengeGone(msgspec.Struct, tag_field="kind", tag="challenge-gone"):
    """A challenge to you or of yours was accepted, declined, taken back, or has grown old."""

    id: str


class GameStart(msgspec.Struct, tag_field="kind", tag="game-start"):
    """A match of yours is under way: it waits for the fair deal or is being played."""

    match: Listed


class GameFinish(msgspec.Struct, tag_field="kind", tag="game-finish"):
    """A match of yours is over."""

    match: Listed


class RematchNews(msgspec.Struct, tag_field="kind", tag="rematch"):
    """Your opponent in a match that is over would like to play again."""

    game: str


class MatchNews(msgspec.Struct, tag_field="kind", tag="match"):
    """The whole match, as it stands when a stream begins."""

    match: Match


def game_topics(game: str) -> list[str]:
    """Everything that happens at one table."""
    return [game_topic(game), *(chat_topic(game, room) for room in ROOMS)]


async def next_news(mailbox: Mailbox) -> News:
    """The topics with news, none after a while."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            return await mailbox.take()
    except TimeoutError:
        return {}


class GameNews:
    """What somebody at a table has not been told yet."""

    def __init__(self, site: Site, table: Table, since: int, person: Person | None) -> None:
        self._site = site
        self._game = table.facts.id
        self._person = person.id if person else None
        self._seats = table.facts.seats_of(self._person)
        self._version = since
        self._said = dict.fromkeys(ROOMS, 0)
        self._looked = False
        self.over = False

    async def take(self, topics: News, first: bool = False) -> list[msgspec.Struct]:
        """The news of these topics, of all where none is named and the bus may lose a message."""
        for seat in self._seats:
            self._site.sightings.saw(self._game, seat)
        if not topics and self._looked and self._site.bus.lossless:
            return []
        news: list[msgspec.Struct] = []
        version = topics.get(game_topic(self._game)) or None
        table = await self._site.shelf.look(self._game, version)
        if first or table.version > self._version:
            update = update_since(table, self._version)
            news.append(UpdateNews(update.events, update.state))
            self._version = table.version
        for room in ROOMS:
            told = not topics or chat_topic(self._game, room) in topics
            if told and may_read(table, self._person, room):
                news += await self._chat(room)
        self._looked = True
        self.over = table.ended is not None
        return news

    async def away(self) -> tuple[int, ...]:
        """The others who have not been seen for a while; nobody sits through days of waiting."""
        table = await self._site.shelf.look(self._game, 0)
        facts, gone = table.facts, self._site.sightings.gone
        if table.status != "playing" or facts.clock.per_turn is not None:
            return ()
        others = [seat for seat in Seat if facts.people[seat] and seat not in self._seats]
        return tuple([int(seat) for seat in others if await gone(self._game, seat)])

    async def _chat(self, room: Room) -> list[msgspec.Struct]:
        said = await self._site.chat.since(self._game, self._person, room, self._said[room])
        if not said:
            return []
        self._said[room] = said[-1].id
        return [ChatNews(room, said)]
