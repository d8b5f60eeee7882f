"""The fair deal of a whole match: every round's handshake, done before the first turn.

All rounds are sealed and mixed together at the start, so that nobody has to come back between
rounds; each round's secret is opened when that round is over.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tallyho.catalog import Entry
from tallyho.contract import NotationError, Side
from tallyho.play.actions import Seat
from tallyho.play.dealer import FairDealer
from tallyho.play.fair import (
    DIGEST_BYTES,
    PLAYER_BYTES,
    SECRET_BYTES,
    Handshake,
    commit_bytes,
)

COMPUTER_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Drawer:
    """What the dealer keeps to itself: each round's secret, and the computer's bytes."""

    secrets: tuple[bytes, ...] = field(repr=False)
    computer: tuple[bytes, ...] = field(repr=False)  # empty where two people play


def new_drawer(rounds: int, with_computer: bool) -> Drawer:
    """Fresh secrets for a match."""
    computer = tuple(secrets.token_bytes(COMPUTER_BYTES) for _ in range(rounds * with_computer))
    return Drawer(tuple(secrets.token_bytes(SECRET_BYTES) for _ in range(rounds)), computer)


def side_in(round_number: int, seat: Seat) -> Side:
    """The side that a seat has in that round; sides are swapped after each."""
    return Side(seat if round_number % 2 else seat.other)


@dataclass(frozen=True, slots=True, eq=False)  # its bytes make it slow to compare and to hash
class Dealing:
    """The handshakes of all rounds, which go through their steps together."""

    hands: tuple[Handshake, ...]

    @classmethod
    def start(cls, game_id: str, drawer: Drawer) -> "Dealing":
        """The secrets are drawn and their commitments can be shown."""
        return cls(tuple(Handshake(game_id, n, s) for n, s in enumerate(drawer.secrets, 1)))

    @property
    def committed(self) -> bool:
        """Whether both players have committed, so that bytes are asked for."""
        return self.hands[0].committed

    @property
    def complete(self) -> bool:
        """Whether everything is there to deal."""
        return None not in self.hands[0].player_bytes

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose commitments or, once both are in, bytes are missing."""
        return tuple(Seat(side) for side in self.hands[0].waiting_for)  # round 1: seat is side

    def commit(self, seat: Seat, values: Sequence[str]) -> "Dealing":
        """Take a seat's commitments, one for each round."""
        digests = self._read("commitments", values, range(DIGEST_BYTES, DIGEST_BYTES + 1))
        steps = zip(self.hands, digests, strict=True)
        return replace(self, hands=tuple(h.commit(side_in(h.round, seat), d) for h, d in steps))

    def reveal(self, seat: Seat, values: Sequence[str]) -> "Dealing":
        """Take a seat's bytes, one piece for each round; all must fit their commitments."""
        shown = self._read("bytes", values, PLAYER_BYTES)
        steps = zip(self.hands, shown, strict=True)
        return replace(self, hands=tuple(h.reveal(side_in(h.round, seat), b) for h, b in steps))

    def commitments_for(self, seat: Seat, data: Sequence[bytes]) -> tuple[str, ...]:
        """What the seat has to say to commit to these bytes."""
        return tuple(
            commit_bytes(h.game_id, h.round, h.commitment, side_in(h.round, seat), piece).hex()
            for h, piece in zip(self.hands, data, strict=True)
        )

    def dealer(self, entry: Entry) -> FairDealer:
        """The dealer of the match, once the handshakes are complete."""
        dealer = FairDealer(entry.shuffle)
        for hand in self.hands:
            dealer.add(hand.proof())
        return dealer

    def _read(self, name: str, values: Sequence[str], lengths: range) -> list[bytes]:
        if len(values) != len(self.hands):
            raise NotationError(name, f"one for each of the {len(self.hands)} rounds is needed")
        try:
            pieces = [bytes.fromhex(value) for value in values]
        except ValueError:
            raise NotationError(name, "write them in hexadecimal") from None
        if any(len(piece) not in lengths for piece in pieces):
            wanted = lengths[0] if len(lengths) == 1 else f"{lengths[0]} to {lengths[-1]}"
            raise NotationError(name, f"each has {wanted} bytes")
        return pieces
