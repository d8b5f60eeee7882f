"""The outermost layer: every request is counted, timed and logged, without what it said."""

import logging
import time
from typing import Final

from tallyho.server import metrics
from tallyho.server.web.guard import App, Message, Receive, Scope, Send

LOG: Final = logging.getLogger("tallyho.access")


class Access:
    """Counts and logs requests by route; paths with ids, queries and bodies stay out of it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            route = scope.get("path_template") or "none"
            metrics.REQUESTS.labels(scope["method"], route, status).inc()
            took = round((time.perf_counter() - began) * 1000, 1)
            extra = {"method": scope["method"], "route": route, "status": status, "ms": took}
            LOG.info("request", extra=extra)
