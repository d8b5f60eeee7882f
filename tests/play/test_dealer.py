"""Dealers: fair, scripted and replayed; and that the games deal what the test vectors say."""

import json
from importlib import resources
from typing import Any

import pytest

from tallyho import catalog
from tallyho.contract import NotNow
from tallyho.games import hunt, pegs
from tallyho.play.dealer import (
    FairDealer,
    ReplayedDealer,
    ScriptedDealer,
    SeededNumbers,
    fair_dealer_here,
)
from tallyho.play.fair import HmacNumbers, Proof

VECTORS: list[dict[str, Any]] = json.loads(
    resources.files("tallyho.play").joinpath("fair_vectors.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_tile_game_deals_what_the_vectors_say(vector: dict[str, Any]) -> None:
    deal = hunt.HuntDeal.shuffled(HmacNumbers(bytes.fromhex(vector["key"])))
    assert {name: deal.face(hunt.SPACE[name]) for name in vector["hunt_deal"]} == vector[
        "hunt_deal"
    ]


@pytest.mark.parametrize("vector", VECTORS)
def test_the_peg_game_throws_what_the_vectors_say(vector: dict[str, Any]) -> None:
    entry = catalog.find("pegs")
    deal = pegs.PegsDeal(HmacNumbers(bytes.fromhex(vector["key"])))
    throws = [entry.notation.write(deal.event(None, n)) for n in range(len(vector["throws"]))]
    assert throws == vector["throws"]


def test_a_fair_dealer_deals_only_rounds_whose_proof_is_complete() -> None:
    dealer = FairDealer(hunt.HuntDeal.shuffled)
    with pytest.raises(NotNow, match="round 1 is not dealt yet"):
        dealer.deal(1)
    dealer.add(Proof("game", 1, bytes(32), (bytes(16), bytes(16))))
    assert dealer.deal(1) is dealer.deal(1)
    with pytest.raises(NotNow, match="dealt already"):
        dealer.add(Proof("game", 1, bytes(range(32)), (bytes(16), bytes(16))))


def test_a_fair_dealer_here_deals_every_round_differently() -> None:
    dealer = fair_dealer_here(hunt.HuntDeal.shuffled, "game", 2)
    one, two = (
        [dealer.deal(number).face(space) for space in hunt.SPACE.values() if space < 49]  # type: ignore[attr-defined] # both are HuntDeals
        for number in (1, 2)
    )
    assert one != two
    assert dealer.proof(1).commitment != dealer.proof(2).commitment


def test_a_scripted_dealer_gives_a_duplicate_match_the_same_deal_twice() -> None:
    deal = hunt.HuntDeal.shuffled(SeededNumbers("duplicate"))
    dealer = ScriptedDealer([deal])
    assert dealer.deal(1) is dealer.deal(2) is deal


def test_a_scripted_dealer_needs_a_deal() -> None:
    with pytest.raises(ValueError, match="at least one"):
        ScriptedDealer([])


def test_a_replayed_dealer_gives_the_recorded_events_in_order_and_then_refuses() -> None:
    entry = catalog.find("pegs")
    throws = [entry.notation.read_event(text) for text in ("6-1", "3-4")]
    dealer = ReplayedDealer([throws])
    assert [dealer.deal(1).event(None, nth) for nth in (0, 1)] == throws
    with pytest.raises(NotNow, match="the record ends here"):
        dealer.deal(1).event(None, 2)
    with pytest.raises(NotNow, match="no round 2"):
        dealer.deal(2)
