"""H16, H18 and H20: the match, the draw claim and rule sets as data."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest
from boards import board, kosmos, legal, online, play

from tallyho.contract import IllegalTurn, NotationError, Outcome, Side, total
from tallyho.games.hunt import KOSMOS, ONLINE, PRESETS, Hunt, HuntNotation, Rules


def test_h16_a_kosmos_match_has_two_rounds() -> None:
    assert kosmos.rounds == 2


def test_h16_an_online_match_has_one_round() -> None:
    assert online.rounds == 1


def test_h16_the_players_swap_colours_after_the_first_round() -> None:
    rounds = [Outcome((40, 30), (9, 8)), Outcome((20, 50), (5, 11))]
    assert total(rounds) == Outcome((90, 50), (20, 13))


@pytest.mark.parametrize(
    ("points", "tiles", "winner"),
    [
        ((50, 49), (3, 20), Side.FIRST),
        ((49, 50), (20, 3), Side.SECOND),
        ((50, 50), (12, 11), Side.FIRST),
        ((50, 50), (11, 12), Side.SECOND),
        ((50, 50), (12, 12), None),
    ],
)
def test_h16_more_points_win_then_more_tiles_else_it_is_a_draw(
    points: tuple[int, int], tiles: tuple[int, int], winner: Side | None
) -> None:
    assert Outcome(points, tiles).winner is winner


def test_h16_kosmos_the_sum_of_both_rounds_decides_and_not_the_rounds_won() -> None:
    rounds = [Outcome((31, 30), (8, 9)), Outcome((10, 60), (2, 14))]
    assert total(rounds).winner is Side.FIRST


def test_h16_kosmos_equal_points_are_decided_by_the_sum_of_tiles() -> None:
    rounds = [Outcome((40, 30), (7, 8)), Outcome((40, 30), (9, 6))]
    assert total(rounds) == Outcome((70, 70), (13, 17))
    assert total(rounds).winner is Side.SECOND


def test_h16_a_match_may_be_drawn() -> None:
    assert total([Outcome((40, 30), (9, 6)), Outcome((40, 30), (9, 6))]).winner is None


QUIET = """
    8 ? . . . . . .
    7 . . . . . . .
    6 . . . . . . .
    5 . D . F . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . . . . >
      b c d e f g h
"""


def may_claim(game: Hunt, quiet: int, announced: str | None) -> bool:
    """Whether blue's claim stands after so many turns without a turn-over."""
    turn = None if announced is None else HuntNotation(game.rules).read_turn(announced)
    try:
        game.claim(board(QUIET, "blue", quiet=quiet, blue_ban="e5>e2"), turn)
    except IllegalTurn as refused:
        if refused.rule == "H18":
            return False
        raise
    return True


@pytest.mark.parametrize(
    ("quiet", "announced", "stands"),
    [
        (0, None, False),
        (98, None, False),
        (98, "e5-e6", False),
        (98, "b8", False),
        (99, None, False),
        (99, "e5-e6", True),
        (99, "e5xc5", True),
        (99, "c5-c6", True),
        (99, "b8", False),
        (99, "e5-e2", False),
        (99, "h2-h3", False),
        (99, "e5-f6", False),
        (99, "pass", False),
        (100, None, True),
        (100, "e5-e6", True),
        (100, "b8", True),
        (101, None, True),
        (250, None, True),
    ],
)
def test_h18_online_a_claim_needs_a_hundred_turns_without_a_turn_over(
    quiet: int, announced: str | None, stands: bool
) -> None:
    assert may_claim(online, quiet, announced) == stands


def test_h18_after_a_hundred_turns_no_announcement_is_needed_so_a_wrong_one_does_no_harm() -> None:
    assert may_claim(online, 100, "h2-h3")


def test_h18_kosmos_knows_no_claim() -> None:
    assert not may_claim(kosmos, 400, None)


def test_h18_kosmos_tells_the_player_to_offer_a_draw() -> None:
    with pytest.raises(IllegalTurn, match="offer your opponent a draw"):
        kosmos.claim(board(QUIET, "blue", quiet=400))


def test_h18_a_claim_too_early_is_told_how_many_turns_are_needed() -> None:
    with pytest.raises(IllegalTurn, match=r"98 turns .* 100 are needed"):
        online.claim(board(QUIET, "blue", quiet=98))


def test_h18_the_length_is_a_rule_option() -> None:
    short = Hunt(replace(ONLINE, claim=3))
    assert [may_claim(short, quiet, None) for quiet in (5, 6)] == [False, True]


