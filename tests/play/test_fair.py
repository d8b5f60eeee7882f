"""Fair chance: module, published vectors and a plain recomputation agree; nothing can be bent."""

import hashlib
import hmac
import json
import pickle
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallyho.contract import NotationError, Numbers, Side, TallyhoError
from tallyho.play.fair import (
    PROOF_TAGS,
    FairnessError,
    Handshake,
    HmacNumbers,
    Proof,
    commit_bytes,
    commit_secret,
    lp,
    pack,
    proof_from_tags,
    proof_tags,
)

VECTORS = json.loads((files("tallyho.play") / "fair_vectors.json").read_text("utf-8"))["vectors"]
FAIRNESS_PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
BOUNDS = (1, 2, 6, 48, 1000, 3 * 2**30, 2**32)
SPACES = [file + rank for file in "bcdefgh" for rank in "2345678" if file + rank != "e5"]

SECRET = bytes(range(32))
FIRST, SECOND = b"first player's bytes", b"second player's bytes"
PROOF = Proof("game-1", 1, SECRET, (FIRST, SECOND))

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
each_side = pytest.mark.parametrize("side", Side)


# The scheme told a second time, with hashlib and hmac alone, as an outsider would write it.


def plain_recomputation(inputs):
    """Everything that a vector states, from its five inputs."""
    tag, game = b"tallyho-fair-1", inputs["game_id"].encode("utf-8")
    number = str(inputs["round"]).encode("ascii")
    secret = bytes.fromhex(inputs["secret"])
    r1, r2 = bytes.fromhex(inputs["first_bytes"]), bytes.fromhex(inputs["second_bytes"])
    c = hashlib.sha256(plain_pack(tag, b"secret", game, number, secret)).digest()
    c1 = hashlib.sha256(plain_pack(tag, b"player", game, number, c, b"first", r1)).digest()
    c2 = hashlib.sha256(plain_pack(tag, b"player", game, number, c, b"second", r2)).digest()
    transcript = plain_pack(tag, b"transcript", game, number, c, c1, c2, r1, r2)
    key = hmac.new(secret, transcript, hashlib.sha256).digest()
    return {
        "commitment": c.hex(),
        "first_commitment": c1.hex(),
        "second_commitment": c2.hex(),
        "key": key.hex(),
        **chance_of(lambda: plain_below(plain_words(key))),
    }


