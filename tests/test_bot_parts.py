"""The bot's parts without a site: its hand, its clock, its choice of challenges, its patience."""

import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from tallyho.bot.accept import read_accept
from tallyho.bot.hand import hand_from
from tallyho.bot.thinker import lead_in, limits_for
from tallyho.bot.wire import Backoff, Stopped, Wire
from tallyho.contract import NotationError
from tallyho.engine import Limits
from tallyho.play.fair import FairnessError


def challenge(bot: bool = False, rated: bool = False, **clock: Any) -> dict[str, Any]:
    terms = {
        "game": "hunt",
        "rules": "kosmos",
        "rated": rated,
        "clock": {"days": None, "minutes": None, **clock},
    }
    return {"terms": terms, "challenger": {"name": "North", "bot": bot}}


@pytest.mark.parametrize(
    ("words", "asked", "reason"),
    [
        ([], challenge(), None),
        (["hunt", "casual"], challenge(), None),
        (["people,live"], challenge(minutes=5), None),
        (["pegs"], challenge(), "hunt"),
        (["casual"], challenge(rated=True), "rated"),
        (["people"], challenge(bot=True), "bots"),
        (["live", "untimed"], challenge(days=2), "days"),
    ],
)
def test_words_say_which_challenges_are_taken(words, asked, reason) -> None:
    trouble = read_accept(words).trouble(asked)
    assert (trouble is None) if reason is None else (reason in str(trouble))


def test_rules_that_are_not_known_are_not_played() -> None:
    asked = challenge()
    asked["terms"]["rules"] = "house"
    assert read_accept([]).trouble(asked) is not None
    with pytest.raises(NotationError, match="'chess' is none of hunt"):
        read_accept(["hunt,chess"])


def seals(commitment: str = "ab") -> list[dict[str, Any]]:
    return [
        {"round": number, "commitment": commitment * 32, "commitments": [None, None]}
        for number in (1, 2)
    ]


def test_a_hand_gives_the_same_bytes_again_and_others_to_other_matches(tmp_path: Path) -> None:
    path = tmp_path / "seed"
    hand = hand_from(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    shown = hand.pieces("one", seals())
    assert hand_from(path).pieces("one", seals()) == shown
    assert len({*shown, *hand.pieces("other", seals())}) == 4
    assert set(hand_from(tmp_path / "seed 2").pieces("one", seals())).isdisjoint(shown)


def test_a_seal_that_changes_gets_no_bytes(tmp_path: Path) -> None:
    hand = hand_from(tmp_path / "seed")
    told = hand.commitments("one", 0, seals())

    def sealed(commitment: str) -> list[dict[str, Any]]:
        """Seat 0 is the first side in round one and the second in round two."""
        after = seals(commitment)
        after[0]["commitments"], after[1]["commitments"] = [told[0], "x"], ["x", told[1]]
        return after

    hand.check("one", 0, sealed("ab"))
    with pytest.raises(FairnessError, match="the seal of round 1 has changed"):
        hand.check("one", 0, sealed("cd"))


@pytest.mark.parametrize(
    ("left", "level", "limits"),
    [
        (None, None, Limits(movetime=1000)),
        (None, 3, Limits(level=3)),
        (300_000, 3, Limits(level=3)),
        (10_000, 3, Limits(movetime=400)),
        (10_000, None, Limits(movetime=400)),
        (-5, 3, Limits(movetime=20)),
    ],
)
def test_thinking_fits_the_clock(left, level, limits) -> None:
    assert limits_for(left, level) == limits


def test_the_lead_counts_in_the_last_round() -> None:
    points = {"points": [30, 43]}
    assert lead_in({"rounds": 2}, {"round": 1, **points}, 1) == "none"
    assert lead_in({"rounds": 2}, {"round": 2, **points}, 1) == "13"
    assert lead_in({"rounds": 2}, {"round": 2, **points}, 0) == "-13"


def test_waiting_ends_when_the_bot_is_stopped() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        Backoff(stop).wait()
    with pytest.raises(Stopped):
        Wire("http://127.0.0.1:1", "token", stop).once("GET", "/")


@pytest.mark.parametrize("site", ["play.example", "ftp://play.example", "https://", "http://x?y"])
def test_a_site_is_an_address(site: str) -> None:
    with pytest.raises(NotationError, match="site: write it like"):
        Wire(site, "token", threading.Event())
