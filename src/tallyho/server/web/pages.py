"""The pages that the server writes: what is read, and the frames of what is played."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request, Response, get
from litestar.static_files import create_static_files_router
from markupsafe import Markup

from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.views import match_view
from tallyho.server.web import assets
from tallyho.server.web.texts import LANGUAGES, language_of, texts

_FOLDER: Final = Path(__file__).with_name("templates")
THEMES: Final = ("light", "dark")


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(assets=assets, languages=LANGUAGES)
    environment.filters["data"] = data
    return environment


def data(value: Any) -> Markup:
    """A value as JSON that is safe inside a script element."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))


def page(
    request: Request[Any, Any, Any],
    name: str,
    visitor: Person | None = None,
    status: int = 200,
    **values: Any,
) -> Response[str]:
    """A page in the visitor's language and theme."""
    language = language_of(request)
    theme = request.cookies.get("theme", "")
    text = (
        _templates()
        .get_template(name)
        .render(
            t=texts(language),
            language=language,
            theme=theme if theme in THEMES else "",
            visitor=visitor,
            path=request.url.path,
            **values,
        )
    )
    headers = {"Vary": "Cookie, Accept-Language", "Cache-Control": "no-cache"}
    return Response(text, media_type="text/html", status_code=status, headers=headers)


@get("/", include_in_schema=False)
async def home(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """The way in."""
    return page(request, "home.html", visitor)


@get("/game/{game:str}", include_in_schema=False)
async def game(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None, game: str
) -> Response[str]:
    """A match at its board: for its players, and for everybody who watches."""
    match = match_view(await site.shelf.look(game), visitor.id if visitor else None)
    return page(request, "game.html", visitor, match=match)


@get("/docs", include_in_schema=False)
async def reference(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """The API for people to read, drawn from the OpenAPI document."""
    return page(request, "reference.html", visitor, api=request.app.openapi_schema.to_schema())


def routes() -> list[Any]:
    """All pages, and the built files with names that change with their contents."""
    assets.STATIC.mkdir(exist_ok=True)
    files = create_static_files_router(
        "/assets",
        directories=[assets.STATIC],
        cache_control=None,
        include_in_schema=False,
    )
    return [home, game, reference, files]
