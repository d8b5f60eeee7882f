"""A real browser for the tests: Chromium by Playwright, with every complaint written down."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60_000  # milliseconds, for a machine that does other things too
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
CLUB = "club.test"  # this machine as others on its network see it: not a secure origin
# No calls home: the tests may talk to loopback addresses only.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {CLUB} 127.0.0.1",
]
# The site may be away, or refuse; that is the page's business and the tests'. On a plain
# connection browsers ignore one header, and say so.
EXPECTED = ("Failed to load resource", "WebSocket", "Cross-Origin-Opener-Policy header")

expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    program = shutil.which("chromium")
    assert program is not None, (
        "chromium is missing: `make test` installs it where there is apt-get"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Person:
    """Somebody at a browser with cookies of their own; `complaints` must stay empty."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        options = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"} | options
        self.address = address
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(base_url=address, **options)
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", self._asked)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page: Page = self.context.new_page()

    def _asked(self, request: Request) -> None:
        own = request.url.startswith((self.address, self.address.replace("http", "ws")))
        if not own and not request.url.startswith(("data:", "blob:")):
            self.complaints.append(f"asked for {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        expected = any(words in message.text for words in EXPECTED)
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{message.text} ({message.location})")

    def log_in(self, token: str) -> None:
        """Be the visitor whom the site knows by that token."""
        self.context.add_cookies([{"name": "tallyho", "value": token, "url": self.address}])

    def barriers(self) -> list[str]:
        """What axe finds on the page, one line for each rule that is broken."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{each['id']}: {each['help']}: "
            + "; ".join(node["html"][:200] for node in each["nodes"])
            for each in found["violations"]
        ]

    def overflows(self) -> bool:
        """Whether the page is wider than the window, so that it must be scrolled sideways."""
        width = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(width))

    def close(self) -> None:
        """Leave."""
        self.context.close()
