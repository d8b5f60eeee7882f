"""The one place where refusals become HTTP."""

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct
from sqlalchemy.exc import DBAPIError

from tallyho.contract import (
    IllegalTurn,
    NotationError,
    NotNow,
    NotYourTurn,
    TallyhoError,
)
from tallyho.play.fair import FairnessError
from tallyho.server.errors import NotAllowed, NotFound, SiteError, Taken, TooMany, Unknown
from tallyho.server.storage.writer import Busy
from tallyho.server.table.events import LogEvent
from tallyho.server.table.shelf import Behind
from tallyho.server.table.views import State, state_of
from tallyho.server.web.error_pages import for_people

LOG: Final = logging.getLogger(__name__)


class Trouble(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a word for programs, a sentence for people."""

    error: str
    message: str
    field: str | None = None
    rule: str | None = None
    missed: tuple[LogEvent, ...] | None = None
    state: State | None = None


_ANYWHERE: Final = (400, 408, 413, 421, 429, 503)
_WHY: Final = {
    400: "What was sent cannot be read.",
    401: "Nobody is known by this token, or name and password do not fit.",
    403: "You may not do this, or a page of another site sent it.",
    404: "There is nothing by this name.",
    408: "The body took too long.",
    409: "Not now, not your turn, taken by somebody else, or a version that has passed.",
    413: "The body is too large.",
    421: "The site does not go by this name.",
    422: "It can be read, but it is not a turn, a rule, a clock or a name.",
    429: "Too many of these; wait a moment.",
    503: "The site is busy; wait a moment.",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What the API document says about a route's refusals, beyond those of every route."""
    return {
        status: ResponseSpec(Trouble, description=_WHY[status], generate_examples=False)
        for status in sorted({*_ANYWHERE, *statuses})
    }


_NAMES: Final[dict[type[TallyhoError], tuple[int, str]]] = {
    Unknown: (401, "unknown"),
    NotAllowed: (403, "not-allowed"),
    NotFound: (404, "not-found"),
    Taken: (409, "taken"),
    TooMany: (429, "too-many"),
    NotationError: (422, "notation"),
    FairnessError: (422, "fairness"),
    IllegalTurn: (422, "illegal-turn"),
    NotYourTurn: (409, "not-your-turn"),
    NotNow: (409, "not-now"),
}


def refused(_: Request[Any, Any, Any], error: TallyhoError) -> Response[Trouble]:
    """What the rules, the session or the site refuse."""
    if isinstance(error, Behind):
        missed = error.table.log[error.sent :]
        trouble = Trouble("stale-version", str(error), missed=missed, state=state_of(error.table))
        return Response(trouble, status_code=409)
    default = (error.status if isinstance(error, SiteError) else 400, "refused")
    status, name = _NAMES.get(type(error), default)
    trouble = Trouble(
        name,
        str(error),
        field=getattr(error, "field", None) or getattr(error, "step", None),
        rule=getattr(error, "rule", None),
    )
    wait = getattr(error, "wait", None)
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return Response(trouble, status_code=status, headers=headers)


def unreadable(_: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    """What the framework refuses: bodies, parameters, paths, methods."""
    details = error.extra if isinstance(error.extra, list) else []
    named = [detail for detail in details if isinstance(detail, dict)]
    reasons = [f"{d['key']}: {d['message']}" if d.get("key") else d["message"] for d in named]
    message = "; ".join(reasons) or error.detail
    field = next((detail["key"] for detail in named if detail.get("key")), None)
    name = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(error.status_code)
    trouble = Trouble(name or "unreadable", message[:500], field=field)
    return Response(trouble, status_code=error.status_code, headers=error.headers)


def busy(_: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """The database cannot take it now."""
    LOG.warning("busy", extra={"why": type(error).__name__})
    trouble = Trouble("busy", "the site is busy; try again in a moment")
    return Response(trouble, status_code=503, headers={"Retry-After": "2"})


def broken(_: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """A fault of ours; the log has the details, the visitor does not."""
    LOG.error("fault", exc_info=error)
    return Response(Trouble("fault", "something went wrong on our side"), status_code=500)


HANDLERS: Final[Any] = {
    TallyhoError: for_people(refused),
    HTTPException: for_people(unreadable),
    Busy: for_people(busy),
    DBAPIError: for_people(busy),
    Exception: for_people(broken),
}
