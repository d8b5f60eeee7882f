"""Routes for people: becoming known, names and passwords, leaving."""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.di import Provide
from msgspec import Meta, Struct

from tallyho.server.errors import NotFound, Unknown
from tallyho.server.games.lists import Page, games_of
from tallyho.server.people.archive import own_data
from tallyho.server.people.person import Person, name_key
from tallyho.server.ratings.boards import Standing, standings_of
from tallyho.server.site import Site
from tallyho.server.storage import schema
from tallyho.server.web.errors import refusals
from tallyho.server.web.news import Before
from tallyho.server.web.visitor import cookie, password_tries, token_of

Password = Annotated[str, Meta(min_length=8, max_length=200)]
AnyPassword = Annotated[str, Meta(max_length=200)]
AnyName = Annotated[str, Meta(max_length=40)]
CAREFUL = {"tries": Provide(password_tries)}


class Hello(Struct, forbid_unknown_fields=True):
    """Become a guest; a program asks for a bearer token, a browser gets a cookie."""

    bearer: bool = False


class Registration(Struct, forbid_unknown_fields=True):
    """The name and password to take."""

    name: AnyName
    password: Password
    bearer: bool = False


class Login(Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: AnyName
    password: AnyPassword
    bearer: bool = False


class NewPassword(Struct, forbid_unknown_fields=True):
    """The password that was, and the one that is to be."""

    old: AnyPassword
    new: Password
    bearer: bool = False


class Farewell(Struct, forbid_unknown_fields=True):
    """The password, to be sure; a guest has none."""

    password: AnyPassword | None = None


class Me(Struct, frozen=True):
    """Who you are; `token` only where a program asked for one."""

    id: str
    name: str
    guest: bool
    bot: bool
    token: str | None = None


class Profile(Struct, frozen=True):
    """What everybody may know about somebody."""

    name: str
    bot: bool
    since: int
    ratings: tuple[Standing, ...]


def me_of(person: Person, token: str | None = None) -> Me:
    """The person as it is told about itself."""
    return Me(person.id, person.shown, person.guest, person.bot, token)


def _known(person: Person, site: Site, token: str | None, bearer: bool) -> Response[Me]:
    me = me_of(person, token if bearer else None)
    cookies = [] if token is None or bearer else [cookie(site.settings, token)]
    return Response(me, cookies=cookies)


@get("/api/me", responses=refusals(401))
async def me(person: Person) -> Me:
    """Who you are."""
    return me_of(person)


@post("/api/guests", dependencies=CAREFUL, responses=refusals(403))
async def become_guest(data: Hello, site: Site, tries: None) -> Response[Me]:
    """Become a guest, with nothing but a token to be known by."""
    guest, token = await site.accounts.guest()
    return _known(guest, site, token, data.bearer)


@post("/api/register", dependencies=CAREFUL, responses=refusals(403, 409, 422))
async def register(
    data: Registration, site: Site, visitor: Person | None, tries: None
) -> Response[Me]:
    """Take a name and a password; a guest keeps the games."""
    named, token = await site.accounts.register(visitor, data.name, data.password)
    return _known(named, site, token, data.bearer)


@post("/api/login", dependencies=CAREFUL, status_code=200, responses=refusals(401, 403))
async def login(data: Login, site: Site, tries: None) -> Response[Me]:
    """Log in."""
    found, token = await site.accounts.login(data.name, data.password)
    return _known(found, site, token, data.bearer)


def _goodbye(site: Site) -> Response[None]:
    return Response(None, status_code=204, cookies=[cookie(site.settings, "")])


@post("/api/logout", status_code=204, responses=refusals(401, 403))
async def logout(request: Request[Any, Any, Any], site: Site, person: Person) -> Response[None]:
    """Log out here."""
    await site.tokens.drop(token_of(request, site.settings) or "", person.id)
    return _goodbye(site)


@post("/api/logout-everywhere", status_code=204, responses=refusals(401, 403))
async def logout_everywhere(site: Site, person: Person) -> Response[None]:
    """Log out on every device."""
    await site.tokens.drop_all(person.id)
    return _goodbye(site)


@post("/api/password", dependencies=CAREFUL, status_code=200, responses=refusals(401, 403))
async def change_password(
    data: NewPassword, request: Request[Any, Any, Any], site: Site, person: Person, tries: None
) -> Response[Me]:
    """Change the password; every other device is logged out."""
    if person.guest:
        raise Unknown("a guest has no password")
    here = token_of(request, site.settings) or ""
    token = await site.accounts.change_password(person, here, data.old, data.new)
    return _known(person, site, token, data.bearer)


@delete("/api/me", dependencies=CAREFUL, status_code=204, responses=refusals(401, 403))
async def delete_account(data: Farewell, site: Site, person: Person, tries: None) -> Response[None]:
    """Leave for good: open matches are lost, the name is free, the games lose the name."""
    await site.accounts.confirm(person, data.password)
    await site.matches.leave_all(person)
    await site.accounts.delete(person)
    return _goodbye(site)


@get("/api/me/data", responses=refusals(401))
async def download(site: Site, person: Person) -> Response[dict[str, Any]]:
    """Everything that the site keeps about you."""
    data = await own_data(site.db, person)
    return Response(data, headers={"Content-Disposition": 'attachment; filename="tallyho.json"'})


@get("/api/me/games", responses=refusals(401))
async def my_games(site: Site, person: Person, before: Before = None) -> Page:
    """Your matches, those that changed last first."""
    return await games_of(site.db, person.id, before, own=True)


async def _named(site: Site, name: str) -> Any:
    people = schema.person
    row = await site.db.row(people.select().where(people.c.key == name_key(name[:40])))
    if row is None:
        raise NotFound("there is nobody of that name")
    return row


@get("/api/people/{name:str}", responses=refusals(404))
async def profile(site: Site, name: str) -> Profile:
    """Somebody with an account."""
    row = await _named(site, name)
    return Profile(row.name, row.bot, row.created, await standings_of(site.db, row.id))


@get("/api/people/{name:str}/games", responses=refusals(404))
async def games_of_person(site: Site, name: str, before: Before = None) -> Page:
    """Somebody's matches over the wire."""
    return await games_of(site.db, (await _named(site, name)).id, before, own=False)


ROUTES = [
    me,
    become_guest,
    register,
    login,
    logout,
    logout_everywhere,
    change_password,
    delete_account,
    download,
    my_games,
    profile,
    games_of_person,
]
