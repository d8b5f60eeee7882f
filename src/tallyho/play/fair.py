"""Provably fair chance: nobody can choose a deal, and after the round anybody can recompute it.

The scheme `tallyho-fair-1` needs SHA-256 and HMAC-SHA-256 only; docs/fairness.md explains it to
players and gives every byte, fair_vectors.json holds test vectors.
"""

import hashlib
import hmac
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from tallyho.contract.errors import NotationError, TallyhoError
from tallyho.contract.game import Side

SCHEME: Final = "tallyho-fair-1"
SECRET_BYTES: Final = 32
DIGEST_BYTES: Final = 32
PLAYER_BYTES: Final = range(16, 65)
"""How many random bytes a player may give."""

MAX_GAME_ID: Final = 100
MAX_ROUND: Final = 999_999_999
PROOF_TAGS: Final = (
    "GameId",
    "Round",
    "Commitment",
    "FirstCommitment",
    "SecondCommitment",
    "FirstBytes",
    "SecondBytes",
    "Secret",
)

# What a record's tag can hold and UTF-8 can write: no control characters, no line ends, no halves
# of surrogate pairs.
_GAME_ID: Final = re.compile(f"[^\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{{1,{MAX_GAME_ID}}}")
_GAME_ID_WANTED: Final = f"1 to {MAX_GAME_ID} characters, no control characters"
_ROUND: Final = re.compile("[1-9][0-9]{0,8}")
_HEX: Final = re.compile("(?:[0-9a-f]{2})*")


class FairnessError(TallyhoError):
    """A step of the scheme that came too early, twice, or does not fit what was committed to."""

    def __init__(self, step: str, reason: str) -> None:
        super().__init__(step, reason)
        self.step = step
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.step}: {self.reason}"


def lp(part: bytes | str) -> bytes:
    """One part with its length before it, so that no two lists of parts give the same bytes."""
    data = part.encode() if isinstance(part, str) else part
    return len(data).to_bytes(4, "big") + data


def pack(*parts: bytes | str) -> bytes:
    """The parts one after another, each with its length before it; texts as UTF-8."""
    return b"".join(map(lp, parts))


def commit_secret(game_id: str, round: int, secret: bytes) -> bytes:
    """The commitment to a round's secret, published before anything else happens."""
    _check_names(game_id, round)
    _check_length("secret", secret, SECRET_BYTES)
    return hashlib.sha256(pack(SCHEME, "secret", game_id, str(round), secret)).digest()


def commit_bytes(game_id: str, round: int, commitment: bytes, side: Side, data: bytes) -> bytes:
    """A player's commitment to random bytes, made after the commitment to the secret is known."""
    _check_names(game_id, round)
    _check_length("commitment", commitment, DIGEST_BYTES)
    _check_length(f"{_label(side)} bytes", data, PLAYER_BYTES)
    text = pack(SCHEME, "player", game_id, str(round), commitment, _label(side), data)
    return hashlib.sha256(text).digest()


class HmacNumbers:
    """The numbers that a key yields, always the same ones in the same order."""

    __slots__ = ("_words",)

    def __init__(self, key: bytes) -> None:
        self._words = _words(key)

    def below(self, bound: int) -> int:
        """The next number in 0 … bound - 1; uneven leftovers at the top are thrown away."""
        if not 1 <= bound <= 2**32:
            raise FairnessError("below", f"a bound lies in 1 … 2**32, not at {bound}")
        limit = 2**32 - 2**32 % bound
        return next(word for word in self._words if word < limit) % bound


def _words(key: bytes) -> Iterator[int]:
    for block in count():
        yield from struct.unpack(">8I", hmac.digest(key, block.to_bytes(8, "big"), "sha256"))


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything that fixes the chance of one round: the secret and both players' bytes."""

    game_id: str
    round: int
    secret: bytes = field(repr=False)
    player_bytes: tuple[bytes, bytes]

    def __post_init__(self) -> None:
        _check_names(self.game_id, self.round)
        _check_length("secret", self.secret, SECRET_BYTES)
        for side in Side:
            _check_length(f"{_label(side)} bytes", self.player_bytes[side], PLAYER_BYTES)

    @property
    def commitment(self) -> bytes:
        """The commitment to the secret."""
        return commit_secret(self.game_id, self.round, self.secret)

    @property
    def player_commitments(self) -> tuple[bytes, bytes]:
        """Each player's commitment, the first side's first."""
        return self._player_commitment(Side.FIRST), self._player_commitment(Side.SECOND)

    @property
    def key(self) -> bytes:
        """The key of the round's numbers; whoever knows it knows the deal."""
        names = (SCHEME, "transcript", self.game_id, str(self.round))
        shown = (self.commitment, *self.player_commitments, *self.player_bytes)
        return hmac.digest(self.secret, pack(*names, *shown), "sha256")

    def numbers(self) -> HmacNumbers:
        """The round's numbers from the beginning."""
        return HmacNumbers(self.key)

    def _player_commitment(self, side: Side) -> bytes:
        data = self.player_bytes[side]
        return commit_bytes(self.game_id, self.round, self.commitment, side, data)


