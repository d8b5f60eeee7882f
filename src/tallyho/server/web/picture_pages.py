"""Pictures of positions: those of the first page, and one of each match for links to it."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import resvg_py
from litestar import Response, get
from litestar.concurrency import sync_to_thread

from tallyho import catalog
from tallyho.games.hunt import picture as hunt_picture
from tallyho.games.pegs import picture as pegs_picture
from tallyho.server.errors import NotFound
from tallyho.server.site import Site

SIZE: Final = 600
EXAMPLES: Final = {
    "hunt": "T1F?TFT/TPT^2F/TTBF1T?/?<3<P/<L1<vDD/F2L?TT/?2PP?D blue HP2D2 DT5 - h7>f7 - 0 -",
    "pegs": "wwwww.w.w.b./.w.b....w.../b.bbbb.bb.w. white 35",
}
"""A position of each game that shows what it is like."""


@get("/pictures/{name:str}", media_type="image/svg+xml", include_in_schema=False)
async def example(name: str) -> Response[str]:
    """A game in one picture."""
    game = name.removesuffix(".svg")
    if game not in EXAMPLES:
        raise NotFound("there is no such picture")
    position = catalog.find(game).notation.read_position(EXAMPLES[game])
    return Response(_svg(game, position), headers={"Cache-Control": "public, max-age=86400"})


@get("/pictures/{game:str}/{name:str}", media_type="image/svg+xml", include_in_schema=False)
async def drawing(game: str, name: str) -> Response[str]:
    """One drawing of a game, such as hunt/fox.svg."""
    arts = {"hunt": hunt_picture.art, "pegs": pegs_picture.art}
    if game not in arts or name not in _drawings(game):
        raise NotFound("there is no such drawing")
    text = arts[game](name.removesuffix(".svg"))
    return Response(text, headers={"Cache-Control": "public, max-age=86400"})


@cache
def _drawings(game: str) -> frozenset[str]:
    return frozenset(path.name for path in files(f"tallyho.games.{game}").joinpath("art").iterdir())


@get("/game/{game:str}/picture.png", media_type="image/png", include_in_schema=False)
async def preview(site: Site, game: str) -> Response[bytes]:
    """The position that everybody may see, for whoever is sent a link to the match."""
    table = await site.shelf.look(game)
    position = table.session.position if table.session else table.entry.game.start()
    picture = await sync_to_thread(_png, _svg(table.facts.name, position))
    return Response(picture, headers={"Cache-Control": "public, max-age=60"})


def _svg(game: str, position: Any) -> str:
    """Without coordinates, because a server may have no fonts to write them with."""
    if game == "hunt":
        return hunt_picture.svg(position, coordinates=False)
    return pegs_picture.svg(position)


@lru_cache(maxsize=64)
def _png(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE))


ROUTES = [example, drawing, preview]
