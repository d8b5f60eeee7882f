"""Routes for notifications; a site without keys has nothing there."""

from typing import Any

from litestar import Request, delete, get, post
from msgspec import Struct

from tallyho.server.errors import NotFound
from tallyho.server.people.person import Person
from tallyho.server.push.addresses import Endpoint, Subscription
from tallyho.server.push.bell import Bell
from tallyho.server.site import Site
from tallyho.server.web.errors import refusals
from tallyho.server.web.texts import language_of
from tallyho.server.web.visitor import token_of


class PushKey(Struct, frozen=True):
    """The site's public key, with which browsers subscribe."""

    key: str


class Browser(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser, by the address of its push service."""

    endpoint: Endpoint


@get("/api/push", responses=refusals(404))
async def push_key(site: Site) -> PushKey:
    """The site's public key for notifications."""
    return PushKey(_bell(site).key)


@get("/api/me/push", responses=refusals(401, 404))
async def browsers(site: Site, person: Person) -> tuple[Browser, ...]:
    """Your browsers that are told when it is your turn."""
    rows = await _bell(site).subscriptions.of(person.id)
    return tuple(Browser(row.endpoint) for row in rows)


@post("/api/me/push", status_code=204, responses=refusals(401, 403, 404, 422))
async def subscribe(
    data: Subscription, request: Request[Any, Any, Any], site: Site, person: Person
) -> None:
    """Tell this browser when it is your turn, until you log out of it."""
    token = token_of(request, site.settings) or ""
    await _bell(site).subscribe(person, token, data, language_of(request))


@delete("/api/me/push", status_code=204, responses=refusals(401, 403, 404))
async def unsubscribe(data: Browser, site: Site, person: Person) -> None:
    """Tell this browser no longer."""
    await _bell(site).subscriptions.remove(person, data.endpoint)


def _bell(site: Site) -> Bell:
    if site.bell is None:
        raise NotFound("this site sends no notifications")
    return site.bell


ROUTES = [push_key, browsers, subscribe, unsubscribe]
