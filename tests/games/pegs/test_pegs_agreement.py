"""Two implementations of one game must agree, in every round and from every position."""

import pytest
from hypothesis import given, settings
from pegs_oracle import OracleRound
from pegs_tables import all_rules, random_round, tables

from tallyho.games.pegs import Event, Pegs, Position, Rules


def oracle(rules: Rules) -> OracleRound:
    return OracleRound(rules.holes, rules.doublets, rules.short)


@pytest.mark.parametrize("rules", all_rules(8, 9, 12), ids=str)
def test_both_agree_throughout_random_rounds(rules: Rules) -> None:
    game = Pegs(rules)
    for seed in range(8 if rules.holes == 12 else 24):
        second = oracle(rules)
        for position, event, following in random_round(game, seed):
            assert [str(turn) for turn in game.legal(position)] == second.legal()
            second.happen(str(event))
            assert str(following) == second.text()
        assert second.over()


@settings(max_examples=200, deadline=None)
@given(tables(holes=9))
def test_both_agree_from_any_position(table: tuple[Pegs, Position]) -> None:
    game, position = table
    second = oracle(game.rules)
    second.set_up(str(position))
    assert [str(turn) for turn in game.legal(position)] == second.legal()
    events: list[Event] = list(game.legal(position))
    events += [throw for throw, _ in game.chances(position)]
    for event in events:
        second.set_up(str(position))
        second.happen(str(event))
        assert str(game.play(position, event)) == second.text()
