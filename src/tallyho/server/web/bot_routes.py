"""Routes for bots and their owners: bot accounts, tokens for programs, turns by address alone."""

from litestar import delete, get, post
from msgspec import Struct

from tallyho.server.people.person import Person
from tallyho.server.people.programs import ProgramToken, TokenName
from tallyho.server.site import Site
from tallyho.server.table.views import Update
from tallyho.server.web.errors import refusals
from tallyho.server.web.match_routes import update_of
from tallyho.server.web.people_routes import CAREFUL, AnyPassword, Me, me_of


class NewToken(Struct, forbid_unknown_fields=True):
    """What the token is for; the password, so that no token makes another."""

    name: TokenName
    password: AnyPassword


@post("/api/bot/account", status_code=200, responses=refusals(401, 403, 409))
async def become_bot(site: Site, person: Person) -> Me:
    """Turn your account into a bot's, for good; it must not have played yet."""
    return me_of(await site.accounts.become_bot(person))


@post(
    "/api/bot/games/{game:str}/turn/{text:str}",
    status_code=200,
    responses=refusals(401, 403, 404, 409, 422),
)
async def simple_turn(site: Site, bot: Person, game: str, text: str) -> Update:
    """Make a turn at whatever version the match has; a bot's simple way."""
    return update_of(await site.matches.turn(bot, game, text))


@get("/api/me/tokens", responses=refusals(401))
async def tokens(site: Site, person: Person) -> tuple[ProgramToken, ...]:
    """The tokens of your programs, without the secrets."""
    return await site.programs.of(person)


@post("/api/me/tokens", dependencies=CAREFUL, responses=refusals(401, 403, 422))
async def new_token(data: NewToken, site: Site, person: Person, tries: None) -> ProgramToken:
    """A token for a program of yours; it is shown only now."""
    await site.accounts.confirm(person, data.password)
    return await site.programs.add(person, data.name)


@delete("/api/me/tokens/{token:str}", status_code=204, responses=refusals(401, 403, 404))
async def revoke_token(site: Site, person: Person, token: str) -> None:
    """Revoke a program's token."""
    await site.programs.revoke(person, token)


ROUTES = [become_bot, simple_turn, tokens, new_token, revoke_token]
