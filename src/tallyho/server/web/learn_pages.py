"""The pages to learn at: a list of the courses, and each course with its lessons."""

from typing import Any

from litestar import Request, Response, get

from tallyho.server.errors import NotFound
from tallyho.server.people.person import Person
from tallyho.server.web.courses import COURSES, course
from tallyho.server.web.frame import page
from tallyho.server.web.game_pages import TABLES


@get("/learn", include_in_schema=False)
async def learn(request: Request[Any, Any, Any], visitor: Person | None) -> Response[str]:
    """The courses."""
    lengths = {game: len(lessons) for game, lessons in COURSES.items()}
    return page(request, "learn.html", visitor, lengths=lengths)


@get("/learn/{game:str}", include_in_schema=False)
async def learn_game(
    request: Request[Any, Any, Any], visitor: Person | None, game: str
) -> Response[str]:
    """One game's course."""
    if game not in COURSES:
        raise NotFound("there is no such course")
    values = {"game": game, "lessons": course(game), "kinds": TABLES[game]}
    return page(request, "learn_course.html", visitor, **values)


ROUTES = [learn, learn_game]
