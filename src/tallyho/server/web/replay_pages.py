"""The page to look back at: a match that is over, with the proof of its deals."""

from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from tallyho.games.hunt.tiles import KINDS
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.moments import moments_of
from tallyho.server.table.views import match_view
from tallyho.server.web.pages import page


@get("/replay/{game:str}", include_in_schema=False)
async def replay(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, game: str
) -> Response[str] | Redirect:
    """A match that is over; one that still goes on is watched at its board."""
    table = await site.shelf.look(game)
    if table.ended is None:
        return Redirect(f"/game/{table.facts.id}")
    values = {
        "match": match_view(table, visitor.id if visitor else None),
        "moments": moments_of(table),
        "start": table.entry.notation.write_position(table.entry.game.start()),
        "outcomes": [outcome.points for outcome in table.session.outcomes] if table.session else [],
        "kinds": KINDS,
    }
    return page(request, "replay.html", visitor, **values)


ROUTES = [replay]
