"""The network in the kernel: what it sees, what it computes, and which files it refuses."""

import math
import random
import struct
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import replace

import pytest

import tallyho.engine._kernel as kernel
from tallyho.contract import NotationError, Side
from tallyho.engine.kernel import KernelRound
from tallyho.games.hunt import KOSMOS, ONLINE, Hunt, HuntDeal, Move, Position, Rules
from tallyho.games.hunt.board import SPACES
from tallyho.games.hunt.moves import is_threatened, ordinary_turns
from tallyho.games.hunt.tiles import BLUE, BROWN, KIND, KINDS, OWN
from tallyho.play.dealer import SeededNumbers
from tallyho.research.weights import (
    CLIP,
    DIRECT_UNIT,
    FEATURES,
    HEAD_UNIT,
    HEADS,
    HIDDEN,
    OLDER_FEATURES,
    WIDTH,
    Weights,
    pack,
    unpack,
)

FACES = "?BFL^>v<PDT"
VICTIMS = [(BLUE, "L"), (BLUE, "H"), (BLUE, "P"), (BLUE, "D")] + [(BROWN, kind) for kind in "BFPDT"]


def rounds_of(rules: Rules, count: int) -> Iterator[list[Position]]:
    """The positions of random rounds, one round after the other; half of the turns are moves."""
    game = Hunt(rules)
    for seed in range(count):
        rng, deal = random.Random(seed), HuntDeal.shuffled(SeededNumbers(seed))
        positions = [game.start()]
        while legal := game.legal(positions[-1]):
            moves = [turn for turn in legal if isinstance(turn, Move)]
            turn = rng.choice(moves if moves and rng.random() < 0.5 else legal)
            positions.append(game.play(positions[-1], deal.event(turn, 0)))
        yield positions


def inner(position: Position, rules: Rules = KOSMOS) -> kernel.Round:
    """The position in the kernel."""
    return KernelRound(rules, position).inner


def naive_features(position: Position) -> set[int]:
    """The facts that hold, straight from the definition."""
    board = position.board
    found = {49 * FACES.index(face) + space for space, face in enumerate(board) if face != "."}
    if position.lock is not None:
        found.add(539 + position.lock)
    for row, (side, letter) in enumerate(VICTIMS):
        for space in SPACES:
            if board[space] in KIND and KIND[board[space]].letter == letter:
                if is_threatened(board, space, OWN[side]):
                    found.add(588 + 49 * row + space)
    start = 1029
    for kind, count in zip(KINDS, position.bag, strict=True):
        found |= set(range(start, start + count))
        start += kind.count
    if position.left is not None:
        found.add(1077 + min(position.left, 10))
    return found | {
        1088 + 49 * row + space for row, held in enumerate(naive_reach(position)) for space in held
    }


def naive_reach(position: Position) -> list[set[int]]:
    """The later facts, a set of spaces for each, by trying a victim on every space."""
    board = position.board

    def could_capture(attackers: str, where: str, victim: str) -> set[int]:
        """Where one of these could take a victim that stood on such a space."""
        return {
            space
            for space in SPACES
            if board[space] in where
            and is_threatened(board[:space] + victim + board[space + 1 :], space, attackers)
        }

    fox, bear, gun, jack = ("F", "D"), ("B", "L"), ("^>v<", "F"), ("L", "T")
    attackers = (fox, bear, gun, jack)
    reach = [could_capture(who, where, victim) for where in "?." for who, victim in attackers]
    covered = [could_capture("B", kind, "L") for kind in "FPDT"]
    covered += [could_capture("^>v<", kind, "F") for kind in ("L", "^>v<", "P", "D")]
    stuck = {space for space in SPACES if all(board[beside] != "." for beside in neighbours(space))}
    threatened = [
        {s for s in stuck if board[s] in kind and is_threatened(board, s, OWN[side])}
        for side, kind in ((BROWN, "B"), (BROWN, "F"), (BLUE, "L"), (BLUE, "^>v<"))
    ]
    hunters = {
        turn.target
        for side in Side
        for turn in ordinary_turns(position._replace(to_move=side, lock=None, bans=(None, None)))
        if isinstance(turn, Move) and not turn.captures and board[turn.origin] in "^>v<"
        if turn.target in SPACES
    }
    return [*reach, *covered, *threatened, set(hunters)]


