"""Who may do what at a match: those who watch, those who were not invited."""

from collections.abc import Callable

from browsers import Person
from playwright.sync_api import expect
from sites import Site, friends
from tables import cell

TURN = """async ({game, version}) => (await fetch(`/api/games/${game}/actions`, {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify({do: "turn", text: "b8", version, id: "mine", seat: 0}),
})).status"""
GUEST = """fetch("/api/guests", {
    method: "POST", headers: {"Content-Type": "application/json"}, body: "{}",
})"""


def test_a_spectator_sees_every_turn_and_has_no_controls(
    person: Callable[..., Person], site: Site
) -> None:
    north, south = friends(site)
    page = person().page
    page.goto(f"/game/{north.game}")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    for seat, space in ((north, "d4"), (south, "f6")):
        expect(cell(page, space)).to_have_accessible_name(f"{space}, face down")
        assert seat.act("turn", text=space).status_code == 200
        expect(cell(page, space)).not_to_have_accessible_name(f"{space}, face down")
    assert page.locator(".can, .movable").count() == 0
    for control in ("Resign", "Offer a draw", "Take back"):
        expect(page.get_by_role("button", name=control)).to_have_count(0)
    cell(page, "b8").click()
    expect(cell(page, "b8")).to_have_accessible_name("b8, face down")


def test_a_stranger_is_refused_and_changes_nothing(
    person: Callable[..., Person], site: Site
) -> None:
    north, _ = friends(site)
    page = person().page
    page.goto(f"/game/{north.game}")
    before = north.state
    wish = {"game": north.game, "version": before["version"]}
    assert page.evaluate(TURN, wish) == 401
    page.evaluate(GUEST)
    assert page.evaluate(TURN, wish) == 403
    assert north.state == before


def test_an_invitation_works_once(person: Callable[..., Person], site: Site) -> None:
    host = site.guest()
    match = host.post("/api/games/friend", {"terms": {}})
    link = f"/game/{match['id']}#{match['invite']}"
    friend, late = person(), person()
    friend.page.goto(link)
    late.page.goto(link)
    friend.page.get_by_role("button", name="Sit down and play").click()
    expect(friend.page.locator(".seat")).to_have_count(2)
    expect(late.page.get_by_text("You are watching.")).to_be_visible()
    with site.stranger() as stranger:
        stranger.post("/api/guests", json={})
        answer = stranger.post(f"/api/games/{match['id']}/join", json={"invite": match["invite"]})
    assert answer.status_code in (403, 409)
    late.page.goto("/")
    late.page.goto(link)
    expect(late.page.get_by_text("You are watching.")).to_be_visible()
