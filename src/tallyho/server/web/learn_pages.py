"""The pages to learn at: a list of the courses, and each course with its lessons."""

from functools import cache
from typing import Any, Final

from litestar import Request, Response, get
from markupsafe import Markup

from tallyho import catalog
from tallyho.games.hunt.tiles import KINDS
from tallyho.server.errors import NotFound
from tallyho.server.people.person import Person
from tallyho.server.web.courses import COURSES, course
from tallyho.server.web.pages import page

PICTURED: Final = {
    "hunt": "T?^?P?D/?F1??T?/??D1L??/P?T1?v?/?B1?T??/T1<?F?T/?D?T??P blue H2 PT - - - 0 -",
    "pegs": "wwww.ww.w.w./..w..b...w../.bb.bbwb.bb. white 26",
}


@cache
def _picture(game: str) -> Markup:
    """A position of the game as the page shows it; its letters come from our own drawings."""
    return Markup(catalog.find(game).notation.read_position(PICTURED[game])._repr_svg_())


@get("/learn", include_in_schema=False)
async def learn(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """The courses."""
    lengths = {game: len(lessons) for game, lessons in COURSES.items()}
    pictures = {game: _picture(game) for game in COURSES}
    return page(request, "learn.html", visitor, lengths=lengths, pictures=pictures)


@get("/learn/{game:str}", include_in_schema=False)
async def learn_game(
    request: Request[Any, Any, Any], visitor: Person | None, game: str
) -> Response[str]:
    """One game's course."""
    if game not in COURSES:
        raise NotFound("there is no such course")
    values = {"game": game, "lessons": course(game), "kinds": KINDS}
    return page(request, "learn_course.html", visitor, **values)


ROUTES = [learn, learn_game]
