"""The page of a match: its board for the players, and for everybody who watches."""

from typing import Any, Final

from litestar import Request, Response, get

from tallyho.games.hunt.tiles import KINDS
from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.moments import moments_of
from tallyho.server.table.table import Table
from tallyho.server.table.views import match_view
from tallyho.server.web.frame import page

TABLES: Final[dict[str, Any]] = {"hunt": KINDS, "pegs": None}
"""What a board has to know of its game's rules to draw and to count; rules stay in one place."""


@get("/game/{game:str}", include_in_schema=False)
async def game(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, game: str
) -> Response[str]:
    """A match at its board."""
    table = await site.shelf.look(game)
    match = match_view(table, visitor.id if visitor else None)
    return page(
        request,
        "game.html",
        visitor,
        match=match,
        moments=moments_of(table),
        start=start_of(table),
        kinds=TABLES[match.game],
        now=now_ms(),
    )


def start_of(table: Table) -> str:
    """The position that every round of the match begins with."""
    entry = table.entry
    return entry.notation.write_position(entry.game.start())


ROUTES = [game]
