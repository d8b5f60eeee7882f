"""The C++ kernel equals the readable rules of the peg game: positions, turns, ends, evaluation."""

import random
from collections.abc import Iterator

import pytest

from tallyho.contract import CHANCE
from tallyho.engine.pegs_evaluation import evaluate
from tallyho.engine.pegs_kernel import KernelRound
from tallyho.games.pegs import Event, Pegs, PegsNotation, Position, Rules

RULE_SETS = [
    Rules(),
    Rules(doublets="plain"),
    Rules(doublets="double", short=True),
    Rules(holes=8, short=True),
    Rules(holes=9),
    Rules(holes=30, doublets="opposites", short=True),
]
ROUNDS = 30
POSITIONS = 5000  # at least, in each rule set


def events(game: Pegs, position: Position) -> list[Event]:
    """Everything that can happen next."""
    if game.to_act(position) is CHANCE:
        return [throw for throw, _ in game.chances(position)]
    return list(game.legal(position))


def walk(game: Pegs, seed: int) -> Iterator[tuple[Position, Event | None]]:
    """A random round: each position with the event that follows, None after the last."""
    chance, position = random.Random(seed), game.start()
    while following := events(game, position):
        event = chance.choice(following)
        yield position, event
        position = game.play(position, event)
    yield position, None


def compare_round(game: Pegs, seed: int) -> int:
    """Play one round on both sides; returns how many positions were compared."""
    other, compared = KernelRound(game.rules, game.start()), 0
    for position, event in walk(game, seed):
        assert other.position() == position
        assert set(other.legal()) == set(game.legal(position)), str(position)
        assert len(other.legal()) == len(game.legal(position))
        assert other.over() == (game.outcome(position) is not None)
        compared += 1
        if event is not None:
            other.play(event)
    return compared


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_the_kernel_walks_through_random_rounds_as_the_rules_do(rules: Rules) -> None:
    game = Pegs(rules)
    assert sum(compare_round(game, seed) for seed in range(ROUNDS)) >= POSITIONS


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_every_event_of_a_position_leads_to_the_same_place(rules: Rules) -> None:
    game, chance = Pegs(rules), random.Random(5)
    for position, _ in walk(game, 99):
        if chance.random() < 0.9:
            continue
        for event in events(game, position):
            other = KernelRound(rules, position)
            other.play(event)
            assert other.position() == game.play(position, event), f"{position} {event}"


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_both_evaluations_say_the_same(rules: Rules) -> None:
    game = Pegs(rules)
    for position, _ in walk(game, 3):
        if game.to_act(position) is CHANCE:
            assert KernelRound(rules, position).value() == pytest.approx(
                evaluate(rules, position), abs=1e-4
            )


@pytest.mark.parametrize("text", ["o1-o2", "end", "o12-c2", "o12xc1", "i12-c1"])
def test_the_kernel_refuses_what_is_illegal_and_stays_as_it_was(text: str) -> None:
    game = Pegs()
    thrown = PegsNotation().read_position("wwwwwwwwwwww/............/bbbbbbbbbbbb white 16")
    other = KernelRound(game.rules, thrown)
    with pytest.raises(ValueError, match="illegal play"):
        other.play(PegsNotation().read_turn(text))
    assert other.position() == thrown


def test_the_kernel_refuses_a_throw_that_is_not_due() -> None:
    other = KernelRound(Rules(), Pegs().start())
    other.play(PegsNotation().read_event("1-1"))
    with pytest.raises(ValueError, match="no throw is due"):
        other.play(PegsNotation().read_event("1-1"))