def plain_pack(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def plain_words(key):
    block = 0
    while True:
        digest = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def plain_below(words):
    def below(n):
        while True:
            word = next(words)
            if word < 2**32 - (2**32 % n):
                return word % n

    return below


def chance_of(fresh):
    """The numbers, the hunt's deal and the throws that each come of a fresh `below`."""
    numbers = {}
    for n in BOUNDS:
        below = fresh()
        numbers[str(n)] = [below(n) for _ in range(16)]
    return {"below": numbers, "hunt_deal": hunt_deal(fresh()), "throws": throws(fresh())}


def hunt_deal(below):
    tiles = ["B"] * 2 + ["F"] * 6 + ["L"] * 2 + ["H"] * 8 + ["P"] * 8 + ["D"] * 7 + ["T"] * 15
    for i in range(47, 0, -1):
        j = below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return {
        space: "^>v<"[below(4)] if tile == "H" else tile
        for space, tile in zip(SPACES, tiles, strict=True)
    }


def throws(below):
    return [f"{below(6) + 1}-{below(6) + 1}" for _ in range(10)]


# Module = published vectors = plain recomputation


def proof_of(vector):
    players = bytes.fromhex(vector["first_bytes"]), bytes.fromhex(vector["second_bytes"])
    return Proof(vector["game_id"], vector["round"], bytes.fromhex(vector["secret"]), players)


@each_vector
def test_published_vectors_equal_a_plain_recomputation(vector):
    assert {**vector, **plain_recomputation(vector)} == vector


@each_vector
def test_the_module_gives_the_published_commitments_and_key(vector):
    proof = proof_of(vector)
    digests = (proof.commitment, *proof.player_commitments, proof.key)
    names = ("commitment", "first_commitment", "second_commitment", "key")
    assert [digest.hex() for digest in digests] == [vector[name] for name in names]


@each_vector
def test_the_module_gives_the_published_numbers_deals_and_throws(vector):
    found = chance_of(lambda: proof_of(vector).numbers().below)
    assert {**vector, **found} == vector


def test_the_vectors_cover_what_is_easy_to_get_wrong():
    assert any(not vector["game_id"].isascii() for vector in VECTORS)
    assert any(vector["round"] > 9 for vector in VECTORS)
    assert {len(vector["first_bytes"]) // 2 for vector in VECTORS} >= {16, 64}
    assert {space for vector in VECTORS for space in vector["hunt_deal"]} == set(SPACES)


@each_vector
def test_a_bound_of_three_quarters_throws_words_away(vector):
    words = list(islice(plain_words(bytes.fromhex(vector["key"])), 16))
    assert any(word >= 3 * 2**30 for word in words)
    assert vector["below"][str(3 * 2**30)] != words


def test_the_page_on_fairness_works_out_the_first_vector():
    page, vector = FAIRNESS_PAGE.read_text("utf-8"), VECTORS[0]
    names = ("secret", "first_bytes", "second_bytes")
    results = ("commitment", "first_commitment", "second_commitment", "key")
    for name in (*names, *results, "game_id"):
        assert vector[name] in page
    assert " ".join(vector["throws"]) in page
    for word in vector["below"][str(2**32)][:2]:
        assert str(word) in page
    for file in "bcdefgh":
        faces = [vector["hunt_deal"][space] for space in SPACES if space[0] == file]
        assert f"{file}: {' '.join(faces)}\n" in page


# Byte layout


def test_a_part_is_its_length_in_four_bytes_and_then_itself():
    assert lp("dé") == b"\0\0\0\x03d\xc3\xa9"
    assert pack("a", b"") == b"\0\0\0\x01a\0\0\0\0"


@given(st.lists(st.binary(max_size=5)), st.lists(st.binary(max_size=5)))
def test_different_parts_never_pack_to_the_same_bytes(some, others):
    assert (pack(*some) == pack(*others)) == (some == others)


# Numbers


def test_numbers_are_what_the_contract_asks_for():
    numbers: Numbers = HmacNumbers(b"key")
    assert 0 <= numbers.below(6) < 6


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**32), max_size=40))
def test_numbers_stay_below_their_bounds_and_equal_the_plain_ones(key, bounds):
    numbers, below = HmacNumbers(key), plain_below(plain_words(key))
    found = [numbers.below(bound) for bound in bounds]
    assert found == [below(bound) for bound in bounds]
    assert all(0 <= number < bound for number, bound in zip(found, bounds, strict=True))


def test_a_bound_of_one_still_takes_a_word():
    one, words = HmacNumbers(b"key"), plain_words(b"key")
    assert one.below(1) == 0
    assert one.below(2**32) == list(islice(words, 2))[1]


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_bounds_outside_the_words_are_refused(bound):
    with pytest.raises(FairnessError, match=r"^below: a bound lies in 1 … 2\*\*32"):
        HmacNumbers(b"key").below(bound)


@pytest.mark.parametrize(
    "other",
    [
        Proof("game-2", 1, SECRET, (FIRST, SECOND)),
        Proof("game-1", 2, SECRET, (FIRST, SECOND)),
        Proof("game-1", 1, bytes(32), (FIRST, SECOND)),
        Proof("game-1", 1, SECRET, (SECOND, SECOND)),
        Proof("game-1", 1, SECRET, (FIRST, FIRST)),
        Proof("game-1", 1, SECRET, (SECOND, FIRST)),
    ],
)
def test_every_input_changes_the_key(other):
    assert other.key != PROOF.key


def test_the_same_bytes_give_the_two_sides_different_commitments():
    first, second = Proof("game-1", 1, SECRET, (FIRST, FIRST)).player_commitments
    assert first != second


# What may go in


@pytest.mark.parametrize("game_id", ["", "a\nb", "tab\t", "\x7f", "\u2028", "\ud800", "x" * 101])
def test_game_ids_that_no_record_could_hold_are_refused(game_id):
    with pytest.raises(FairnessError, match=r"^game id: expected 1 to 100 characters"):
        commit_secret(game_id, 1, SECRET)


