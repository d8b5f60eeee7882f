"""Dealers: the only source of chance. Fair for people, scripted for tests, replayed from records.

A dealer holds the deal of every round of one match. How numbers become a deal is each game's own
matter: a dealer is given the game's function for it, such as `HuntDeal.shuffled`.
"""

import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tallyho.contract import Deal, NotNow, Numbers
from tallyho.play.fair import SECRET_BYTES, Proof

Shuffle = Callable[[Numbers], Deal[Any, Any]]


class Dealer(Protocol):
    """Holds each round's deal."""

    def deal(self, round_number: int) -> Deal[Any, Any]:
        """The deal of that round, counted from 1."""


class FairDealer:
    """Deals each round from a proof that both players had a hand in."""

    def __init__(self, shuffle: Shuffle) -> None:
        self._shuffle = shuffle
        self._proofs: dict[int, Proof] = {}
        self._deals: dict[int, Deal[Any, Any]] = {}

    def add(self, proof: Proof) -> None:
        """Take the proof of a round whose handshake is complete; it cannot be exchanged."""
        if proof.round in self._proofs:
            raise NotNow(f"round {proof.round} is dealt already")
        self._proofs[proof.round] = proof
        self._deals[proof.round] = self._shuffle(proof.numbers())

    def deal(self, round_number: int) -> Deal[Any, Any]:
        """The round's deal; NotNow while the players have not shown their bytes."""
        if round_number not in self._deals:
            raise NotNow(f"round {round_number} is not dealt yet")
        return self._deals[round_number]

    def proof(self, round_number: int) -> Proof:
        """The round's proof, to be published when the round is over."""
        return self._proofs[round_number]


def fair_dealer_here(shuffle: Shuffle, game_id: str, rounds: int) -> FairDealer:
    """A fair dealer for people at one device, who leave their random bytes to this machine."""
    dealer = FairDealer(shuffle)
    for number in range(1, rounds + 1):
        player_bytes = (secrets.token_bytes(32), secrets.token_bytes(32))
        dealer.add(Proof(game_id, number, secrets.token_bytes(SECRET_BYTES), player_bytes))
    return dealer


class ScriptedDealer:
    """Deals what it is told: one deal for each round, the last one for all rounds after it.

    A duplicate match gives both rounds, or two matches with seats exchanged, the same deal.
    """

    def __init__(self, deals: Sequence[Deal[Any, Any]]) -> None:
        if not deals:
            raise ValueError("a scripted dealer needs at least one deal")
        self._deals = tuple(deals)

    def deal(self, round_number: int) -> Deal[Any, Any]:
        """The round's deal."""
        return self._deals[min(round_number, len(self._deals)) - 1]


class SeededNumbers:
    """Repeatable numbers for scripted deals; never for play between people."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        """The next number in 0 … bound - 1."""
        return self._random.randrange(bound)


class ReplayedDealer:
    """Deals again what a record says came up, round by round."""

    def __init__(self, rounds: Sequence[Sequence[Any]]) -> None:
        """`rounds` lists the chance events of each round in order."""
        self._deals = tuple(ReplayedDeal(events) for events in rounds)

    def deal(self, round_number: int) -> Deal[Any, Any]:
        """The round's recorded deal; NotNow past the end of the record."""
        if not 1 <= round_number <= len(self._deals):
            raise NotNow(f"the record has no round {round_number}")
        return self._deals[round_number - 1]


class ReplayedDeal:
    """The chance events of one recorded round."""

    def __init__(self, events: Sequence[Any]) -> None:
        self._events = tuple(events)

    def event(self, turn: Any, nth: int) -> Any:
        """The recorded event number `nth`, which the caller must have made the same turn for."""
        if not 0 <= nth < len(self._events):
            raise NotNow("the record ends here")
        return self._events[nth]
