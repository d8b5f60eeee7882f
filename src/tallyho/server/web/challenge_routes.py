"""Routes for challenges."""

from typing import Annotated

from litestar import delete, get, post
from msgspec import Meta, Struct

from tallyho.server.games.challenges import Challenge, ChallengeList
from tallyho.server.games.terms import Terms
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.views import Match, match_view
from tallyho.server.web.errors import refusals


class Challenging(Struct, forbid_unknown_fields=True):
    """Whom to challenge, a person or a bot, and to what."""

    to: Annotated[str, Meta(max_length=40)]
    terms: Terms = Terms()


@get("/api/challenges", responses=refusals(401))
async def challenges(site: Site, person: Person) -> ChallengeList:
    """Challenges that wait for your answer, and those that you wait for."""
    return await site.challenges.of(person)


@post("/api/challenges", responses=refusals(401, 403, 404, 422))
async def challenge(data: Challenging, site: Site, person: Person) -> Challenge:
    """Challenge somebody by name; it stands for a day."""
    return await site.challenges.add(person, data.to, data.terms)


@post("/api/challenges/{challenge:str}/accept", responses=refusals(401, 403, 404))
async def accept_challenge(site: Site, person: Person, challenge: str) -> Match:
    """Play the match that you were challenged to."""
    return match_view(await site.challenges.accept(person, challenge), person.id)


@delete("/api/challenges/{challenge:str}", status_code=204, responses=refusals(401, 403, 404))
async def decline_challenge(site: Site, person: Person, challenge: str) -> None:
    """Decline a challenge, or take your own back."""
    await site.challenges.decline(person, challenge)


ROUTES = [challenges, challenge, accept_challenge, decline_challenge]
