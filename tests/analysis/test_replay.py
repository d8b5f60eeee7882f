"""Replaying records: legal turns give every position, the first bad one is named."""

from dataclasses import replace

import pytest
from matches import read_file

from tallyho import catalog
from tallyho.analysis.replay import ReplayError, entry_of, moments, replay
from tallyho.play.record import RecordError, RecordTurn, Section

TAGS = {
    "Game": "hunt",
    "Rules": "kosmos",
    "Date": "2024.02.29",
    "Round": "1",
    "Blue": "North",
    "Brown": "South",
    "Result": "*",
    "Termination": "abandoned",
}
PEGS_TAGS = {**TAGS, "Game": "pegs", "Rules": "default", "White": "North", "Black": "South"}


def section(*turns: str, line: int = 7, **tags: str) -> Section:
    base = PEGS_TAGS if tags.get("Game") == "pegs" else TAGS
    return Section({**base, **tags}, tuple(map(RecordTurn, turns)), line=line)


def test_a_whole_match_replays_to_its_results(record):
    for recorded in read_file(record):
        entry = entry_of(recorded)
        outcome = entry.game.outcome(replay(recorded))
        assert outcome is not None
        assert recorded.result == "{}-{}".format(*outcome.points)


def test_moments_follow_one_another(record):
    recorded = read_file(record)[0]
    entry = entry_of(recorded)
    position = entry.game.start()
    for moment in moments(recorded, entry):
        assert moment.before == position
        assert moment.turn == recorded.turns[moment.number - 1].text
        position = moment.after
    assert position == replay(recorded)


def test_one_turn_of_the_peg_game_has_several_moments():
    recorded = section("6-1:o12-c1,c1-c7", Game="pegs")
    texts = [str(moment.event) for moment in moments(recorded, entry_of(recorded))]
    assert texts == ["6-1", "o12-c1", "c1-c7"]


def test_a_round_without_turns_is_at_the_start():
    assert replay(section()) == catalog.find("hunt").game.start()


def test_the_options_of_a_rule_set_are_read():
    assert entry_of(section(Rules="ban=any final=7")).game.rules_text.startswith("ban=any")


@pytest.mark.parametrize(
    ("turns", "where", "rule"),
    [
        (("d4=F", "d4=F"), "turn 2 (d4=F)", "H4"),
        (("e4=D", "e4-e5"), "turn 2 (e4-e5)", "H9"),
        (("pass",), "turn 1 (pass)", "H13"),
    ],
)
def test_the_first_illegal_turn_is_named_with_its_rule(turns, where, rule):
    with pytest.raises(ReplayError) as caught:
        replay(section(*turns))
    assert caught.value.where == where
    assert caught.value.reason.startswith(f"{rule}: ")
    assert str(caught.value).startswith(f"the round at line 7, {where}: {rule}: ")


@pytest.mark.parametrize("turn", ["d4", "d9=F", "zz", "6-1:o12-c1"])
def test_a_turn_that_is_none_cannot_be_read(turn):
    with pytest.raises(RecordError, match=r"^line 7, column 1: in the round .* turn 2: ") as caught:
        replay(section("b2=T", turn))
    assert caught.value.field == "turn"


def test_a_play_that_is_none_cannot_be_read():
    with pytest.raises(RecordError, match="turn 1: write the throw"):
        replay(section("o12-c1", Game="pegs"))


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ({"Game": "chess"}, "the tag Game: 'chess' is none of hunt, pegs"),
        ({"Rules": "house"}, "the tag Rules: 'house' is none of kosmos"),
        ({"Rules": "final=0"}, "the tag Rules: final must be"),
        ({"Game": "pegs", "Rules": "holes=99"}, "the tag Rules: a circle has 8 to 30 holes"),
    ],
)
def test_an_unknown_game_or_rule_set_is_told_with_the_line(tags, says):
    with pytest.raises(RecordError) as caught:
        entry_of(section(**tags))
    assert str(caught.value).startswith(f"line 7, column 1: {says}")


@pytest.mark.parametrize("missing", ["Blue", "Brown"])
def test_both_players_are_needed_under_their_colours(missing):
    tags = {name: value for name, value in TAGS.items() if name != missing}
    with pytest.raises(RecordError, match=f"no tag {missing}"):
        entry_of(Section(tags))


def test_a_finished_round_must_have_ended():
    with pytest.raises(ReplayError, match="the round goes on"):
        replay(section("b2=T", Termination="finished"))


def test_a_round_that_goes_on_may_be_given_up():
    replay(section("b2=T", Termination="resigned"))


def test_the_points_must_be_those_of_the_turns(record):
    recorded = read_file(record)[0]
    wrong = replace(recorded, tags={**recorded.tags, "Result": "1-99"})
    with pytest.raises(ReplayError, match=f"Result says 1-99, the turns give {recorded.result}"):
        replay(wrong)


def test_nothing_is_played_after_the_end(records):
    recorded = read_file(records["kosmos"])[0]
    longer = replace(recorded, turns=(*recorded.turns, RecordTurn("pass")))
    with pytest.raises(ReplayError, match="H11"):
        replay(longer)
