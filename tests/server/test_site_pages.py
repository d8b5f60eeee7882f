"""The pages of a running site: all there, in every language, without leaks, and small."""

import gzip
import html
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import catalogues
import httpx
import pytest
from litestar.connection import ASGIConnection
from sites import Site, befriend, deal

from tallyho.server.web import assets
from tallyho.server.web.error_pages import error_page
from tallyho.server.web.reading_pages import rules_text
from tallyho.server.web.texts import LANGUAGES, texts

PAGES = (
    "/",
    "/lobby",
    "/watch",
    "/leaderboard/hunt-fast",
    "/leaderboard/pegs-days",
    "/login",
    "/settings",
    "/rules/hunt",
    "/rules/pegs",
    "/fair",
    "/about",
    "/privacy",
    "/docs",
    "/offline",
    "/learn",
    "/learn/hunt",
    "/learn/pegs",
)
OWN_PAGES = ("/account", "/history", "/history?game=hunt&opponent=people&result=won")


def get(site: Site, path: str, **headers: str) -> httpx.Response:
    return site.http.get(site.address + path, headers=headers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(site: Site, language: str) -> None:
    for path in PAGES:
        answer = get(site, path, **{"Accept-Language": f"{language},xx;q=0.5"})
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith("text/html")
        assert f'<html lang="{language}"' in answer.text
        assert texts(language)("Skip to the content") in html.unescape(answer.text)
        body = answer.text.partition("<main")[2].partition("<footer")[0]
        assert "None" not in re.sub(r"<[^>]*>", "", body), path


def test_the_chosen_language_and_colours_go_before_the_browsers(site: Site) -> None:
    cookies = {"language": "fr", "theme": "dark"}
    with site.stranger() as visitor:
        visitor.cookies.update(cookies)
        text = visitor.get("/", headers={"Accept-Language": "de"}).text
    assert '<html lang="fr" data-theme="dark">' in text
    assert get(site, "/", Cookie='theme="><script>').text.startswith(
        '<!doctype html>\n<html lang="en">'
    )


@pytest.mark.parametrize("path", OWN_PAGES)
def test_own_pages_are_for_those_who_are_known(site: Site, path: str) -> None:
    stranger = get(site, path)
    assert (stranger.status_code, stranger.headers["location"]) == (302, "/login")
    assert site.guest().call("GET", path).status_code == 200
    assert site.account("Pages " + str(OWN_PAGES.index(path))).call("GET", path).status_code == 200


def test_all_links_lead_somewhere(site: Site) -> None:
    person = site.account("Crawler")
    _, other = befriend(person, site.account("Crawled"), rated=True, clock={"minutes": 5})
    other.act("resign")
    deal(person.against_computer(1))
    seen, waiting = set(), ["/", "/account", "/history"]
    while waiting:
        path = waiting.pop()
        answer = person.call("GET", path)
        seen.add(path)
        if answer.status_code == 302:
            waiting.append(answer.headers["location"])
            continue
        assert answer.status_code == 200, path
        if "text/html" in answer.headers["content-type"]:
            waiting += [link for link in set(links(answer)) if link not in {*seen, *waiting}]
    assert {"/people/Crawler", "/privacy", "/rules/pegs", "/api/me/data"} <= seen


def links(page: httpx.Response) -> Iterator[str]:
    """Everything on this site that a page names."""
    for found in re.findall(r'(?:href|src|content)="([^"]+)"', page.text):
        address = urlsplit(urljoin(str(page.url), html.unescape(found)))
        own = address.netloc == urlsplit(str(page.url)).netloc
        if own and found[0] in "/h?":
            yield address.path + (f"?{address.query}" if address.query else "")


def test_every_rule_can_be_linked_to(site: Site) -> None:
    text = get(site, "/rules/hunt").text
    assert '<h2 id="H9">' in text
    assert '<a href="#H12">H12</a>' in text
    assert [number for number, _ in rules_text("pegs", "en")[1]] == [f"P{n}" for n in range(1, 12)]
    for name, language in product(("hunt", "pegs"), LANGUAGES):
        markup, contents = rules_text(name, language)
        targets = set(re.findall(r'href="#(\w+)"', markup))
        assert targets <= {number for number, _ in contents}
        assert "style=" not in markup


def test_names_are_escaped(site: Site) -> None:
    person = site.guest()
    names = ["<b>North</b>", '"><img src=x']
    person.post("/api/games/local", {"names": names, "terms": {}})
    for path in ("/", "/history"):
        text = person.call("GET", path).text
        assert "&lt;b&gt;North" in text
        assert "<b>North" not in text
        assert "<img src=x" not in text


def test_others_see_nothing_of_local_games_and_invitations(site: Site) -> None:
    person = site.account("Secretive")
    person.post("/api/games/local", {"names": ["Hidden1", "Hidden2"], "terms": {}})
    invite = person.post("/api/games/friend", {"terms": {}})["invite"]
    for path in ("/", "/watch", "/people/Secretive"):
        text = get(site, path).text
        assert "Hidden1" not in text
        assert invite not in text


def test_your_turn_comes_first(site: Site) -> None:
    one, other = site.guest(), site.guest()
    befriend(one, other)
    befriend(other, one)
    text = one.call("GET", "/").text
    states = re.findall(r'<span class="state( mine)?">(?:Your|Their) turn', text)
    assert states == [" mine", ""]
    games = one.get("/api/me/games")["games"]
    assert {(game["to_act"], tuple(game["seats"])) for game in games} == {(0, (0,)), (0, (1,))}


@pytest.mark.parametrize(
    ("query", "count"),
    [("", 3), ("?game=pegs", 1), ("?opponent=device", 1), ("?result=won", 1), ("?result=lost", 0)],
)
def test_the_history_can_be_narrowed(site: Site, query: str, count: int) -> None:
    one, other = site.guest(), site.guest()
    _, loser = befriend(one, other)
    loser.act("resign")
    one.post("/api/games/local", {"names": ["North", "South"], "terms": {}})
    one.post("/api/games/computer", {"level": 1, "terms": {"game": "pegs"}})
    assert one.call("GET", f"/history{query}").text.count('class="game"') == count


@pytest.mark.parametrize("path", ["/nothing", "/game/nothing", "/people/nobody", "/leaderboard/x"])
def test_people_get_a_page_where_nothing_is(site: Site, path: str) -> None:
    answer = get(site, path, **{"Accept-Language": "de"})
    assert answer.status_code == 404
    assert "Hier ist nichts" in answer.text
    assert get(site, "/api/games/nothing").json()["error"] == "not-found"


def test_a_page_that_asks_nonsense_says_so(site: Site) -> None:
    answer = get(site, "/watch?before=soon")
    assert answer.status_code == 400
    assert "cannot be read" in answer.text


def test_a_site_that_is_not_built_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    scope: Any = {"type": "http", "path": "/", "headers": [], "method": "GET"}
    answer = error_page(ASGIConnection(scope), 500)
    assert answer.status_code == 503
    assert "make play" in answer.content


def test_too_many_requests_get_a_page_too(tmp_path: Path) -> None:
    site = Site(tmp_path, "--rate", "1").start()
    try:
        assert get(site, "/").status_code == 200
        page = get(site, "/about")
        assert page.status_code == 429
        assert "A little slower" in page.text
        assert page.headers["retry-after"]
        assert get(site, "/api/games").json()["error"] == "too-many"
    finally:
        site.stop()


def test_pages_are_asked_for_again_and_built_files_are_kept(site: Site) -> None:
    page = get(site, "/")
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-encoding"] in ("br", "gzip")
    for path in re.findall(r'"(/assets/built/[^"]+)"', page.text):
        assert "immutable" in get(site, path).headers["cache-control"]
    assert "immutable" not in get(site, "/assets/icon.svg").headers["cache-control"]


def test_a_match_has_a_picture_for_whoever_gets_the_link(site: Site) -> None:
    seat = site.guest().against_computer(1)
    before = get(site, f"/game/{seat.game}/picture.png")
    assert before.headers["content-type"] == "image/png"
    assert before.content.startswith(b"\x89PNG")
    deal(seat)
    text = get(site, f"/game/{seat.game}").text
    assert f'content="{site.address}/game/{seat.game}/picture.png"' in text


def test_the_app_can_be_installed(site: Site) -> None:
    about = get(site, "/app.webmanifest", **{"Accept-Language": "nl"}).json()
    assert about["lang"] == "nl"
    for icon in about["icons"]:
        assert get(site, icon["src"]).content.startswith(b"\x89PNG")
    worker = get(site, "/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert assets.fingerprint() in worker.text
    assert "/api/" not in worker.text


def scripts_of(name: str, manifest: dict[str, Any]) -> set[str]:
    """A script's file and those of everything that it imports, at once or later."""
    waiting, seen = [name], set[str]()
    while waiting:
        chunk = waiting.pop()
        seen.add(chunk)
        more = (*manifest[chunk].get("imports", ()), *manifest[chunk].get("dynamicImports", ()))
        waiting += [other for other in more if other not in seen]
    return {manifest[chunk]["file"] for chunk in seen}


def test_the_game_page_has_a_small_script() -> None:
    manifest = json.loads((assets.STATIC / "manifest.json").read_bytes())
    entries = ("src/game/main.ts", "src/frame/main.ts")
    files = set[str]().union(*(scripts_of(entry, manifest) for entry in entries))
    assert sum(len(gzip.compress((assets.STATIC / file).read_bytes())) for file in files) <= 60_000


def test_the_first_page_is_small_in_all(site: Site) -> None:
    page = get(site, "/", **{"Accept-Language": "de"})
    size = int(page.headers.get("content-length", len(page.content)))
    for path in {path for path in links(page) if path.startswith(("/assets/", "/pictures/"))}:
        answer = get(site, path)
        size += int(answer.headers.get("content-length", len(answer.content)))
    assert size <= 150_000


def said_by(*starts: str) -> set[str]:
    """The sentences of these scripts and of everything that they import."""
    said: dict[Path, set[str]] = {}
    for sentence, place in catalogues.sentences():
        said.setdefault(catalogues.ROOT / place, set()).add(sentence)
    waiting, seen = [catalogues.ROOT / "web/src" / start for start in starts], set[Path]()
    while waiting:
        file = waiting.pop()
        seen.add(file)
        for name in re.findall(r'from "(\.{1,2}/[^"?]+)"', file.read_text("utf-8")):
            found = [(file.parent / f"{name}{end}").resolve() for end in ("", ".ts")]
            waiting += [path for path in found if path.is_file() and path not in seen]
    return set[str]().union(*(said.get(file, set()) for file in seen))


@pytest.mark.parametrize("game", ["hunt", "pegs"])
def test_pages_bring_every_sentence_of_their_scripts(site: Site, game: str) -> None:
    seat = site.guest().against_computer(1, game=game)
    deal(seat)
    while seat.act("resign").status_code == 409:  # the computer may be just making its turn
        pass
    board = f"{game}/kit.ts"
    pages = {
        "/": ("site/main.ts",),
        "/lobby": ("lobby/main.ts",),
        f"/game/{seat.game}": ("game/main.ts", board),
        f"/replay/{seat.game}": ("replay/main.ts", board),
        f"/learn/{game}": ("learn/main.ts", board),
    }
    for path, scripts in pages.items():
        text = get(site, path, **{"Accept-Language": "de"}).text
        data = text.partition('id="page-data">')[2].partition("</script>")[0]
        assert said_by(*scripts) - set(json.loads(data)["texts"]) == set(), path