def test_h18_a_turn_counts_whoever_makes_it() -> None:
    short = Hunt(replace(ONLINE, claim=1))
    position = play(short, board(QUIET, "blue", quiet=0), "e5-e6", "h2-h3")
    assert short.claim(position) is None  # type: ignore[func-returns-value] # None is the claim's yes


def test_h18_a_turn_over_begins_the_count_anew() -> None:
    two_left = board(QUIET.replace("7 .", "7 ?"), "blue", quiet=150)
    position = play(online, two_left, "b8=T")
    with pytest.raises(IllegalTurn, match="0 turns have passed"):
        online.claim(position)


def test_h18_a_capture_does_not_begin_the_count_anew() -> None:
    assert play(online, board(QUIET, "blue", quiet=70), "e5xc5").quiet == 71


def test_h18_there_is_no_claim_in_the_final_phase() -> None:
    with pytest.raises(IllegalTurn, match="final phase") as refused:
        online.claim(board(QUIET.replace("?", "T"), "blue", left=4))
    assert refused.value.rule == "H18"


def test_h18_a_claim_changes_no_turn() -> None:
    position = board(QUIET, "blue", quiet=100)
    online.claim(position)
    assert "b8" in legal(online, position)


def test_h20_the_options_of_kosmos() -> None:
    assert Rules() == KOSMOS == Rules("own", "extinct", None, False, 2, 5)


def test_h20_the_options_of_online() -> None:
    assert Rules("any", "stuck", 50, True, 1, 5) == ONLINE


def test_h20_kosmos_is_the_default() -> None:
    assert (Hunt().rules, HuntNotation().rules) == (KOSMOS, KOSMOS)


def test_h20_the_presets_are_kosmos_and_online() -> None:
    assert PRESETS == {"kosmos": KOSMOS, "online": ONLINE}


def test_h20_rules_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        KOSMOS.final = 7  # type: ignore[misc] # that it cannot be set is the point


CUSTOM = Rules(ban="any", end="extinct", claim=20, chase=True, rounds=3, final=12)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (KOSMOS, "kosmos"),
        (ONLINE, "online"),
        (CUSTOM, "ban=any end=extinct claim=20 chase=yes rounds=3 final=12"),
        (Rules(final=6), "ban=own end=extinct claim=none chase=no rounds=2 final=6"),
    ],
)
def test_h20_a_rule_set_is_stored_as_text(rules: Rules, text: str) -> None:
    assert (Hunt(rules).rules_text, Rules.parse(text)) == (text, rules)


@pytest.mark.parametrize("option", [field.name for field in fields(Rules)])
def test_h20_every_option_can_be_combined_alone(option: str) -> None:
    rules = replace(KOSMOS, **{option: getattr(CUSTOM, option)})
    assert Rules.parse(str(rules)) == rules


def test_h20_options_left_out_are_those_of_kosmos() -> None:
    assert Rules.parse("chase=yes final=2") == replace(KOSMOS, chase=True, final=2)


def test_h20_a_combination_that_is_a_preset_has_its_name() -> None:
    assert str(Rules.parse("rounds=1 chase=yes claim=50 end=stuck ban=any")) == "online"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Kosmos",
        "kosmos ",
        "kosmos online",
        "ban=all",
        "ban=",
        "ban",
        "=own",
        "end=never",
        "claim=0",
        "claim=-1",
        "claim=05",
        "claim=1000",
        "claim=yes",
        "claim=\N{ARABIC-INDIC DIGIT FIVE}",
        "chase=true",
        "chase=Yes",
        "rounds=0",
        "rounds=10",
        "rounds=none",
        "final=0",
        "final=100",
        "final=5 final=5",
        "final=5  chase=yes",
        "final=5\n",
        "turns=5",
        "x" * 100_000,
        "final=" + "9" * 100_000,
    ],
)
def test_h20_other_texts_are_refused_as_rules(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Rules.parse(text)
    assert (refused.value.field, len(str(refused.value)) < 200) == ("rules", True)


@pytest.mark.parametrize(
    ("option", "value"),
    [("ban", "none"), ("end", ""), ("claim", 0), ("claim", 1000), ("rounds", 0), ("final", 0)],
)
def test_h20_values_that_no_game_can_have_are_refused(option: str, value: object) -> None:
    with pytest.raises(NotationError, match=option):
        Rules(**{option: value})  # type: ignore[arg-type] # wrong values are the point


def test_h20_a_custom_combination_is_played_by_its_options() -> None:
    mixed = Hunt(Rules(ban="any", end="extinct"))
    position = play(mixed, board(QUIET, "blue"), "c5-c8", "h2-h3")
    with pytest.raises(IllegalTurn, match="came from c5"):
        play(mixed, position, "c8-c5")
