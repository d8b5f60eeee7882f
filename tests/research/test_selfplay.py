"""Self-play: what a sample says, its symmetries, and folders that can be resumed."""

import json
import struct
from array import array
from itertools import pairwise
from pathlib import Path

import pytest

import tallyho.engine._kernel as kernel
from tallyho.contract import NotationError
from tallyho.engine.kernel import KernelRound
from tallyho.games.hunt import KOSMOS, NAMES, ONLINE, Hunt, HuntNotation, Rules
from tallyho.games.hunt.board import SPACES
from tallyho.research.samples import (
    SAMPLE,
    SYMMETRIES,
    batch,
    greedy_rounds,
    returns,
    searched_rounds,
)
from tallyho.research.selfplay import selfplay
from tallyho.research.weights import OLDER_FEATURES

FACES = ".?BFL^>v<PDT"
FIRST, HAS_VALUE, OVERRULED = 1, 2, 4
FLAG = SAMPLE - 1


def split(samples: bytes) -> list[bytes]:
    """The samples one by one."""
    return [samples[at : at + SAMPLE] for at in range(0, len(samples), SAMPLE)]


def board_of(sample: bytes) -> str:
    """The board's letters."""
    return "".join(FACES[face] for face in sample[:49])


def outcome_of(sample: bytes) -> int:
    """Blue's remaining difference."""
    return int(struct.unpack_from("<h", sample, 61)[0])


def facts(sample: bytes, symmetry: int = 0) -> set[int]:
    """What the network sees of a sample."""
    return set(array("i", batch(sample, bytes([symmetry]))[0]))


MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"


def test_a_sample_keeps_what_the_network_sees_of_a_position() -> None:
    position = HuntNotation().read_position(MIDDLE)
    sample = kernel.sample(KernelRound(KOSMOS, position).inner)
    assert len(sample) == SAMPLE
    assert board_of(sample) == position.board
    assert tuple(sample[52:59]) == position.bag
    assert struct.unpack_from("<Bbb", sample, 49) == (0, NAMES.index("c2"), -1)
    assert facts(sample) == set(kernel.features(KernelRound(KOSMOS, position).inner))


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)
def test_greedy_rounds_are_whole_and_outcomes_add_up(rules: Rules) -> None:
    samples = split(greedy_rounds(rules, 20, seed=3))
    assert sum(sample[FLAG] & FIRST for sample in samples) == 20
    assert samples[0][FLAG] & FIRST
    assert any(sample[FLAG] & OVERRULED for sample in samples)
    assert not any(sample[FLAG] & HAS_VALUE for sample in samples)
    for sample, later in pairwise(samples):
        if later[FLAG] & FIRST:
            assert board_of(later) == Hunt(rules).start().board
            assert abs(outcome_of(sample)) <= 10  # one turn before the end: at most a bear
        else:
            assert sample[49] != later[49]
            won = abs(outcome_of(sample) - outcome_of(later))
            fewer = sum(face != "." for face in board_of(sample) + board_of(later)) % 2
            assert (won > 0) == bool(fewer)


def test_the_same_seed_plays_the_same_rounds() -> None:
    assert greedy_rounds(KOSMOS, 5, 7) == greedy_rounds(KOSMOS, 5, 7)
    assert greedy_rounds(KOSMOS, 5, 7) != greedy_rounds(KOSMOS, 5, 8)


# Symmetry 1 swaps left and right, 2 up and down, 4 files and ranks.
@pytest.mark.parametrize(
    ("symmetry", "space", "gun"), [(1, "h2", "^"), (2, "b8", "v"), (4, "b2", ">"), (7, "h8", "<")]
)
def test_symmetries_turn_spaces_and_guns(symmetry: int, space: str, gun: str) -> None:
    text = "7/7/7/7/7/6B/^6 blue L2H7 BF6P8D7T15 - - - - 4"
    position = HuntNotation().read_position(text)
    sample = kernel.turned(kernel.sample(KernelRound(KOSMOS, position).inner), symmetry)
    assert board_of(sample)[NAMES.index(space)] == gun


