"""Pages to read: the rules, how chance is kept fair, what the site keeps, the API."""

import re
from functools import cache
from typing import Any, Final

from litestar import Request, Response, get
from markdown_it import MarkdownIt
from markupsafe import Markup

from tallyho import catalog
from tallyho.server.errors import NotFound
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.web.frame import page
from tallyho.server.web.texts import LOCALES, language_of

_HEADING: Final = re.compile(r"<h2>([HP]\d+) (.*?)</h2>")
_NUMBER: Final = re.compile(r"\b([HP]\d{1,2})\b(?![^<]*>)(?!</a>)")
_CODE: Final = re.compile(r"(<pre.*?</pre>|<code>.*?</code>|<h2 .*?</h2>)", re.DOTALL)


@get("/rules/{name:str}", include_in_schema=False)
async def rules(
    request: Request[Any, Any, Any], visitor: Person | None, name: str
) -> Response[str]:
    """A game's rules, each under its number."""
    if name not in catalog.GAMES:
        raise NotFound("there is no such game")
    text, contents = rules_text(name, language_of(request))
    return page(request, "rules.html", visitor, game=name, text=text, contents=contents)


def rules_page(name: str, language: str) -> str:
    """The rules as Markdown; in English they are the game's own."""
    if language == "en":
        return catalog.rules_page(name)
    return (LOCALES / f"rules-{name}.{language}.md").read_text("utf-8")


@cache
def rules_text(name: str, language: str) -> tuple[Markup, tuple[tuple[str, str], ...]]:
    """The rules as HTML without their title, and the number and name of each."""
    markdown = rules_page(name, language).partition("\n")[2]
    html = str(MarkdownIt("commonmark").enable("table").render(markdown))
    contents = tuple(_HEADING.findall(html))
    html = _HEADING.sub(r'<h2 id="\1"><a href="#\1">\1</a> \2</h2>', html)
    html = html.replace('style="text-align:right"', 'class="figure"')  # the policy forbids styles
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
    html = html.replace("<pre>", '<pre tabindex="0">')  # what may scroll can be scrolled by keys
    numbers = {number for number, _ in contents}
    return Markup(_linked(html, numbers)), contents


def _linked(html: str, numbers: set[str]) -> str:
    """A rule that is named in a sentence is a link to it."""

    def link(found: re.Match[str]) -> str:
        number = found[1]
        return f'<a href="#{number}">{number}</a>' if number in numbers else number

    parts = _CODE.split(html)  # every second part is code or a heading
    parts[::2] = [_NUMBER.sub(link, part) for part in parts[::2]]
    return "".join(parts)


@get("/fair", include_in_schema=False)
async def fair(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """How chance is kept fair, in plain words."""
    return page(request, "fair.html", visitor)


@get("/about", include_in_schema=False)
async def about(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """What this is."""
    return page(request, "about.html", visitor)


@get("/privacy", include_in_schema=False)
async def privacy(
    request: Request[Any, Any, Any], site: Site, visitor: Person | None
) -> Response[str]:
    """What the site keeps about people."""
    return page(request, "privacy.html", visitor, notifies=site.bell is not None)


@get("/docs", include_in_schema=False)
async def reference(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """The API for people to read, drawn from the OpenAPI document."""
    return page(request, "reference.html", visitor, api=request.app.openapi_schema.to_schema())


ROUTES = [rules, fair, about, privacy, reference]
