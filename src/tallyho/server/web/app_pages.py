"""What makes the site an app that can be installed: its manifest, its worker, its offline page."""

from typing import Any

from litestar import Request, Response, get

from tallyho.server.web import assets
from tallyho.server.web.frame import page
from tallyho.server.web.texts import language_of, texts


@get("/app.webmanifest", media_type="application/manifest+json", include_in_schema=False)
async def manifest(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """How the app is called and what it looks like."""
    language = language_of(request)
    t = texts(language)
    sizes = ((192, "any"), (512, "any"), (512, "maskable"))
    about = {
        "name": "Tallyho",
        "short_name": "Tallyho",
        "description": t("The tile game and the peg game called Tally Ho!, to play and to learn."),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e4",
        "theme_color": "#2f5d3c",
        "icons": [_icon(size, purpose) for size, purpose in sizes],
        "shortcuts": [
            {"name": t("Lobby"), "url": "/lobby"},
            {"name": t("Learn"), "url": "/learn"},
        ],
    }
    headers = {"Vary": "Cookie, Accept-Language", "Cache-Control": "no-cache"}
    return Response(about, headers=headers)


def _icon(size: int, purpose: str) -> dict[str, str]:
    name = f"icon-{size}" if purpose == "any" else f"icon-{purpose}-{size}"
    return {
        "src": f"/assets/{name}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@get("/worker.js", media_type="text/javascript", include_in_schema=False)
async def worker() -> Response[str]:
    """The service worker; a new build makes it a new one, and a new one fills its shelf anew."""
    script = (assets.STATIC / "worker.js").read_text("utf-8")
    text = f'const BUILD = "{assets.fingerprint()}";\n{script}'
    return Response(text, headers={"Cache-Control": "no-cache"})


@get("/offline", include_in_schema=False)
async def offline(request: Request[Any, Any, Any]) -> Response[str]:
    """What the worker shows when the site cannot be reached."""
    return page(request, "offline.html")


ROUTES = [manifest, worker, offline]