def test_what_is_seen_commutes_with_the_symmetries() -> None:
    """Turn a board, then look: the same as to look and then turn the spaces of what was seen."""
    for sample in split(greedy_rounds(KOSMOS, 4, seed=2, explore=0.3))[::5]:
        for symmetry in range(SYMMETRIES):
            expected = turned_facts(facts(sample), symmetry)
            assert facts(sample, symmetry) == expected
            assert facts(kernel.turned(sample, symmetry)) == expected


def turned_facts(held: set[int], symmetry: int) -> set[int]:
    """The facts with their spaces turned; the bag and the turns left belong to no space."""
    spaceless = range(49 * 21, OLDER_FEATURES)
    turn, guns = turned_spaces(symmetry), turned_guns(symmetry)
    found = {fact for fact in held if fact in spaceless}
    for fact in held - found:
        first = spaceless.stop if fact >= spaceless.stop else 0
        row, space = divmod(fact - first, 49)
        found.add(first + 49 * (row if first else guns.get(row, row)) + turn[space])
    return found


def turned_spaces(symmetry: int) -> list[int]:
    """Where each space goes."""
    to = []
    for space in SPACES:
        file, rank = divmod(space, 7)
        file = 6 - file if symmetry & 1 else file
        rank = 6 - rank if symmetry & 2 else rank
        to.append(7 * rank + file if symmetry & 4 else 7 * file + rank)
    return to


def turned_guns(symmetry: int) -> dict[int, int]:
    """Which row of facts each gun's row becomes; up, right, down, left are rows 4 to 7."""
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    rows = {}
    for row, (right, up) in enumerate(steps, 4):
        right, up = (-right if symmetry & 1 else right), (-up if symmetry & 2 else up)
        rows[row] = 4 + steps.index((up, right) if symmetry & 4 else (right, up))
    return rows


@pytest.mark.parametrize(
    ("at", "byte", "reason"),
    [(3, 12, "tile"), (49, 2, "side"), (50, 49, "lock"), (51, 200, "turns left"), (52, 3, "bag")],
)
def test_malformed_samples_are_refused(at: int, byte: int, reason: str) -> None:
    sample = bytearray(greedy_rounds(KOSMOS, 1, 1)[:SAMPLE])
    sample[at] = byte
    with pytest.raises(ValueError, match=reason):
        batch(bytes(sample), b"\0")


def test_samples_come_whole_and_each_with_its_symmetry() -> None:
    with pytest.raises(ValueError, match="66 bytes"):
        batch(bytes(63), b"\0")
    with pytest.raises(ValueError, match="one for each"):
        batch(greedy_rounds(KOSMOS, 1, 1), b"\0")
    with pytest.raises(ValueError, match="symmetry is out of range"):
        batch(greedy_rounds(KOSMOS, 1, 1)[:SAMPLE], b"\x08")


def stream(*turns: tuple[int, int | None, int], luck: tuple[int, ...] = (0, 0, 0, 0)) -> bytes:
    """Samples of (outcome, value in points, flag), and the luck of each turn in points."""
    start = greedy_rounds(KOSMOS, 1, 1)[:59]
    return b"".join(
        start
        + struct.pack("<hhh", 64 * (value or 0), outcome, 64 * lucky)
        + bytes([flag | HAS_VALUE * (value is not None)])
        for (outcome, value, flag), lucky in zip(turns, luck, strict=True)
    )


def test_returns_mix_outcome_and_values() -> None:
    """Blue wins 5 in the first turn and brown 3 in the last: 2, then -3 twice, remain."""
    samples = stream((2, 8, FIRST), (-3, 1, 0), (-3, -1, 0), (4, None, FIRST))
    assert array("f", returns(samples, 1.0)).tolist() == [2, -3, -3, 4]
    assert array("f", returns(samples, 0.0)).tolist() == [8, 1, -1, 4]
    # -2 = (-3 - 1) / 2; -0.5 = (-2 + 1) / 2; 6.25 = (5 - 0.5 + 8) / 2
    assert array("f", returns(samples, 0.5)).tolist() == [6.25, -0.5, -2, 4]


