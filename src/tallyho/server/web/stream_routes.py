"""Streams for programs: a JSON object in a line as it happens, an empty line now and then."""

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from tallyho.server.errors import TooMany
from tallyho.server.live.bus import person_topic
from tallyho.server.live.sockets import CLOSING, Holder, wait_before_return
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.views import match_view
from tallyho.server.web.errors import refusals
from tallyho.server.web.news import (
    Bye,
    ChallengeGone,
    ChallengeNews,
    ChatNews,
    GameFinish,
    GameNews,
    GameStart,
    MatchNews,
    News,
    RematchNews,
    UpdateNews,
    game_topics,
    next_news,
)
from tallyho.server.web.own_news import OwnNews
from tallyho.server.web.visitor import find_visitor, holder

NDJSON: Final = "application/x-ndjson"
# A proxy that collects answers before it passes them on would hold the news back.
_HEADERS: Final = [ResponseHeader(name="X-Accel-Buffering", value="no")]

OwnLine = ChallengeNews | ChallengeGone | GameStart | GameFinish | RematchNews | Bye
GameLine = MatchNews | UpdateNews | ChatNews | Bye


def _lines(what: Any, *refused: int) -> dict[int, ResponseSpec]:
    told = ResponseSpec(what, False, "Lines of JSON.", NDJSON)
    return {200: told, **refusals(*refused)}


def _line(news: msgspec.Struct) -> bytes:
    return msgspec.json.encode(news) + b"\n"


def _place(request: Request[Any, Any, Any], site: Site, person: Person | None) -> Holder:
    """Whom the stream will count for once it flows, if there is room for it."""
    held = holder(request, site, person)
    if site.sockets.full(held):
        raise TooMany("too many streams are open; close another one first")
    return held


@get(
    "/api/bot/events",
    media_type=NDJSON,
    response_headers=_HEADERS,
    responses=_lines(OwnLine, 401, 403),
)
async def own_stream(request: Request[Any, Any, Any], site: Site, bot: Person) -> Stream:
    """A bot's own events: challenges, and matches that begin and end; first all that stands."""
    held = _place(request, site, bot)

    async def lines() -> AsyncIterator[bytes]:
        news = OwnNews(site, bot)
        topics: News = {}
        with site.sockets.listen(held, person_topic(bot.id)) as mailbox:
            while CLOSING not in topics and await find_visitor(request, site) is not None:
                yield b"".join([_line(piece) async for piece in news.take()]) or b"\n"
                topics = await next_news(mailbox)
        if CLOSING in topics:
            yield _line(Bye(wait_before_return()))

    return Stream(lines(), media_type=NDJSON)


@get(
    "/api/games/{game:str}/stream",
    media_type=NDJSON,
    response_headers=_HEADERS,
    responses=_lines(GameLine, 404),
)
async def game_stream(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, game: str
) -> Stream:
    """A match until its end: first the whole of it, then what happens and what is said."""
    await site.shelf.look(game)
    held = _place(request, site, visitor)

    async def lines() -> AsyncIterator[bytes]:
        with site.sockets.listen(held, *game_topics(game)) as mailbox:
            table = await site.shelf.look(game)
            topics: News = {}
            news = GameNews(site, table, table.version, visitor)
            yield _line(MatchNews(match_view(table, visitor.id if visitor else None)))
            while CLOSING not in topics:
                yield b"".join(map(_line, await news.take(topics))) or b"\n"
                topics = {} if news.over else await next_news(mailbox)
                if news.over or (visitor and await find_visitor(request, site) is None):
                    return  # the end, or logged out: the players' room is not for strangers
            yield _line(Bye(wait_before_return()))

    return Stream(lines(), media_type=NDJSON)


ROUTES = [own_stream, game_stream]
