"""Refusals for people: a page in their language, where a program gets JSON."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Request, Response

from tallyho.server.web import assets
from tallyho.server.web.frame import Connection, page

PROGRAMS: Final = ("/api/", "/assets/", "/openapi", "/health", "/ready", "/metrics")
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tallyho: not built yet</title>
<h1>The pages are not built yet</h1>
<p>The site runs, but its scripts and style sheets are missing or older than its pages.
In the folder of Tallyho say <code>make play</code>; it builds them and starts the site.
<p>The details: """


def is_page(path: str) -> bool:
    """Whether people read what is at this path."""
    return not path.startswith(PROGRAMS)


def error_page(
    connection: Connection, status: int, headers: Mapping[str, Any] | None = None
) -> Response[str]:
    """Why the visitor does not get what was asked for, and where to go from here."""
    try:
        answer = page(connection, "error.html", status=status, code=status)
    except assets.NotBuilt as reason:
        return Response(f"{NOT_BUILT}{reason}.\n", status_code=503, media_type="text/html")
    answer.headers.update(headers or {})
    return answer


def for_people(handler: Callable[[Any, Any], Response[Any]]) -> Callable[..., Response[Any]]:
    """The handler of an error, with a page instead of JSON where people read the answer."""

    def answer(request: Request[Any, Any, Any], error: Any) -> Response[Any]:
        refusal = handler(request, error)
        if not is_page(request.scope["path"]):
            return refusal
        return error_page(request, refusal.status_code or 500, refusal.headers)

    return answer
