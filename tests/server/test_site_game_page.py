"""The page of a match: what its script is told, and to whom."""

import json
import re
from typing import Any

from sites import Site

from tallyho.games.hunt.tiles import KINDS


def page_data(site: Site, game: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    with site.stranger() as client:
        answer = client.get(f"/game/{game}", headers=headers or {})
    assert answer.status_code == 200
    block = re.search(r'id="page-data">(.*?)</script>', answer.text, re.S)
    assert block is not None
    data: dict[str, Any] = json.loads(block[1])
    return data


def test_the_board_gets_the_rules_table_of_kinds(site: Site) -> None:
    seat = site.guest().against_computer()
    kinds = page_data(site, seat.game)["kinds"]
    assert [(k["letter"], k["points"], k["count"]) for k in kinds] == [
        (kind.letter, kind.points, kind.count) for kind in KINDS
    ]


def test_the_page_knows_who_looks(site: Site) -> None:
    visitor = site.guest()
    seat = visitor.against_computer()
    assert page_data(site, seat.game, visitor.headers)["match"]["seats"] == [seat.number]
    assert page_data(site, seat.game)["match"]["seats"] == []


def test_an_invitation_is_for_those_who_sit(site: Site) -> None:
    visitor = site.guest()
    match = visitor.post("/api/games/friend", {})
    own = page_data(site, match["id"], visitor.headers)["match"]["invite"]
    assert own == match["invite"]
    assert match["invite"] not in json.dumps(page_data(site, match["id"]))


def test_names_cannot_leave_the_data_block(site: Site) -> None:
    visitor = site.guest()
    names = ["</script><b>", "South"]
    match = visitor.post("/api/games/local", {"names": names, "terms": {"begins": "me"}})
    assert page_data(site, match["id"])["match"]["players"][0]["name"] == names[0]


def test_the_start_of_a_round_is_told(site: Site) -> None:
    seat = site.guest().against_computer(game="pegs")
    assert page_data(site, seat.game)["start"].startswith("wwww")
