"""People who play at a page: they know no rules, only what the board shows them as legal."""

from collections.abc import Callable
from typing import Any, Literal

from browsers import Person
from playwright.sync_api import Locator, Page, expect
from sites import Seat

Moment = Literal["turn", "break", "over"]
Hand = Callable[[Page, str], None]

MOMENT = """() => {
    if (document.querySelector(".result")) return "over";
    if (document.querySelector(".break")) return "break";
    const acts = ".board.mine, .hole.movable, .under button";
    return document.querySelector(acts) ? "turn" : "";
}"""
GLANCE = """() => {
    const spaces = [...document.querySelectorAll("[data-space]")];
    const those = (which) =>
        spaces.filter((one) => one.matches(which)).map((one) => one.dataset.space);
    return {
        hidden: those(".can:not(.movable):not(.aim)"),
        movable: those(".movable"),
        exits: those(".aim.exit"),
        prey: those(".prey"),
        aims: those(".aim"),
    };
}"""


def cell(page: Page, space: str) -> Locator:
    """A space of the tile game's board."""
    return page.locator(f'[data-space="{space}"]')


def click(page: Page, space: str) -> None:
    """With the mouse."""
    cell(page, space).click()


def tap(page: Page, space: str) -> None:
    """With a finger."""
    cell(page, space).tap()


def press(page: Page, space: str) -> None:
    """With the keyboard alone: arrow keys to the space, then Enter."""
    here = standing(page)
    while here is None:
        page.keyboard.press("Tab")
        here = standing(page)
    across = ord(space[0]) - ord(here[0])
    up = int(space[1]) - int(here[1])
    ways = [("ArrowRight" if across > 0 else "ArrowLeft", abs(across))]
    upwards = ("ArrowUp" if up > 0 else "ArrowDown", abs(up))
    # Exits are reached along their own file or rank only.
    ways.insert(0 if here[1] in "19" or space[0] in "ai" else 1, upwards)
    for key, steps in ways:
        for _ in range(steps):
            page.keyboard.press(key)
    assert standing(page) == space
    page.keyboard.press("Enter")


def standing(page: Page) -> str | None:
    """The space that has the keyboard's focus."""
    space: str | None = page.evaluate("document.activeElement.dataset.space ?? null")
    return space


def drag(page: Page, origin: str, target: str) -> None:
    """Carry a tile with the mouse held down."""
    cell(page, origin).hover()
    page.mouse.down()
    cell(page, target).hover(force=True)
    page.mouse.up()


class Player:
    """Somebody at a match; `turn` is played as the game wants it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.turns = 0

    def wait(self) -> Moment:
        """Until there is something to do, or nothing any more."""
        moment: Moment = self.page.wait_for_function(MOMENT).json_value()
        return moment

    @property
    def begins(self) -> bool:
        """Whether the page says that it is this player's turn."""
        return self.page.locator(".seat.acts .due").inner_text() == "Your turn"

    def go_on(self) -> None:
        """Begin the next round."""
        self.page.locator(".break button").click()

    def turn(self) -> None:
        """Play one turn."""
        raise NotImplementedError

    def play_out(self) -> None:
        """Everything until the end: both sides, or with the computer as the other one."""
        while (moment := self.wait()) != "over":
            if moment == "break":
                self.go_on()
            else:
                self.turn()
                self.turns += 1


class Hunter(Player):
    """Plays the tile game: takes what a look at one tile offers, else turns the next tile over."""

    def __init__(self, person: Person, hand: Hand = click, drags: bool = False) -> None:
        super().__init__(person)
        self.hand = hand
        self.drags = drags
        self.exited = 0
        self.captured = 0

    def look(self) -> dict[str, list[str]]:
        """The spaces with something to do, as the page marks them."""
        seen: dict[str, list[str]] = self.page.evaluate(GLANCE)
        return seen

    def turn(self) -> None:
        seen = self.look()
        tried, aims = "", seen
        for tried in self.worth_a_look(seen):
            self.hand(self.page, tried)
            aims = self.look()
            if aims["prey"] or aims["exits"]:
                break
        self.exited += bool(aims["exits"])
        self.captured += bool(aims["prey"] and not aims["exits"])
        if target := next(iter(aims["exits"] or aims["prey"]), None):
            self.go(tried, target)
        elif seen["hidden"]:
            self.hand(self.page, seen["hidden"][0])
        elif aims["aims"]:
            self.go(tried, aims["aims"][0])
        else:
            self.page.locator(".reason button").click()  # nothing left but to pass

    def worth_a_look(self, seen: dict[str, list[str]]) -> list[str]:
        """Every tile when no more can be turned over, otherwise another one every third turn."""
        movable = seen["movable"]
        if not seen["hidden"]:
            return movable
        return [movable[self.turns % len(movable)]] if movable and self.turns % 3 == 0 else []

    def go(self, origin: str, target: str) -> None:
        """Move the tile that is chosen; by dragging, it is let go first."""
        if not self.drags:
            return self.hand(self.page, target)
        self.page.keyboard.press("Escape")
        return drag(self.page, origin, target)


class Runner(Player):
    """Plays the peg game with the mouse: captures where the first pegs allow it."""

    def turn(self) -> None:
        movable = self.holes(".movable")
        if not movable:
            return self.page.get_by_role("button", name="End turn").click()
        for peg in movable[:3]:
            self.point(peg)
            if prey := self.holes(".target:has(.peg)"):
                return self.point(prey[0])
        return self.point(self.holes(".target")[0])

    def holes(self, which: str) -> list[str]:
        """The holes that the page marks so."""
        found: list[str] = self.page.locator(f".hole{which}").evaluate_all(
            "holes => holes.map((hole) => hole.dataset.hole)"
        )
        return found

    def point(self, hole: str) -> None:
        """Click into the middle of a hole."""
        box: Any = self.page.locator(f'[data-hole="{hole}"] .focus').evaluate(
            "(ring) => ring.getBoundingClientRect().toJSON()"
        )
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def sit_down(person: Person, seat: Seat) -> Page:
    """The browser of somebody who already has a seat."""
    person.log_in(seat.visitor.token)
    person.page.goto(f"/game/{seat.game}")
    expect(person.page.locator(".seat")).to_have_count(2)
    return person.page


def play_match(one: Player, other: Player) -> None:
    """Two people at two browsers play everything until the end."""
    one, other = in_order(one, other)
    while (moment := one.wait()) != "over":
        if moment == "break":
            one.go_on()
            other.go_on()
            one, other = in_order(one, other)
        else:
            one.turn()
            one.turns += 1
            one, other = other, one
    assert other.wait() == "over"


def in_order(one: Player, other: Player) -> tuple[Player, Player]:
    """Whoever begins first."""
    return (one, other) if one.begins else (other, one)


def start(person: Person, way: str, **choices: str) -> None:
    """A new game from the first page: `way` is the button, the choices are fields of its form."""
    page = person.page
    page.goto("/")
    if any(name.startswith(("rules", "begins")) for name in choices):
        page.locator("details.more summary").click()
    for name, value in choices.items():
        field = page.locator(f'[name="{name}"]')
        if name in ("begins", "clock"):
            field.select_option(value)
        else:
            page.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    page.get_by_role("button", name=way, exact=True).click()
    page.wait_for_url("**/game/*")