def neighbours(space: int) -> list[int]:
    """The spaces beside this one."""
    file, rank = divmod(space, 7)
    around = ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1))
    return [7 * f + r for f, r in around if f in range(7) and r in range(7)]


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE, Rules(final=9)], ids=str)
def test_the_kernel_sees_what_the_definition_says(rules: Rules) -> None:
    for positions in rounds_of(rules, 25):
        for position in positions:
            numbers = kernel.features(inner(position, rules))
            assert len(numbers) == len(set(numbers))
            assert set(numbers) == naive_features(position), str(position)


def some_weights(seed: int) -> Weights:
    """A random network in which both clips bind now and then."""
    rng = random.Random(seed)

    def ints(code: str, count: int, most: int) -> bytes:
        return array(code, [rng.randint(-most, most) for _ in range(count)]).tobytes()

    def floats(count: int, most: float) -> bytes:
        return array("f", [rng.uniform(-most, most) for _ in range(count)]).tobytes()

    return Weights(
        columns=ints("h", FEATURES * WIDTH, 60),
        biases=ints("h", WIDTH, 200),
        direct=ints("i", FEATURES, 5000),
        head_weights=ints("b", HEADS * HIDDEN * WIDTH, 127),
        head_biases=ints("i", HEADS * HIDDEN, 9000),
        outputs=floats(HEADS * 2 * HIDDEN, 1e-4),
        output_biases=floats(HEADS * 2, 2.0),
    )


@pytest.fixture(scope="module")
def network() -> kernel.Network:
    """The network of `some_weights`."""
    return kernel.Network(pack(some_weights(1), {"made": "at random"}))


@pytest.mark.parametrize("rules", [KOSMOS, ONLINE], ids=str)
def test_an_updated_accumulator_equals_a_fresh_one(network: kernel.Network, rules: Rules) -> None:
    for positions in rounds_of(rules, 12):
        at = network.refresh(inner(positions[0], rules))
        for position in positions:
            at = network.update(at, inner(position, rules))
            assert at.sums() == network.refresh(inner(position, rules)).sums()
        start = network.update(at, inner(positions[0], rules))  # far away is as good as near
        assert start.sums() == network.refresh(inner(positions[0], rules)).sums()


