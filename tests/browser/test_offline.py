"""The app without a network: it says so, teaches on, and shows no old game."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import Page, expect
from sites import Site
from tables import Hunter, cell, start

KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const shelf = await caches.open(name);
        for (const request of await shelf.keys())
            kept[new URL(request.url).pathname] = await (await shelf.match(request)).text();
    }
    return kept;
}"""
READING = {"/learn", "/learn/hunt", "/learn/pegs", "/rules/hunt", "/rules/pegs"}


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
    pages = {path for path in kept if not path.startswith(("/assets/", "/pictures/"))}
    assert pages == {"/offline", *READING}
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


def test_lessons_and_rules_go_on_without_a_network(person: Callable[..., Person]) -> None:
    someone = person(locale="de")
    page = someone.page
    with_worker(page)
    someone.context.set_offline(True)
    page.goto("/leaderboard")
    page.get_by_role("main").get_by_role("link", name="Das Jagdspiel lernen").click()
    cell(page, "b8").click()
    page.get_by_role("button", name="Nächste Lektion").click()
    for space in ("b5", "h5"):
        cell(page, space).click()
    expect(page.get_by_role("button", name="Nächste Lektion")).to_be_focused()
    page.goto("/learn/pegs")
    expect(page.get_by_role("grid")).to_be_visible()
    for game, number in (("hunt", "H20"), ("pegs", "P11")):
        page.goto(f"/rules/{game}#{number}")
        expect(page.locator(f"#{number}")).to_be_in_viewport()
        assert page.locator(".text img").evaluate("(picture) => picture.naturalWidth") > 0
    page.goto("/learn")
    expect(page.get_by_text("Du hast 2 von 12 Lektionen geschafft.")).to_be_visible()


def test_what_is_kept_follows_the_language_and_names_nobody(
    person: Callable[..., Person], site: Site
) -> None:
    someone = person()
    token = site.account("Keepsake").token
    someone.context.add_cookies([{"name": "tallyho", "value": token, "url": someone.address}])
    page = someone.page
    with_worker(page)
    page.goto("/rules/hunt")
    expect(page.get_by_role("link", name="Keepsake")).to_be_visible()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.wait_for_function(f"async () => (await ({KEPT})())['/rules/pegs'].includes('lang=\"fr\"')")
    kept = page.evaluate(KEPT)
    assert [path for path in kept if "Keepsake" in kept[path]] == []
    someone.context.set_offline(True)
    page.goto("/rules/pegs")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
