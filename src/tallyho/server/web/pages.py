"""The pages that the server writes: what is read, and the frames of what is played."""

from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.static_files import create_static_files_router

from tallyho.server.games.lists import running, to_watch
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.web import (
    app_pages,
    assets,
    game_pages,
    learn_pages,
    lobby_pages,
    people_pages,
    picture_pages,
    reading_pages,
    replay_pages,
)
from tallyho.server.web.choices import clocks, levels, rule_sets
from tallyho.server.web.frame import page
from tallyho.server.web.texts import language_of, texts
from tallyho.server.web.words import Words

SHOWN: Final = 6  # games to watch on the first page
DAY: Final = 24 * 3600
FOREVER: Final = CacheControlHeader(max_age=365 * DAY, public=True, immutable=True)


@get("/", include_in_schema=False)
async def home(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None
) -> Response[str]:
    """The way in."""
    words = Words(texts(language_of(request)))
    mine = await running(site.db, visitor.id) if visitor else []
    public = (await to_watch(site.db, None)).games
    return page(
        request,
        "home.html",
        visitor,
        mine=mine,
        watchable=[game for game in public if game.id not in {own.id for own in mine}][:SHOWN],
        waiting=len(await site.lobby.seeks()),
        rule_sets=rule_sets(words),
        clocks=clocks(words),
        levels=levels(words),
    )


def routes() -> list[Any]:
    """All pages, and the built files."""
    return [
        home,
        *game_pages.ROUTES,
        *replay_pages.ROUTES,
        *learn_pages.ROUTES,
        *lobby_pages.ROUTES,
        *people_pages.ROUTES,
        *reading_pages.ROUTES,
        *picture_pages.ROUTES,
        *app_pages.ROUTES,
        _files("/assets", assets.STATIC, CacheControlHeader(max_age=DAY, public=True)),
        _files("/assets/built", assets.BUILT, FOREVER),
    ]


def _files(path: str, folder: Path, kept: CacheControlHeader) -> Router:
    folder.mkdir(parents=True, exist_ok=True)
    return create_static_files_router(
        path, directories=[folder], cache_control=kept, name=path, include_in_schema=False
    )
