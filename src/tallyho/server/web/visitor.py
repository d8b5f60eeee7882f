"""Who is asking: the person behind a cookie or a bearer token."""

from typing import Any, Final

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import Cookie, State

from tallyho.server.errors import NotAllowed, TooMany, Unknown
from tallyho.server.games.matches import MOST_OPEN
from tallyho.server.live.sockets import Holder
from tallyho.server.people.person import Person
from tallyho.server.settings import Settings
from tallyho.server.site import Site
from tallyho.server.web.buckets import Limits, address_key

COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep none longer
MOST_TOKEN: Final = 100


def site_of(state: State) -> Site:
    """The running site."""
    site: Site = state.site
    return site


def token_of(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> str | None:
    """The token that was shown; a program's header goes before a browser's cookie."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        token = connection.cookies.get(settings.cookie, "")
    return token if 0 < len(token) <= MOST_TOKEN else None


async def find_visitor(connection: ASGIConnection[Any, Any, Any, Any], site: Site) -> Person | None:
    """The person who asks, None for a stranger."""
    token = token_of(connection, site.settings)
    return None if token is None else await site.tokens.person(token)


async def visitor(request: Request[Any, Any, Any], site: Site) -> Person | None:
    """The person who asks, None for a stranger; nobody asks too often."""
    person = await find_visitor(request, site)
    limits: Limits = request.app.state.limits
    if person is not None and not await limits.people.take(person.id):
        raise TooMany("too many requests; wait a moment", wait=10)
    return person


async def person(visitor: Person | None) -> Person:
    """The person who asks; strangers are refused."""
    if visitor is None:
        raise Unknown("you are not known here; become a guest or log in first")
    return visitor


async def bot(person: Person) -> Person:
    """The bot that asks; people are refused."""
    if not person.bot:
        raise NotAllowed("this is for bots; turn your account into one before its first match")
    return person


def holder(
    connection: ASGIConnection[Any, Any, Any, Any], site: Site, person: Person | None
) -> Holder:
    """Whom an open socket counts for; guests are made at will, so their address counts too."""
    settings, held = site.settings, {}
    if person is not None and settings.sockets_per_person:
        held[person.id] = settings.sockets_per_person + MOST_OPEN * person.bot
    if person is None or person.guest:
        host = connection.client.host if connection.client else ""
        held[address_key(host)] = settings.sockets_per_address
    return held


async def password_tries(request: Request[Any, Any, Any]) -> None:
    """Passwords cannot be tried too often from one address."""
    limits: Limits = request.app.state.limits
    host = request.client.host if request.client else ""
    if not await limits.passwords.take(address_key(host)):
        raise TooMany("too many tries; wait a minute", wait=60)


def cookie(settings: Settings, token: str) -> Cookie:
    """The cookie that keeps a visitor known; an empty token ends it."""
    return Cookie(
        key=settings.cookie,
        value=token,
        max_age=COOKIE_SECONDS if token else 0,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="lax",
    )
