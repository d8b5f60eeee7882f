"""The page to look back at: for matches that are over, with everything that the proof needs."""

import random
import re

import httpx
import msgspec
from sites import Seat, Site, friends


def page_data(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', text, re.S)
    assert found
    data: dict[str, object] = msgspec.json.decode(found[1])
    return data


def resigned(site: Site, game: str, turns: int) -> Seat:
    """A match that somebody gave up after some turns."""
    seats, rng = friends(site, game=game), random.Random(7)
    for _ in range(turns):
        state = seats[0].state
        seats[state["seat_to_act"]].play(rng, state)
    assert seats[0].act("resign").is_success
    return seats[0]


def test_a_match_that_goes_on_is_watched_at_its_board(site: Site) -> None:
    seat, _ = friends(site)
    answer = httpx.get(f"{site.address}/replay/{seat.game}")
    assert answer.is_redirect
    assert answer.headers["location"] == f"/game/{seat.game}"


def test_the_page_has_all_moments_and_the_opened_secrets(site: Site) -> None:
    for game in ("hunt", "pegs"):
        seat = resigned(site, game, turns=4)
        data = page_data(httpx.get(f"{site.address}/replay/{seat.game}").text)
        assert data["moments"] == seat.visitor.get(f"{seat.path}/moments")
        match = msgspec.convert(data["match"], dict)
        assert all(seal["secret"] for seal in match["state"]["seals"])
        assert match["seats"] == []


def test_there_is_nothing_to_look_back_at(site: Site) -> None:
    assert httpx.get(f"{site.address}/replay/nowhere").status_code == 404
