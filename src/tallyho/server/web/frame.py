"""The frame of every page: templates, language, theme, and what a page tells its script."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Response
from litestar.connection import ASGIConnection
from markupsafe import Markup

from tallyho.server.people.person import Person
from tallyho.server.web import assets
from tallyho.server.web.texts import LANGUAGES, language_of, texts
from tallyho.server.web.words import Words

TEMPLATES: Final = Path(__file__).with_name("templates")
THEMES: Final = ("light", "dark")
HEADERS: Final = {"Vary": "Cookie, Accept-Language", "Cache-Control": "no-cache"}

Connection = ASGIConnection[Any, Any, Any, Any]


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
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
    connection: Connection,
    name: str,
    visitor: Person | None = None,
    status: int = 200,
    **values: Any,
) -> Response[str]:
    """A page in the visitor's language and theme."""
    language = language_of(connection)
    theme = connection.cookies.get("theme", "")
    t = texts(language)
    text = (
        _templates()
        .get_template(name)
        .render(
            t=t,
            words=Words(t),
            language=language,
            theme=theme if theme in THEMES else "",
            visitor=visitor,
            path=connection.scope["path"],
            origin=_origin(connection),
            **values,
        )
    )
    return Response(text, media_type="text/html", status_code=status, headers=HEADERS)


def _origin(connection: Connection) -> str:
    """What the site is called from outside; nothing at the door, before the site is reached."""
    app = connection.scope.get("litestar_app")
    return str(app.state.site.settings.origins[0]) if app else ""
