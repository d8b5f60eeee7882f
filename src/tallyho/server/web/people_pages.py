"""Pages about a person: the profile that all see, and the account, history and settings."""

from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from tallyho import catalog
from tallyho.server.errors import NotFound
from tallyho.server.games.lists import Opponent, Result, Wanted, games_of
from tallyho.server.people.person import Person, name_key
from tallyho.server.ratings.boards import Step, history, standings_of
from tallyho.server.site import Site
from tallyho.server.storage import schema
from tallyho.server.web.frame import page

CHART = (240, 48)
"""Width and height of a rating's curve."""


@get("/login", include_in_schema=False)
async def login(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """Log in, or take a name."""
    return page(request, "login.html", visitor)


@get("/account", include_in_schema=False)
async def account(
    request: Request[Any, Any, Any], visitor: Person | None
) -> Response[str] | Redirect:
    """Name, password, devices, own data, farewell."""
    if visitor is None:
        return Redirect("/login")
    return page(request, "account.html", visitor)


@get("/settings", include_in_schema=False)
async def settings(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None
) -> Response[str]:
    """Language, looks, the board, and notifications where the site sends any."""
    push_key = site.bell.key if site.bell else None
    return page(request, "settings.html", visitor, push_key=push_key)


@get("/history", include_in_schema=False)
async def own_history(
    request: Request[Any, Any, Any],
    site: Site,
    visitor: Person | None,
    game: str | None = None,
    opponent: Opponent | None = None,
    result: Result | None = None,
    before: int | None = None,
) -> Response[str] | Redirect:
    """One's own matches, all or some of them."""
    if visitor is None:
        return Redirect("/login")
    wanted = Wanted(game if game in catalog.GAMES else None, opponent, result)
    listed = await games_of(site.db, visitor.id, before, own=True, wanted=wanted)
    return page(request, "history.html", visitor, listed=listed, wanted=wanted)


@get("/people/{name:str}", include_in_schema=False)
async def profile(
    request: Request[Any, Any, Any],
    site: Site,
    visitor: Person | None,
    name: str,
    before: int | None = None,
) -> Response[str]:
    """Somebody with an account: ratings and matches over the wire."""
    people = schema.person
    row = await site.db.row(people.select().where(people.c.key == name_key(name[:40])))
    if row is None:
        raise NotFound("there is nobody of that name")
    standings = await standings_of(site.db, row.id)
    return page(
        request,
        "profile.html",
        visitor,
        who=row,
        standings=[(s, curve(await history(site.db, row.id, s.pool))) for s in standings],
        listed=await games_of(site.db, row.id, before, own=False),
    )


def curve(steps: tuple[Step, ...]) -> str:
    """A rating's history, the newest first, as the points of a line from left to right."""
    ratings = [step.after for step in reversed(steps)]
    if steps:
        ratings.insert(0, steps[-1].before)
    width, height = CHART
    low, high = min(ratings, default=0), max(ratings, default=0)
    across, up = width / max(1, len(ratings) - 1), height / max(1, high - low)
    return " ".join(
        f"{number * across:.1f},{height - (rating - low) * up:.1f}"
        for number, rating in enumerate(ratings)
    )


ROUTES = [login, account, settings, own_history, profile]
