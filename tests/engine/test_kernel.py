"""The C++ kernel equals the readable rules: positions, legal turns, outcomes and perft."""

import random
from dataclasses import replace

import pytest

from tallyho.contract import perft
from tallyho.engine import kernel
from tallyho.games.hunt import (
    BLUE,
    KOSMOS,
    ONLINE,
    SPACE,
    Ban,
    Hunt,
    HuntDeal,
    HuntNotation,
    Position,
    Rules,
    TurnOver,
)
from tallyho.games.hunt.board import from_rows
from tallyho.play.dealer import SeededNumbers

RULE_SETS = {
    "kosmos": KOSMOS,
    "online": ONLINE,
    "custom": Rules(ban="any", end="extinct", chase=True, final=9, claim=3),
}
ROUNDS = {"kosmos": 440, "online": 440, "custom": 60}
POSITIONS = {"kosmos": 50_000, "online": 50_000, "custom": 6_000}  # at least


def test_the_kernel_is_built_here() -> None:
    assert kernel.AVAILABLE


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_kernel_walks_through_random_rounds_as_the_rules_do(name: str) -> None:
    """Every position of every round is compared: at least 100,000 of both presets together."""
    game, compared = Hunt(RULE_SETS[name]), 0
    for seed in range(ROUNDS[name]):
        compared += compare_round(game, seed)
    assert compared >= POSITIONS[name]


def compare_round(game: Hunt, seed: int) -> int:
    """Play one round on both sides; odd seeds stall, so that locks, bans and chases occur."""
    rng, deal = random.Random(seed), HuntDeal.shuffled(SeededNumbers(seed))
    position, compared = game.start(), 0
    other = kernel.KernelRound(game.rules, position)
    while True:
        legal = game.legal(position)
        assert sorted(other.legal(), key=repr) == sorted(legal, key=repr), str(position)
        assert other.position() == position._replace(trail=())
        assert other.over() == (game.outcome(position) is not None)
        compared += 1
        if not legal:
            return compared
        moves = [turn for turn in legal if not isinstance(turn, TurnOver)]
        stalls = seed % 2 == 1 and moves and rng.random() < 0.6
        event = deal.event(rng.choice(moves if stalls else legal), 0)
        position = game.play(position, event)
        other.play(event)


# A hunter on file c drives a fox up and down file h; ? leaves a way out.
CYCLE = ("h8-h5", "c8-c5", "h5-h3", "c5-c3", "h3-h8", "c3-c8")


def chase_position() -> Position:
    """The fox on h8 under the gun of the hunter on c8, each on its way round."""
    board = from_rows((".>....F", *["......."] * 5, "?......"))
    bans = (Ban(SPACE["h8"], SPACE["h3"]), Ban(SPACE["c8"], SPACE["c3"]))
    blue = (2, 5, 2, 7, 8, 7, 0)
    brown = (0, 0, 0, 0, 0, 0, 14)
    return Position(board, BLUE, (blue, brown), None, bans, 1, None)


@pytest.mark.parametrize(("cycles", "free"), [(0, True), (1, True), (2, False)])
def test_h19_the_kernel_makes_the_hunted_leave(cycles: int, free: bool) -> None:
    notation, game = HuntNotation(ONLINE), Hunt(ONLINE)
    position = chase_position()
    other = kernel.KernelRound(ONLINE, position)
    for text in CYCLE * cycles:
        event = notation.read_event(text)
        assert set(other.legal()) == set(game.legal(position))
        position = game.play(position, event)
        other.play(event)
    assert set(other.legal()) == set(game.legal(position))
    assert (notation.read_turn("h8-h5") in other.legal()) == free


MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"
FINAL = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7"


@pytest.mark.parametrize(
    ("rules", "text", "depth", "count"), [(KOSMOS, MIDDLE, 3, 14336), (ONLINE, FINAL, 3, 8232)]
)
def test_perft_of_the_kernel(rules: Rules, text: str, depth: int, count: int) -> None:
    position = HuntNotation(rules).read_position(text)
    assert kernel.KernelRound(rules, position).perft(depth) == count
    assert perft(Hunt(rules), position, depth - 1) == kernel.KernelRound(rules, position).perft(2)


def test_the_kernel_refuses_what_is_illegal_and_stays_as_it_was() -> None:
    game = Hunt(KOSMOS)
    other = kernel.KernelRound(KOSMOS, game.start())
    notation = HuntNotation()
    for text in ("e5=F", "d4-d5", "pass", "e5-e9"):
        with pytest.raises(ValueError, match="illegal turn"):
            other.play(notation.read_event(text))
    assert other.position() == game.start()


@pytest.mark.parametrize("final", [61, 99])
def test_the_longest_final_phases_fit(final: int) -> None:
    """As long as the rules allow: kernel and rules agree from the first turn to the last."""
    rules = replace(KOSMOS, final=final)
    game, rng = Hunt(rules), random.Random(final)
    position = game.start()
    while game.outcome(position) is None:
        legal = game.legal(position)
        assert set(kernel.KernelRound(rules, position).legal()) == set(legal)
        position = game.play(position, rng.choice(game.chances(position, rng.choice(legal)))[0])
    assert position.left is not None
