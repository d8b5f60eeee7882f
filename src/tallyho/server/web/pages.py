"""The pages that the server writes itself: the welcome page and the API's reference."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, select_autoescape
from litestar import Request, Response, get

_FOLDER: Final = Path(__file__).with_name("templates")


@cache
def _templates() -> Environment:
    return Environment(loader=FileSystemLoader(_FOLDER), autoescape=select_autoescape())


def _page(name: str, **values: Any) -> Response[str]:
    return Response(_templates().get_template(name).render(**values), media_type="text/html")


@get("/", include_in_schema=False)
async def welcome() -> Response[str]:
    """The site is up."""
    return _page("welcome.html")


@get("/docs", include_in_schema=False)
async def reference(request: Request[Any, Any, Any]) -> Response[str]:
    """The API for people to read, drawn from the OpenAPI document."""
    return _page("reference.html", api=request.app.openapi_schema.to_schema())


@get("/style.css", include_in_schema=False)
async def style() -> Response[str]:
    """The pages' looks."""
    return Response((_FOLDER / "style.css").read_text(encoding="utf-8"), media_type="text/css")


ROUTES = [welcome, reference, style]
