"""The app without a network: it says so, and shows nothing old."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import Page, expect
from tables import Hunter, start

KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
            kept.push(new URL(request.url).pathname);
    return kept;
}"""


def with_worker(page: Page) -> None:
    """Wait until the app's worker is in charge of the page."""
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_offline_is_said_and_no_game_is_kept(person: Callable[..., Person]) -> None:
    someone = person()
    page = someone.page
    with_worker(page)
    start(someone, "Begin")
    player = Hunter(someone)
    player.wait()
    game = page.url
    someone.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("offline")
    expect(page.locator("[data-space]")).to_have_count(0)
    kept = page.evaluate(KEPT)
    assert "/offline" in kept
    assert [path for path in kept if not path.startswith(("/assets/", "/offline"))] == []
    someone.context.set_offline(False)
    page.goto(game)
    assert player.wait() == "turn"


def test_the_worker_never_shows_an_old_game(person: Callable[..., Person]) -> None:
    someone = person()
    with_worker(someone.page)
    start(someone, "Begin")
    player = Hunter(someone)
    player.wait()
    other = someone.context.new_page()
    other.goto(someone.page.url)
    player.turn()
    player.wait()
    other.reload()
    expect(other.locator('[data-space][aria-label$="face down"]')).to_have_count(47)
