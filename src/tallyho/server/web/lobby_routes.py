"""Routes for the lobby and the leaderboards."""

from typing import Literal

from litestar import delete, get, post

from tallyho.server.errors import NotFound
from tallyho.server.games.lobby import Seek
from tallyho.server.games.terms import Terms
from tallyho.server.people.person import Person, name_key
from tallyho.server.ratings.boards import Standing, Step, history, leaderboard
from tallyho.server.site import Site
from tallyho.server.storage import schema
from tallyho.server.table.views import Match, match_view
from tallyho.server.web.errors import refusals

Pool = Literal["hunt-fast", "hunt-slow", "hunt-days", "pegs-fast", "pegs-slow", "pegs-days"]


@get("/api/seeks", responses=refusals())
async def seeks(site: Site) -> tuple[Seek, ...]:
    """Who looks for an opponent."""
    return await site.lobby.seeks()


@post("/api/seeks", responses=refusals(401, 403, 422))
async def seek(data: Terms, site: Site, person: Person) -> Seek:
    """Look for an opponent on these terms."""
    return await site.lobby.add(person, data)


@delete("/api/seeks/{seek:str}", status_code=204, responses=refusals(401, 403, 404))
async def withdraw(site: Site, person: Person, seek: str) -> None:
    """Stop looking."""
    await site.lobby.withdraw(person, seek)


@post("/api/seeks/{seek:str}/accept", responses=refusals(401, 403, 404))
async def accept(site: Site, person: Person, seek: str) -> Match:
    """Play with whoever looks for an opponent."""
    return match_view(await site.lobby.accept(person, seek), person.id)


@get("/api/leaderboards/{pool:str}", responses=refusals())
async def board(site: Site, pool: Pool, bots: bool = False) -> tuple[Standing, ...]:
    """The best people of a pool, or the best bots."""
    return await leaderboard(site.db, pool, bots)


@get("/api/people/{name:str}/ratings/{pool:str}", responses=refusals(404))
async def rating_history(site: Site, name: str, pool: Pool) -> tuple[Step, ...]:
    """Somebody's rated matches in a pool, the newest first."""
    people = schema.person
    row = await site.db.row(people.select().where(people.c.key == name_key(name[:40])))
    if row is None:
        raise NotFound("there is nobody of that name")
    return await history(site.db, row.id, pool)


ROUTES = [seeks, seek, withdraw, accept, board, rating_history]
