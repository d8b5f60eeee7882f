"""The web application: routes, guards and what surrounds them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

from litestar import Litestar, MediaType
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, Reference, SecurityScheme

import tallyho
from tallyho.server.settings import MAX_BODY, Settings
from tallyho.server.site import open_site
from tallyho.server.web import (
    bot_routes,
    challenge_routes,
    live_routes,
    lobby_routes,
    match_routes,
    operator_routes,
    pages,
    people_routes,
    push_routes,
    stream_routes,
)
from tallyho.server.web.access import Access
from tallyho.server.web.buckets import Limits
from tallyho.server.web.document import ExactDocument
from tallyho.server.web.errors import HANDLERS
from tallyho.server.web.guard import App, Guard
from tallyho.server.web.notices import notice
from tallyho.server.web.strict import StrictRequest
from tallyho.server.web.visitor import bot, person, site_of, visitor

ROUTES: Final = [
    *people_routes.ROUTES,
    *match_routes.ROUTES,
    *lobby_routes.ROUTES,
    *challenge_routes.ROUTES,
    *bot_routes.ROUTES,
    *live_routes.ROUTES,
    *stream_routes.ROUTES,
    *push_routes.ROUTES,
    *operator_routes.ROUTES,
]

# Pages and their files; the API streams, and pictures are small already.
COMPRESSION: Final = CompressionConfig("brotli", exclude=["^/api/", r"\.png$"])


def make_app(settings: Settings) -> tuple[App, Litestar]:
    """The application behind its guards, ready for a web server, and the site inside it."""

    limits = Limits(settings)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        async with open_site(settings, notice) as site:
            app.state.site = site
            app.state.limits = limits
            yield
        await limits.close()

    site = Litestar(
        [*ROUTES, *pages.routes()],
        lifespan=[running],
        dependencies={
            "site": Provide(site_of, sync_to_thread=False),
            "visitor": Provide(visitor),
            "person": Provide(person),
            "bot": Provide(bot),
        },
        exception_handlers=HANDLERS,
        compression_config=COMPRESSION,
        openapi_config=_openapi(settings),
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY,
        logging_config=None,
    )
    return Access(Guard(cast(App, site), settings, limits.addresses)), site


def _openapi(settings: Settings) -> OpenAPIConfig:
    schemes: dict[str, SecurityScheme | Reference] = {
        "cookie": SecurityScheme(type="apiKey", name=settings.cookie, security_scheme_in="cookie"),
        "bearer": SecurityScheme(type="http", scheme="bearer"),
    }
    return OpenAPIConfig(
        title="Tallyho",
        version=tallyho.__version__,
        description="Play the tile game and the peg game over HTTP.",
        components=Components(security_schemes=schemes),
        path="/openapi",
        use_handler_docstrings=True,
        render_plugins=[ExactDocument(path="/openapi.json", media_type=MediaType.JSON)],
    )