def test_returns_leave_out_the_luck_of_the_tiles() -> None:
    """The second turn brought blue six points more than it could expect, the last one less."""
    turns = (2, 8, FIRST), (-3, 1, 0), (-3, -1, 0), (4, None, FIRST)
    samples = stream(*turns, luck=(0, 6, 0, -1))
    assert array("f", returns(samples, 1.0)).tolist() == [-4, -9, -3, 5]
    # -3.5 = (-2 - 6 + 1) / 2; 4.75 = (5 - 3.5 + 8) / 2
    assert array("f", returns(samples, 0.5)).tolist() == [4.75, -3.5, -2, 5]


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)
def test_luck_is_what_the_tile_brought_and_evens_out(rules: Rules) -> None:
    samples = split(searched_rounds(rules, None, 30, 100, 7, 0.05))
    luck = [struct.unpack_from("<h", sample, 63)[0] / 64 for sample in samples]
    turned = [
        board_of(one).count("?") > board_of(other).count("?") and not other[FLAG] & FIRST
        for one, other in pairwise(samples)
    ]
    assert all(not points for points, over in zip(luck, turned, strict=False) if not over)
    lucky = [points for points, over in zip(luck, turned, strict=False) if over]
    assert len(lucky) > 4_500
    assert max(map(abs, lucky)) > 5
    spread = (sum(points**2 for points in lucky) / len(lucky)) ** 0.5
    assert abs(sum(lucky)) / len(lucky) < 4 * spread / len(lucky) ** 0.5


def contents(folder: Path) -> dict[str, bytes]:
    """The sample files by name."""
    return {file.name: file.read_bytes() for file in folder.glob("*.samples")}


def play(out: Path, rounds: int = 30, workers: int = 1, seed: int = 5, **more: object) -> None:
    """Greedy rounds in chunks of 10."""
    options = {"nodes": 0, "chunk": 10, "seed": seed} | more
    selfplay(out=out, rounds=rounds, workers=workers, **options)  # type: ignore[arg-type] # options vary


def test_an_interrupted_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    play(tmp_path / "whole")
    play(tmp_path / "parts", rounds=20)
    assert len(contents(tmp_path / "parts")) == 2
    (tmp_path / "parts" / "5-000000.samples").unlink()
    (tmp_path / "parts" / "5-000002.samples.tmp").write_bytes(b"half written")
    play(tmp_path / "parts", workers=2)
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert len(contents(tmp_path / "whole")) == 3


def test_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    play(tmp_path)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    play(tmp_path)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before


def test_a_folder_says_how_its_rounds_were_made(tmp_path: Path) -> None:
    play(tmp_path, rules="online")
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["command"].startswith("tallyho selfplay --rounds 30 --nodes 0 --seed 5")
    assert (manifest["rules"], manifest["nodes"], manifest["weights"]) == ("online", 0, None)


@pytest.mark.parametrize(("option", "value"), [("rules", "online"), ("seed", 6), ("explore", 0.5)])
def test_different_settings_do_not_mix_in_a_folder(
    tmp_path: Path, option: str, value: object
) -> None:
    play(tmp_path)
    with pytest.raises(NotationError, match=f"another {option}"):
        play(tmp_path, **{option: value})  # type: ignore[arg-type] # options vary


@pytest.mark.parametrize(
    ("option", "value"),
    [("rounds", 0), ("workers", 0), ("seed", -1), ("nodes", -1), ("explore", 2.0), ("chunk", 0)],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, option: str, value: object) -> None:
    with pytest.raises(NotationError, match=f"{option}: must be"):
        play(tmp_path, **{option: value})  # type: ignore[arg-type] # options vary
    assert not list(tmp_path.iterdir())


def test_a_weights_file_is_checked_before_anything_is_played(tmp_path: Path) -> None:
    weights = tmp_path / "net"
    weights.write_bytes(b"nothing")
    with pytest.raises(NotationError, match="weights"):
        play(tmp_path / "out", weights=weights)
    assert not (tmp_path / "out").exists()