@pytest.mark.parametrize("number", [0, -1, 10**9])
def test_rounds_count_from_one(number):
    with pytest.raises(FairnessError, match=r"^round: rounds count from 1"):
        commit_secret("game-1", number, SECRET)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_32_bytes(length):
    with pytest.raises(FairnessError, match=f"^secret: expected 32 bytes, not {length}$"):
        commit_secret("game-1", 1, bytes(length))


@pytest.mark.parametrize("length", [0, 15, 65])
def test_a_player_gives_16_to_64_bytes(length):
    with pytest.raises(FairnessError, match=r"^second bytes: expected 16 to 64 bytes"):
        commit_bytes("game-1", 1, PROOF.commitment, Side.SECOND, bytes(length))
    with pytest.raises(FairnessError, match=r"^first bytes: expected 16 to 64 bytes"):
        Proof("game-1", 1, SECRET, (bytes(length), SECOND))


def test_a_player_commits_to_a_whole_commitment():
    with pytest.raises(FairnessError, match=r"^commitment: expected 32 bytes, not 31$"):
        commit_bytes("game-1", 1, bytes(31), Side.FIRST, FIRST)


# The handshake


def opened():
    return Handshake("game-1", 1, SECRET)


def committed():
    first, second = PROOF.player_commitments
    return opened().commit(Side.SECOND, second).commit(Side.FIRST, first)


def test_a_handshake_in_order_ends_in_its_proof():
    done = committed().reveal(Side.FIRST, FIRST).reveal(Side.SECOND, SECOND)
    assert done.proof() == PROOF
    assert done.commitment == PROOF.commitment


def test_a_handshake_knows_whom_it_waits_for():
    first, second = PROOF.player_commitments
    steps = [opened()]
    steps.append(steps[-1].commit(Side.FIRST, first))
    steps.append(steps[-1].commit(Side.SECOND, second))
    steps.append(steps[-1].reveal(Side.SECOND, SECOND))
    steps.append(steps[-1].reveal(Side.FIRST, FIRST))
    both = (Side.FIRST, Side.SECOND)
    assert [s.waiting_for for s in steps] == [both, (Side.SECOND,), both, (Side.FIRST,), ()]


def test_a_step_leaves_the_handshake_before_it_alone():
    before = opened()
    before.commit(Side.FIRST, PROOF.player_commitments[0])
    assert before == opened()


@each_side
def test_no_bytes_are_shown_before_both_have_committed(side):
    one = opened().commit(side, PROOF.player_commitments[side])
    for early in (side, side.other):
        with pytest.raises(FairnessError, match=r"only after both players have committed$"):
            one.reveal(early, PROOF.player_bytes[early])


@each_side
def test_nobody_commits_twice(side):
    with pytest.raises(FairnessError, match=f"^{side.name.lower()} commitment: .* already"):
        committed().commit(side, bytes(32))


@each_side
def test_nobody_shows_bytes_twice(side):
    shown = committed().reveal(side, PROOF.player_bytes[side])
    with pytest.raises(FairnessError, match=f"^{side.name.lower()} bytes: .* already"):
        shown.reveal(side, PROOF.player_bytes[side])


@each_side
def test_bytes_must_fit_their_commitment(side):
    with pytest.raises(FairnessError, match=f"^{side.name.lower()} bytes: .* do not fit"):
        committed().reveal(side, PROOF.player_bytes[side.other])


def test_a_copied_commitment_cannot_be_opened():
    copied = PROOF.player_commitments[Side.FIRST]
    both = opened().commit(Side.FIRST, copied).commit(Side.SECOND, copied)
    with pytest.raises(FairnessError, match=r"^second bytes: .* do not fit"):
        both.reveal(Side.FIRST, FIRST).reveal(Side.SECOND, FIRST)


def test_a_commitment_made_for_another_secret_cannot_be_opened():
    stale = commit_bytes("game-1", 1, commit_secret("game-1", 1, bytes(32)), Side.FIRST, FIRST)
    both = opened().commit(Side.FIRST, stale).commit(Side.SECOND, bytes(32))
    with pytest.raises(FairnessError, match=r"^first bytes: .* do not fit"):
        both.reveal(Side.FIRST, FIRST)


def test_a_commitment_has_32_bytes():
    with pytest.raises(FairnessError, match=r"^first commitment: expected 32 bytes, not 5$"):
        opened().commit(Side.FIRST, b"short")


