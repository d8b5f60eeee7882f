"""Every page: in each language, on a phone, in light and dark, without barriers."""

import re
from collections.abc import Callable
from random import Random

import pytest
from browsers import PHONE, Person
from playwright.sync_api import Page, expect
from sites import Seat, Site, deal

from tallyho.server.web.texts import LANGUAGES, texts

READ = (
    "/",
    "/learn",
    "/learn/hunt",
    "/learn/pegs",
    "/lobby",
    "/watch",
    "/leaderboard",
    "/login",
    "/settings",
    "/rules/hunt",
    "/rules/pegs",
    "/fair",
    "/about",
    "/privacy",
    "/offline",
    "/no-such-page",
    "/game/no-such-game",
)
WORDS = r"""() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
        if (!walker.currentNode.parentElement.closest("script, code, [lang]:not(html)"))
            texts.push(walker.currentNode.data);
    for (const name of ["aria-label", "title", "placeholder"])
        for (const one of document.querySelectorAll(`body [${name}]`))
            texts.push(one.getAttribute(name));
    return texts.map((text) => text.trim().replace(/\s+/g, " ")).filter(Boolean);
}"""


def quick(legal: list[str]) -> str:
    """The turn that ends a round soonest: a tile turned over, as long as there is one."""
    return min(legal, key=len)


class Resident:
    """Somebody with an account and a match in every state."""

    def __init__(self, site: Site) -> None:
        self.visitor = site.account("Northernmost Player")
        rng = Random(3)
        waiting = self.visitor.post("/api/games/friend", {"terms": {}})["id"]
        over = self._local("hunt", quick, 60)  # into the second round
        over.act("resign")
        self.pages = (
            "/account",
            "/history",
            "/people/Northernmost%20Player",
            f"/game/{self._local('hunt', rng.choice, 50).game}",
            f"/game/{self._local('pegs', rng.choice, 20).game}",
            f"/game/{waiting}",
            f"/game/{over.game}",
            f"/replay/{over.game}",
        )

    def _local(self, game: str, choose: Callable[[list[str]], str], turns: int) -> Seat:
        """A match at one device, some turns old."""
        terms = {"names": ["W" * 20, "M" * 20], "terms": {"game": game}}  # as wide as names get
        match = self.visitor.post("/api/games/local", terms)
        seats = [Seat(self.visitor, match["id"], number) for number in match["seats"]]
        deal(*seats)
        state = seats[0].state
        for _ in range(turns):
            seat, turn = seats[state["seat_to_act"]], choose(state["legal"])
            state = seat.act("turn", state["version"], text=turn).json()["state"]
        return seats[0]


@pytest.fixture(scope="module")
def resident(site: Site) -> Resident:
    """The one whose pages are looked at."""
    return Resident(site)


def visit(person: Person, path: str) -> Page:
    """Go there and wait for what the script draws."""
    person.page.goto(path)
    if path.startswith(("/game/", "/replay/", "/learn/")) and "no-such" not in path:
        expect(person.page.locator("[role=gridcell], .invite").first).to_be_visible()
    return person.page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_barred(person: Callable[..., Person], resident: Resident, scheme: str) -> None:
    stranger, owner = person(color_scheme=scheme), person(color_scheme=scheme)
    owner.log_in(resident.visitor.token)
    found = {}
    for who, paths in ((stranger, READ), (owner, resident.pages)):
        for path in paths:
            visit(who, path)
            if barriers := who.barriers():
                found[path] = barriers
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_each_page_whole_and_in_one_language(
    person: Callable[..., Person], resident: Resident, language: str
) -> None:
    someone = person(viewport=PHONE, locale=language)
    someone.log_in(resident.visitor.token)
    is_english = left_over(language)
    wide, english = [], {}
    for path in (*READ, *resident.pages):
        page = visit(someone, path)
        assert page.locator("html").get_attribute("lang") == language
        if someone.overflows():
            wide.append(path)
        if found := sorted({text for text in page.evaluate(WORDS) if is_english(text)}):
            english[path] = found
    assert (wide, english) == ([], {})


def left_over(language: str) -> Callable[[str], bool]:
    """Whether a text is one of the English sentences that this language says otherwise."""
    sentences = texts(language).sentences
    known = set(sentences.values())
    english = {each for each, said in sentences.items() if said != each and each not in known}
    plain = {each for each in english if "{" not in each}
    gaps = [re.sub(r"\\{\w+\\}", ".+", re.escape(each)) for each in english - plain]
    pattern = re.compile("|".join(gap for gap in gaps if gap.count(" ") > 1) or "(?!)")
    return lambda text: text in plain or pattern.fullmatch(text) is not None