class PlainNetwork:
    """The network once more, in whole numbers and plain Python."""

    def __init__(self, weights: Weights) -> None:
        self.columns = array("h", weights.columns)
        self.biases = array("h", weights.biases)
        self.direct = array("i", weights.direct)
        self.head_weights = array("b", weights.head_weights)
        self.head_biases = array("i", weights.head_biases)
        self.outputs = array("f", weights.outputs)
        self.output_biases = array("f", weights.output_biases)

    def forecast(self, position: Position) -> tuple[float, float]:
        """Mean and spread."""
        seen = naive_features(position)
        sums = [
            self.biases[lane] + sum(self.columns[feature * WIDTH + lane] for feature in seen)
            for lane in range(WIDTH)
        ]
        active = [min(max(total // 4, 0), CLIP) for total in sums]
        down = position.face_down
        head = 4 * position.to_move + sum(down > bound for bound in (0, 7, 23))
        hidden = [self.unit(head * HIDDEN + unit, active) for unit in range(HIDDEN)]
        direct = sum(self.direct[feature] for feature in seen) / DIRECT_UNIT
        spread = math.exp(self.output(head, 1, hidden))
        return direct + self.output(head, 0, hidden), min(max(spread, 0.25), 60.0)

    def unit(self, row: int, active: list[int]) -> int:
        """One clipped sum of a head."""
        weights = self.head_weights[row * WIDTH : (row + 1) * WIDTH]
        total = self.head_biases[row] + sum(w * a for w, a in zip(weights, active, strict=True))
        return min(max(total, 0), CLIP * HEAD_UNIT)

    def output(self, head: int, which: int, hidden: list[int]) -> float:
        """One of a head's two results."""
        row = 2 * head + which
        weights = self.outputs[row * HIDDEN : (row + 1) * HIDDEN]
        terms = (w * h for w, h in zip(weights, hidden, strict=True))
        return self.output_biases[row] + sum(terms)


def test_the_forecast_equals_plain_python(network: kernel.Network) -> None:
    plain, seen_heads = PlainNetwork(some_weights(1)), set()
    for positions in rounds_of(KOSMOS, 2):
        for position in positions[::7] + positions[-11:]:
            at = network.refresh(inner(position))
            mean, spread = network.forecast(at, inner(position))
            expected = plain.forecast(position)
            assert (mean, spread) == (
                pytest.approx(expected[0], abs=1e-3),
                pytest.approx(expected[1], rel=1e-4),
            )
            seen_heads.add((position.to_move, position.face_down))
    assert {side for side, _ in seen_heads} == set(Side)


def test_the_spread_stays_within_its_bounds() -> None:
    position = inner(Hunt(KOSMOS).start())
    for bias, bound in ((-50.0, 0.25), (50.0, 60.0)):
        biases = array("f", [0.0, bias] * HEADS).tobytes()
        weights = replace(
            some_weights(2), outputs=bytes(HEADS * 2 * HIDDEN * 4), output_biases=biases
        )
        network = kernel.Network(pack(weights, {}))
        assert network.forecast(network.refresh(position), position)[1] == bound


def test_a_file_keeps_the_weights_and_where_they_come_from(network: kernel.Network) -> None:
    weights, provenance = some_weights(1), {"seed": 5, "note": "Fuchs und Jäger"}
    data = pack(weights, provenance)
    assert unpack(data) == (weights, provenance)
    assert len(data) < 3_000_000
    assert kernel.Network(data).provenance == '{"note": "Fuchs und Jäger", "seed": 5}'


def resealed(data: bytes) -> bytes:
    """The file with a checksum that fits whatever was done to it."""
    return data[:12] + struct.pack("<I", zlib.crc32(data[16:])) + data[16:]


def spoilt(data: bytes, at: int, new: bytes) -> bytes:
    """The file with other bytes at one place."""
    return data[:at] + new + data[at + len(new) :]


GOOD = pack(some_weights(3), {})
BAD_FILES = {
    "empty": (b"", "cut short"),
    "another magic": (b"X" + GOOD[1:], "no weights file"),
    "another version": (spoilt(GOOD, 8, b"\x02"), "version"),
    "a flipped bit": (spoilt(GOOD, 70_000, bytes([GOOD[70_000] ^ 1])), "checksum"),
    "cut short": (GOOD[:-1], "checksum"),
    "cut short and resealed": (resealed(GOOD[:-4]), "cut short|length"),
    "too long": (resealed(GOOD + b"1234"), "too long|length"),
    "other facts": (resealed(spoilt(GOOD, 16, b"\x46")), "shape"),
    "another width": (resealed(spoilt(GOOD, 20, b"\x81\x00")), "shape"),
    "endless provenance": (resealed(spoilt(GOOD, 32, b"\xff" * 4)), "cut short|length"),
}


def test_an_older_network_has_nothing_to_say_of_the_later_facts() -> None:
    whole = some_weights(4)
    columns, direct = (
        whole.columns[: OLDER_FEATURES * WIDTH * 2],
        whole.direct[: OLDER_FEATURES * 4],
    )
    silent = replace(
        whole,
        columns=columns.ljust(len(whole.columns), b"\0"),
        direct=direct.ljust(len(whole.direct), b"\0"),
    )
    rest = (whole.biases, direct, whole.head_weights, whole.head_biases, whole.outputs)
    arrays = b"".join([columns, *rest, whole.output_biases])
    shape = struct.pack("<5I", OLDER_FEATURES, WIDTH, HIDDEN, HEADS, 2)
    older = resealed(pack(whole, {})[:16] + shape + b"{}" + arrays)
    assert unpack(older) == (silent, {})
    one, other = kernel.Network(older), kernel.Network(pack(silent, {}))
    for position in next(rounds_of(KOSMOS, 1))[::9]:
        at, silent_at = one.refresh(inner(position)), other.refresh(inner(position))
        assert at.sums() == silent_at.sums()
        assert one.forecast(at, inner(position)) == other.forecast(silent_at, inner(position))


@pytest.mark.parametrize("name", BAD_FILES)
def test_malformed_files_are_refused(name: str) -> None:
    data, reason = BAD_FILES[name]
    with pytest.raises(ValueError, match=reason):
        kernel.Network(data)
    with pytest.raises(NotationError, match=reason):
        unpack(data)


def test_outputs_that_are_no_numbers_are_refused() -> None:
    nan = struct.pack("<f", math.nan)
    with pytest.raises(ValueError, match="out of range"):
        kernel.Network(resealed(GOOD[:-4] + nan))
