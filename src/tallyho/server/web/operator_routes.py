"""Routes for the operator: is it alive, is it ready, what does it count."""

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text

from tallyho.server.metrics import counted
from tallyho.server.site import Site


@get("/health", media_type="text/plain", include_in_schema=False)
async def health() -> str:
    """The process answers."""
    return "ok\n"


@get("/ready", media_type="text/plain", include_in_schema=False)
async def ready(site: Site) -> Response[str]:
    """The database answers too, and the site is not closing."""
    if site.sockets.closing:
        return Response("closing\n", status_code=503)
    await site.db.row(text("SELECT 1"))
    return Response("ready\n")


@get("/metrics", include_in_schema=False)
async def metrics() -> Response[bytes]:
    """Counters and gauges for Prometheus."""
    return Response(counted(), headers={"Content-Type": CONTENT_TYPE_LATEST})


ROUTES = [health, ready, metrics]