@dataclass(frozen=True, slots=True)
class Handshake:
    """The opening of a round: publish `commitment`, take both commitments, then both bytes.

    A player cannot commit before the secret's commitment is out, because it goes into the hash.
    Both players must see both commitments before they are asked for their bytes.
    Values are frozen: each step returns the next handshake and leaves this one as it was.
    """

    game_id: str
    round: int
    secret: bytes = field(repr=False)
    player_commitments: tuple[bytes | None, bytes | None] = (None, None)
    player_bytes: tuple[bytes | None, bytes | None] = (None, None)

    def __post_init__(self) -> None:
        _check_names(self.game_id, self.round)
        _check_length("secret", self.secret, SECRET_BYTES)

    @property
    def commitment(self) -> bytes:
        """The commitment to the secret, to be published first."""
        return commit_secret(self.game_id, self.round, self.secret)

    @property
    def committed(self) -> bool:
        """Whether both players have committed, so that bytes may be shown."""
        return None not in self.player_commitments

    @property
    def waiting_for(self) -> tuple[Side, ...]:
        """The sides whose commitment or, once both are in, bytes are still missing."""
        given = self.player_bytes if self.committed else self.player_commitments
        return tuple(side for side in Side if given[side] is None)

    def commit(self, side: Side, commitment: bytes) -> "Handshake":
        """Take a player's commitment; each side has one, and cannot change it."""
        step = f"{_label(side)} commitment"
        _check_length(step, commitment, DIGEST_BYTES)
        if self.player_commitments[side] is not None:
            raise FairnessError(step, "this side has already committed")
        return replace(self, player_commitments=_with(self.player_commitments, side, commitment))

    def reveal(self, side: Side, data: bytes) -> "Handshake":
        """Take a player's bytes once both have committed; they must fit the commitment."""
        step = f"{_label(side)} bytes"
        promised = self.player_commitments[side]
        if promised is None or not self.committed:
            raise FairnessError(step, "bytes are shown only after both players have committed")
        if self.player_bytes[side] is not None:
            raise FairnessError(step, "this side has already shown its bytes")
        found = commit_bytes(self.game_id, self.round, self.commitment, side, data)
        if not hmac.compare_digest(found, promised):
            raise FairnessError(step, "the bytes do not fit this side's commitment")
        return replace(self, player_bytes=_with(self.player_bytes, side, data))

    def proof(self) -> Proof:
        """The finished handshake's proof, from which the round is dealt."""
        first, second = self.player_bytes
        if first is None or second is None:
            raise FairnessError("proof", "both players must have shown their bytes")
        return Proof(self.game_id, self.round, self.secret, (first, second))


def proof_tags(proof: Proof, revealed: bool) -> dict[str, str]:
    """The proof as tags of a game record; the secret only when `revealed`, after the end."""
    digests = (proof.commitment, *proof.player_commitments, *proof.player_bytes)
    values = [proof.game_id, str(proof.round), *(digest.hex() for digest in digests)]
    if revealed:
        values.append(proof.secret.hex())
    return dict(zip(PROOF_TAGS, values, strict=False))


def proof_from_tags(tags: Mapping[str, str]) -> Proof:
    """The proof that a record's tags give, with all three commitments checked.

    Raises NotationError for a tag that is missing or malformed, FairnessError for a commitment
    that does not fit; both name the tag.
    """
    game_id = _read(tags, "GameId", _GAME_ID, _GAME_ID_WANTED)
    number = int(_read(tags, "Round", _ROUND, "a number from 1 on, of at most nine digits"))
    commitments = [_read_hex(tags, name, DIGEST_BYTES) for name in PROOF_TAGS[2:5]]
    first, second = (_read_hex(tags, name, PLAYER_BYTES) for name in PROOF_TAGS[5:7])
    secret = _read_hex(tags, "Secret", SECRET_BYTES)
    proof = Proof(game_id, number, secret, (first, second))
    found = (proof.commitment, *proof.player_commitments)
    sources = ("Secret", "FirstBytes", "SecondBytes")
    checks = zip(PROOF_TAGS[2:5], sources, commitments, found, strict=True)
    for name, source, claimed, right in checks:
        if not hmac.compare_digest(claimed, right):
            raise FairnessError(name, f"it does not fit the tag {source}")
    return proof


def _read(tags: Mapping[str, str], name: str, shape: re.Pattern[str], wanted: str) -> str:
    if name not in tags:
        raise NotationError(name, "this tag is missing, without it there is no proof")
    if not shape.fullmatch(tags[name]):
        raise NotationError(name, f"expected {wanted}")
    return tags[name]


def _read_hex(tags: Mapping[str, str], name: str, lengths: int | range) -> bytes:
    wanted = "lower-case hexadecimal digits, two for each byte"
    data = bytes.fromhex(_read(tags, name, _HEX, wanted))
    if trouble := _length_trouble(data, lengths):
        raise NotationError(name, trouble)
    return data


def _check_names(game_id: str, round: int) -> None:
    if not _GAME_ID.fullmatch(game_id):
        raise FairnessError("game id", f"expected {_GAME_ID_WANTED}")
    if not 1 <= round <= MAX_ROUND:
        raise FairnessError("round", f"rounds count from 1 to {MAX_ROUND}")


def _check_length(step: str, data: bytes, lengths: int | range) -> None:
    if trouble := _length_trouble(data, lengths):
        raise FairnessError(step, trouble)


def _length_trouble(data: bytes, lengths: int | range) -> str | None:
    allowed = range(lengths, lengths + 1) if isinstance(lengths, int) else lengths
    if len(data) in allowed:
        return None
    wanted = lengths if isinstance(lengths, int) else f"{allowed[0]} to {allowed[-1]}"
    return f"expected {wanted} bytes, not {len(data)}"


def _label(side: Side) -> str:
    return side.name.lower()


def _with(
    pair: tuple[bytes | None, bytes | None], side: Side, value: bytes
) -> tuple[bytes | None, bytes | None]:
    return (value, pair[1]) if side is Side.FIRST else (pair[0], value)
