"""Pages about other people: who looks for a game, who plays, who is good."""

from typing import Any, get_args

from litestar import Request, Response, get
from litestar.response import Redirect

from tallyho.server.errors import NotFound
from tallyho.server.games.lists import to_watch
from tallyho.server.people.person import Person
from tallyho.server.ratings.boards import leaderboard, standings_of
from tallyho.server.site import Site
from tallyho.server.web.choices import clocks, rule_sets
from tallyho.server.web.frame import page
from tallyho.server.web.lobby_routes import Pool
from tallyho.server.web.texts import language_of, texts
from tallyho.server.web.words import Words

POOLS: tuple[Pool, ...] = get_args(Pool)


@get("/lobby", include_in_schema=False)
async def lobby(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None
) -> Response[str]:
    """Who looks for an opponent, as it happens."""
    words = Words(texts(language_of(request)))
    sets = rule_sets(words)
    return page(
        request,
        "lobby.html",
        visitor,
        seeks=await site.lobby.seeks(),
        rule_sets=sets,
        clocks=clocks(words),
        names={choice.text: choice.name for choices in sets.values() for choice in choices},
    )


@get("/watch", include_in_schema=False)
async def watch(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, before: int | None = None
) -> Response[str]:
    """Matches that are being played now."""
    return page(request, "watch.html", visitor, listed=await to_watch(site.db, before))


@get("/leaderboard", include_in_schema=False)
async def leaderboards() -> Redirect:
    """The leaderboard of most people's pool."""
    return Redirect(f"/leaderboard/{POOLS[0]}")


@get("/leaderboard/{pool:str}", include_in_schema=False)
async def best(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, pool: str
) -> Response[str]:
    """The best of a pool."""
    if pool not in POOLS:
        raise NotFound("there is no such leaderboard")
    own = await standings_of(site.db, visitor.id) if visitor and not visitor.guest else ()
    return page(
        request,
        "leaderboard.html",
        visitor,
        pool=pool,
        pools=POOLS,
        standings=await leaderboard(site.db, pool, bots=False),
        own=next((standing for standing in own if standing.pool == pool), None),
    )


ROUTES = [lobby, watch, leaderboards, best]