@pytest.mark.parametrize(
    "unfinished", [opened(), committed(), committed().reveal(Side.SECOND, SECOND)]
)
def test_there_is_no_proof_before_both_have_shown(unfinished):
    with pytest.raises(FairnessError, match=r"^proof: both players must have shown"):
        unfinished.proof()


def test_a_handshake_checks_its_names_and_secret():
    with pytest.raises(FairnessError, match=r"^round: "):
        Handshake("game-1", 0, SECRET)
    with pytest.raises(FairnessError, match=r"^secret: "):
        Handshake("game-1", 1, b"")


# Secrecy


@pytest.mark.parametrize("holder", [PROOF, opened(), committed(), PROOF.numbers()])
def test_nothing_prints_the_secret_or_the_key(holder):
    printed = repr(holder) + str(holder)
    for hidden in (SECRET, PROOF.key):
        assert repr(hidden)[2:-1] not in printed
        assert hidden.hex() not in printed


def test_errors_print_no_secret():
    with pytest.raises(FairnessError) as caught:
        Proof("game-1", 1, SECRET + b"!", (FIRST, SECOND))
    assert repr(SECRET)[2:-1] not in repr(caught.value)


def test_a_fairness_error_is_tallyhos_and_survives_pickling():
    error = pickle.loads(pickle.dumps(FairnessError("proof", "no")))
    assert isinstance(error, TallyhoError)
    assert (error.step, error.reason, str(error)) == ("proof", "no", "proof: no")


# Record tags

proofs = st.builds(
    Proof,
    st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=100),
    st.integers(1, 999_999_999),
    st.binary(min_size=32, max_size=32),
    st.tuples(st.binary(min_size=16, max_size=64), st.binary(min_size=16, max_size=64)),
)


@given(proofs)
def test_tags_read_back_to_the_same_proof(proof):
    assert proof_from_tags(proof_tags(proof, revealed=True)) == proof


def test_the_secret_is_a_tag_only_after_the_end():
    hidden, shown = proof_tags(PROOF, revealed=False), proof_tags(PROOF, revealed=True)
    assert tuple(shown) == PROOF_TAGS
    assert shown == {**hidden, "Secret": SECRET.hex()}
    assert SECRET.hex() not in str(hidden)


@pytest.mark.parametrize("name", PROOF_TAGS)
def test_a_missing_tag_is_named(name):
    tags = proof_tags(PROOF, revealed=True)
    del tags[name]
    with pytest.raises(NotationError, match=f"^{name}: this tag is missing"):
        proof_from_tags(tags)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GameId", ""),
        ("Round", "0"),
        ("Round", "01"),
        ("Round", "٣"),
        ("Round", "1" * 10),
        ("Commitment", "zz" * 32),
        ("Commitment", "AB" * 32),
        ("Commitment", "ab" * 31),
        ("FirstCommitment", "a" * 63),
        ("SecondCommitment", "ab " * 32),
        ("FirstBytes", "ab" * 15),
        ("SecondBytes", "ab" * 65),
        ("Secret", "ab" * 33),
        ("Secret", ""),
    ],
)
def test_a_malformed_tag_is_named(name, value):
    with pytest.raises(NotationError, match=f"^{name}: expected ") as caught:
        proof_from_tags({**proof_tags(PROOF, revealed=True), name: value})
    assert caught.value.field == name


@pytest.mark.parametrize(
    ("changed", "blamed"),
    [
        ("GameId", "Commitment"),
        ("Round", "Commitment"),
        ("Secret", "Commitment"),
        ("Commitment", "Commitment"),
        ("FirstCommitment", "FirstCommitment"),
        ("FirstBytes", "FirstCommitment"),
        ("SecondCommitment", "SecondCommitment"),
        ("SecondBytes", "SecondCommitment"),
    ],
)
def test_a_commitment_that_does_not_fit_is_named(changed, blamed):
    tags = proof_tags(PROOF, revealed=True)
    last = "2" if tags[changed][-1] == "1" else "1"
    with pytest.raises(FairnessError, match=f"^{blamed}: it does not fit") as caught:
        proof_from_tags({**tags, changed: tags[changed][:-1] + last})
    assert caught.value.step == blamed
