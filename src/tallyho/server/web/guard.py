"""The guard at the door: hosts, origins, rates and slow senders, before anything else happens."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, cast

import msgspec
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

from tallyho.server.settings import Settings
from tallyho.server.web.buckets import Buckets, address_key
from tallyho.server.web.error_pages import error_page, is_page

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OPERATORS: Final = frozenset({"/health", "/ready", "/metrics"})
BODY_SECONDS: Final = 15.0
UNWANTED_BYTES: Final = 65_536
HEADERS: Final = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
SECURE_HEADERS: Final = [(b"strict-transport-security", b"max-age=31536000")]


class Guard:
    """Lets a request through to the site, or says why not."""

    def __init__(self, app: App, settings: Settings, addresses: Buckets) -> None:
        self._app = app
        self._settings = settings
        self._addresses = addresses
        self._headers = HEADERS + SECURE_HEADERS * settings.secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = await self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is not None:
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        if scope["method"] == "HEAD" and not scope["path"].startswith("/api"):
            scope = {**scope, "method": "GET"}  # the web server leaves the body out
        hurried = _hurried(receive)
        if refusal is None:
            await self._app(scope, hurried, send_with_headers)
        elif await _read_away(hurried):
            await _refuse(scope, send_with_headers, *refusal)

    async def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        if scope["path"] in OPERATORS:
            return None
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if headers.get(b"host") not in self._settings.hosts:
            return 421, "wrong-host", "this site does not go by that name"
        if not self._same_origin(scope, headers):
            return 403, "other-origin", "commands are taken from this site's own pages only"
        if not await self._addresses.take(address_key((scope.get("client") or ("", 0))[0])):
            return 429, "too-many", "too many requests; wait a moment"
        return None

    def _same_origin(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        """Programs send neither header; browsers cannot keep them from being sent."""
        origin = headers.get(b"origin")
        if scope["type"] == "websocket":
            return origin is None or origin in self._settings.origins
        if scope["method"] in SAFE_METHODS:
            return True
        site = headers.get(b"sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        return origin is None or origin in self._settings.origins


def _hurried(receive: Receive) -> Receive:
    """A body that dribbles in is given up."""
    deadline = asyncio.get_running_loop().time() + BODY_SECONDS
    complete = False

    async def hurried() -> Message:
        nonlocal complete
        if complete:
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise HTTPException("the request took too long", status_code=408) from None
        complete = not message.get("more_body", False)
        return message

    return hurried


async def _read_away(receive: Receive) -> bool:
    """Take in a body that nobody wants: a connection closed on unread bytes loses its answer."""
    size = 0
    try:
        while size <= UNWANTED_BYTES:
            message = await receive()
            size += len(message.get("body", b""))
            if not message.get("more_body", False):
                return str(message["type"]) == "http.request"
    except HTTPException:
        return False
    return True


async def _refuse(scope: Scope, send: Send, status: int, error: str, message: str) -> None:
    if status == 429 and scope["method"] == "GET" and is_page(scope["path"]):
        kind = b"text/html; charset=utf-8"
        body = str(error_page(ASGIConnection(cast(Any, scope)), status).content).encode()
    else:
        kind = b"application/json"
        body = msgspec.json.encode({"error": error, "message": message})
    headers = [(b"content-type", kind), (b"connection", b"close")]
    if status == 429:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
