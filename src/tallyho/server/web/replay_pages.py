"""The page to look back at: a match that is over, with the proof of its deals."""

from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.moments import moments_of
from tallyho.server.table.views import match_view
from tallyho.server.web.frame import page
from tallyho.server.web.game_pages import TABLES, start_of


@get("/replay/{game:str}", include_in_schema=False)
async def replay(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, game: str
) -> Response[str] | Redirect:
    """A match that is over; one that still goes on is watched at its board."""
    table = await site.shelf.look(game)
    if table.ended is None:
        return Redirect(f"/game/{table.facts.id}")
    match = match_view(table, visitor.id if visitor else None)
    return page(
        request,
        "replay.html",
        visitor,
        match=match,
        moments=moments_of(table),
        start=start_of(table),
        kinds=TABLES[match.game],
    )


ROUTES = [replay]
