"""The scribe: whatever happens in a match, its sections read back to the same events."""

import random

import pytest
from matches import NAMES, legal_turns, new_table, play_on

from tallyho.analysis.replay import entry_of, moments, replay
from tallyho.play import actions as act
from tallyho.play.actions import Seat
from tallyho.play.record import Section, read_records, write_record
from tallyho.play.scribe import record_match, rounds_of
from tallyho.terminal.table import Table

KINDS = [("hunt", "kosmos"), ("hunt", "online"), ("pegs", ""), ("pegs", "holes=8 short=yes")]


def recorded(table: Table) -> list[Section]:
    """The match's sections, written down and read again."""
    sections = record_match(table.opening, table.events, "M 1", "2024.02.29", NAMES)
    lines = [line for section in sections for line in write_record(section)]
    read = list(read_records(lines))
    assert read == sections
    return read


def events_of(section: Section) -> list[object]:
    return [moment.event for moment in moments(section, entry_of(section))]


def played_texts(table: Table) -> list[str]:
    return [event.text for event in table.events if isinstance(event, act.Played)]


def with_undo(table: Table, rng: random.Random, most: int = 10**6) -> int:
    """Random turns, many of them taken back; returns how many were."""
    taken_back = 0
    while not table.over and most:
        play_on(table, rng, most=1)
        while not table.over and table.session.undoable and rng.random() < 0.3:
            table.handle("undo")
            taken_back += 1
        most -= 1
    return taken_back


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_a_finished_match_is_one_section_for_each_round(game, rules):
    table = play_on(new_table(game, rules, 11), random.Random(11))
    sections = recorded(table)
    assert [section.tags["Round"] for section in sections] == [
        str(number) for number in range(1, table.entry.game.rounds + 1)
    ]
    texts = [table.entry.notation.write(e) for section in sections for e in events_of(section)]
    assert texts == played_texts(table)
    for section, outcome in zip(sections, table.session.outcomes, strict=True):
        assert section.tags["Termination"] == "finished"
        assert section.result == "{}-{}".format(*outcome.points)
        assert "Winner" not in section.tags


def test_two_rounds_share_the_match_and_swap_the_sides():
    first, second = recorded(play_on(new_table("hunt", seed=12), random.Random(12)))
    assert first.tags["Match"] == second.tags["Match"] == "M 1"
    assert (first.tags["Blue"], first.tags["Brown"]) == NAMES
    assert (second.tags["Brown"], second.tags["Blue"]) == NAMES


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_what_was_taken_back_is_not_recorded(game, rules):
    table = new_table(game, rules, 13)
    assert with_undo(table, random.Random(13)) > 5
    sections = recorded(table)
    assert all(section.tags["Termination"] == "finished" for section in sections)
    positions = [replay(section) for section in sections]
    assert positions[-1] == table.session.position
    assert sum(len(events_of(section)) for section in sections) < len(played_texts(table))


def test_a_takeback_of_several_turns_at_once():
    rng, table = random.Random(14), new_table("hunt", seed=14)
    while not (len(table.session.undoable) > 1 and table.session.undoable[-2].seat == 0):
        moves = [turn for turn in legal_turns(table) if len(turn) > 2]
        table.handle(rng.choice(moves or legal_turns(table)))
    before = table.session.undoable[-2].position
    for seat, action in ((Seat.FIRST, act.AskTakeback()), (Seat.SECOND, act.AcceptTakeback())):
        table._submit(action, seat)
    assert isinstance(table.events[-1], act.TookBack)
    assert table.events[-1].turns == 2
    [section] = recorded(table)
    assert replay(section) == before == table.session.position


@pytest.mark.parametrize(("game", "rules"), KINDS)
@pytest.mark.parametrize("turns", [0, 1, 7, 40])
def test_a_match_in_progress_is_recorded_so_far(game, rules, turns):
    table = new_table(game, rules, 15)
    with_undo(table, random.Random(15), most=turns)
    [section] = recorded(table)
    assert replay(section) == table.session.position
    assert (section.result, section.tags["Termination"]) == ("*", "abandoned")


@pytest.mark.parametrize("turns", [0, 1])
def test_resigning_names_the_winners_side(turns):
    table = play_on(new_table("hunt", seed=16), random.Random(16), most=turns)
    table.handle("resign")
    [section] = recorded(table)
    assert section.tags["Termination"] == "resigned"
    assert section.tags["Winner"] == ("brown" if turns == 0 else "blue")
    assert section.result == "*"
    assert len(section.turns) == turns


@pytest.mark.parametrize("turns", [0, 1])
def test_resigning_in_the_second_round_names_the_winners_side_there(turns):
    table, rng = new_table("hunt", seed=17), random.Random(17)
    while table.session.round == 1:
        play_on(table, rng, most=1)
    play_on(table, rng, most=turns)
    resigned = table.session.side_of(table.session.seat_to_act)
    table.handle("resign")
    first, second = recorded(table)
    assert first.tags["Termination"] == "finished"
    assert "Winner" not in first.tags
    assert second.tags["Termination"] == "resigned"
    assert second.tags["Winner"] == table.entry.game.sides[resigned.other]
    assert len(second.turns) == turns


def test_resigning_the_peg_game():
    table = play_on(new_table("pegs", seed=18), random.Random(18), most=3)
    resigned = table.entry.game.sides[table.session.position.to_move]
    table.handle("resign")
    [section] = recorded(table)
    assert {section.tags["Winner"], resigned} == {"white", "black"}


def test_an_agreed_draw_has_no_winner():
    table = play_on(new_table("hunt", seed=19), random.Random(19), most=4)
    table.handle("draw")
    table.handle("accept")
    [section] = recorded(table)
    assert section.tags["Termination"] == "agreed"
    assert "Winner" not in section.tags


@pytest.mark.parametrize("loser", [0, 1])
def test_a_timeout_is_recorded_with_its_winner(loser):
    table = play_on(new_table("hunt", seed=20), random.Random(20), most=4)
    table.events.append(act.Ended("timeout", Seat(1 - loser), 0))
    [section] = recorded(table)
    assert section.tags["Termination"] == "timeout"
    assert section.tags["Winner"] == ("brown", "blue")[loser]


def test_further_tags_belong_to_their_round():
    table = play_on(new_table("hunt", seed=21), random.Random(21))
    tags = {1: {"Secret": "one"}, 2: {"Secret": "two"}}
    sections = record_match(table.opening, table.events, "M", "2024.02.29", NAMES, tags)
    assert [section.tags["Secret"] for section in sections] == ["one", "two"]


def test_rounds_know_their_events_and_outcome():
    table = play_on(new_table("hunt", seed=22), random.Random(22))
    first, second = rounds_of(table.opening, table.events)
    assert (first.number, second.number) == (1, 2)
    assert (first.outcome, second.outcome) == table.session.outcomes
    assert len(first.events) + len(second.events) == len(played_texts(table))


@pytest.mark.parametrize("events", [[], [act.Ended("agreed", None, 0)]])
def test_a_match_must_have_begun(events):
    table = new_table("hunt")
    with pytest.raises(ValueError, match="begins with Began"):
        record_match(table.opening, events, "M", "2024.02.29", NAMES)
