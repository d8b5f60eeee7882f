"""The table for two people at one keyboard: whole matches, undo, refusals, draws and records."""

import random
import re

import pytest
from matches import NAMES, legal_turns, new_table, play_on, printed, read_file, seeded_dealer

from tallyho import catalog
from tallyho.analysis.replay import replay
from tallyho.analysis.verify import verify
from tallyho.contract import NotationError
from tallyho.play import actions as act
from tallyho.terminal.table import Table, play_at_terminal

KINDS = [("hunt", "kosmos"), ("hunt", "online"), ("pegs", ""), ("pegs", "holes=8 short=yes")]


def state(table):
    return table.session, list(table.events)


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_two_people_finish_a_match_and_its_record_fits(game, rules, tmp_path):
    table = play_on(new_table(game, rules, 3), random.Random(3))
    assert table.session.ended.termination == "finished"
    assert len(table.session.outcomes) == table.entry.game.rounds
    table.save(str(tmp_path / "match.thn"))
    sections = read_file(tmp_path / "match.thn")
    assert len(sections) == table.entry.game.rounds
    for section, outcome in zip(sections, table.session.outcomes, strict=True):
        assert section.tags["Termination"] == "finished"
        assert section.result == "{}-{}".format(*outcome.points)
        assert verify(section).fair
        assert verify(section).checked >= 48


def test_the_match_is_told_round_by_round():
    table = play_on(new_table("hunt", "kosmos", 4), random.Random(4))
    text = printed(table)
    first, second = (outcome.points for outcome in table.session.outcomes)
    assert f"Round 1 is over: blue {first[0]}, brown {first[1]}" in text
    assert "Round 2 of 2" in text
    assert f"Round 2 is over: blue {second[0]}, brown {second[1]}" in text
    assert f"North {first[0] + second[1]}, {NAMES[1]} {first[1] + second[0]}" in text
    assert "The match is over (finished)" in text


def test_players_swap_sides_after_a_round():
    table = new_table("hunt", "kosmos", 4)
    assert table.prompt() == "North (blue) > "
    rng = random.Random(4)
    while table.session.round == 1:
        play_on(table, rng, most=1)
    assert table.prompt() == f"{NAMES[1]} (blue) > "


def test_the_last_board_of_a_round_is_shown_before_the_next_one():
    table = new_table("hunt", "kosmos", 4)
    rng = random.Random(4)
    while table.session.round == 1:
        printed(table)
        play_on(table, rng, most=1)
    before, after = printed(table).split("Round 1 is over")
    assert "░░░" not in before
    assert after.count("░░░") == 48


def test_the_seal_is_told_and_is_the_records_commitment(tmp_path):
    table = new_table("hunt", "online", 5)
    seal = re.search("sealed: ([0-9a-f]{64})", printed(table))[1]
    play_on(table, random.Random(5)).save(str(tmp_path / "match.thn"))
    [section] = read_file(tmp_path / "match.thn")
    assert section.tags["Commitment"] == seal


# Undo


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_undo_never_crosses_a_turn_over_or_a_throw(game, rules):
    rng = random.Random(6)
    table = new_table(game, rules, 6)
    taken_back = 0
    for _ in range(400):
        if table.over:
            break
        before = table.session
        table.handle(rng.choice(legal_turns(table)))
        played = table.session
        table.handle("undo")
        if played.dealt == before.dealt and played.round == before.round and not played.ended:
            assert table.session.position == before.position
            assert table.session.seat_to_act == before.seat_to_act
            taken_back += 1
            table.handle(rng.choice(legal_turns(table)))
        else:
            assert table.session == played
    assert taken_back > 10


def test_undo_goes_back_turn_by_turn_as_far_as_the_last_turn_over():
    rng = random.Random(7)
    table = new_table("hunt", "kosmos", 7)
    seen = [table.session.position]
    while len(seen) < 4 or "?" not in table.session.position.board:
        moves = [turn for turn in legal_turns(table) if len(turn) > 2]
        turn = rng.choice(moves or legal_turns(table))
        table.handle(turn)
        seen = [*seen, table.session.position] if moves else [table.session.position]
    for position in reversed(seen[:-1]):
        table.handle("undo")
        assert table.session.position == position
    printed(table)
    table.handle("undo")
    assert printed(table).startswith("Nothing to take back")
    assert table.session.position == seen[0]


def test_there_is_nothing_to_undo_at_the_start():
    table = new_table("hunt")
    before = state(table)
    table.handle("undo")
    assert state(table) == before


# Refusals

REFUSED = ["d9", "D4", "d4=F", "d4-d5", "d4 d5", "pass", "claim", "claim d4", "claim zz", "accept"]
REFUSED += [
    "rules H99",
    "exit",
    "turn d4",
    "save /",
    "save /no/such/folder/x.thn",
    "\x1b[A",
    "[/b]",
]
REFUSED += ["x" * 5000, "\udcff", "save a\0b", "d4\0"]


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_is_told_and_changes_nothing(line):
    table = new_table("hunt")
    before = state(table)
    printed(table)
    table.handle(line)
    assert printed(table).strip()
    assert state(table) == before


def test_a_refusal_names_the_rule():
    table = new_table("hunt")
    printed(table)
    table.handle("pass")
    assert printed(table).startswith("H13: ")


def test_a_refused_text_points_to_the_help():
    table = new_table("hunt")
    printed(table)
    table.handle("hello")
    assert "help tells" in printed(table)


@pytest.mark.parametrize("line", ["o1-o2", "end", "6-1", "d4", "claim", "i99-i100", "rules H9"])
def test_refusals_of_the_peg_game(line):
    table = new_table("pegs", seed=3)
    before = state(table)
    printed(table)
    table.handle(line)
    assert printed(table).strip()
    assert state(table) == before


def test_a_blank_line_does_nothing():
    table = new_table("hunt")
    before = state(table)
    printed(table)
    table.handle("   ")
    assert (state(table), printed(table)) == (before, "")


def test_after_the_end_nothing_more_happens():
    table = new_table("hunt")
    table.handle("resign")
    before = state(table)
    for line in ("b2", "resign", "draw", "accept", "undo", "claim", "legal", "board"):
        table.handle(line)
    assert state(table) == before


# What can be asked for


@pytest.mark.parametrize(("game", "rule", "word"), [("hunt", "H9", "claim"), ("pegs", "P9", "end")])
def test_help_shows_the_games_own_turns_and_rules(game, rule, word):
    table = new_table(game)
    printed(table)
    table.handle("help")
    text = printed(table)
    assert rule in text
    assert word in text
    assert ("H18" in text) == (game == "hunt")
    assert "[bold]" not in text
    for command in ("legal", "undo", "board", "rules", "draw", "accept", "resign", "save", "quit"):
        assert command in text


def test_legal_lists_turns_or_those_that_begin_so():
    table = new_table("hunt")
    printed(table)
    table.handle("legal")
    assert len(printed(table).split()) == 48
    table.handle("legal d")
    assert printed(table).split() == ["d2", "d3", "d4", "d5", "d6", "d7", "d8"]
    table.handle("legal x")
    assert printed(table) == "none\n"


def test_one_rule_or_all_of_them():
    table = new_table("hunt")
    printed(table)
    table.handle("rules h9")
    one = printed(table)
    table.handle("rules")
    everything = printed(table)
    assert "H9" in one
    assert "H10 " not in one
    assert "H1 " in everything
    assert "H20 " in everything


def test_commands_may_be_written_large():
    table = new_table("hunt")
    printed(table)
    table.handle("BOARD")
    assert "░░░" in printed(table)


def test_the_throws_before_the_first_play_are_told():
    table = new_table("pegs", seed=9)
    text = printed(table)
    throws = [event for event in table.events if isinstance(event, act.Played)]
    assert text.count(" throws ") == len(throws)
    assert text.count("nothing can be played") == len(throws) - 1


# Ends


def test_a_draw_takes_both_players():
    table = new_table("hunt")
    table.handle("draw")
    assert not table.over
    assert "North offers a draw" in printed(table)
    table.handle("accept")
    assert table.session.ended.termination == "agreed"


def test_an_offer_ends_when_the_other_one_plays_on():
    table = new_table("hunt")
    table.handle("draw")
    table.handle(legal_turns(table)[0])
    table.handle(legal_turns(table)[0])
    table.handle("accept")
    assert not table.over


def test_whoever_is_on_turn_resigns():
    table = new_table("hunt")
    table.handle(legal_turns(table)[0])
    table.handle("resign")
    assert table.session.ended == act.Ended("resigned", act.Seat.FIRST, table.session.ended.at)
    assert "North wins" in printed(table)


def test_a_draw_can_be_claimed_by_the_rules(tmp_path):
    rng = random.Random(1)
    table = new_table("hunt", "claim=1", 8)
    while not table.over:
        quiet = [turn for turn in legal_turns(table) if len(turn) > 2]
        if quiet and table.session.position.quiet == 1:
            table.handle(f"claim {quiet[0]}")
            break
        table.handle(rng.choice(quiet or legal_turns(table)))
    assert table.session.ended.termination == "claimed"


# Records


@pytest.mark.parametrize(("game", "rules"), KINDS)
@pytest.mark.parametrize("turns", [0, 1, 30])
def test_a_match_that_goes_on_can_be_saved_and_replayed(game, rules, turns, tmp_path):
    table = play_on(new_table(game, rules, 2), random.Random(2), most=turns)
    table.save(str(tmp_path / "match.thn"))
    [section] = read_file(tmp_path / "match.thn")
    assert replay(section) == table.session.position
    assert (section.tags["Termination"], section.result) == ("abandoned", "*")
    assert "Secret" not in section.tags
    with pytest.raises(NotationError, match="the tag Secret"):
        verify(section)


def test_after_leaving_the_deal_is_shown(tmp_path):
    table = play_on(new_table("hunt", seed=2), random.Random(2), most=30)
    table.leave()
    table.save(str(tmp_path / "match.thn"))
    [section] = read_file(tmp_path / "match.thn")
    assert verify(section).fair
    assert section.tags["Termination"] == "abandoned"


def test_in_the_second_round_only_the_first_one_is_proved(tmp_path):
    table, rng = new_table("hunt", seed=2), random.Random(2)
    while table.session.round == 1:
        play_on(table, rng, most=1)
    play_on(table, rng, most=5)
    table.save(str(tmp_path / "match.thn"))
    first, second = read_file(tmp_path / "match.thn")
    assert verify(first).checked == 48
    assert "Secret" not in second.tags
    assert len(second.turns) == 5


def test_saving_again_writes_over_the_own_file_only(tmp_path):
    path = tmp_path / "match.thn"
    table = new_table("hunt")
    table.handle(f"save {path}")
    table.handle("b2")
    table.handle(f"save {path}")
    assert len(read_file(path)[0].turns) == 1
    before = path.read_bytes()
    other = new_table("hunt")
    other.handle(f"save {path}")
    assert "exists already" in printed(other)
    assert path.read_bytes() == before


def test_saving_where_nothing_can_be_written_is_told(tmp_path):
    table = new_table("hunt")
    for path in (tmp_path, tmp_path / "none" / "x.thn", tmp_path / ("x" * 300)):
        printed(table)
        table.handle(f"save {path}")
        assert str(path)[:40] in printed(table).replace("\n", "")
    assert list(tmp_path.iterdir()) == []


def test_save_without_a_name_chooses_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new_table("hunt").handle("save")
    assert [path.suffix for path in tmp_path.iterdir()] == [".thn"]


def test_verify_is_recommended_only_when_there_is_a_proof(tmp_path):
    table = new_table("hunt")
    table.handle(f"save {tmp_path / 'a.thn'}")
    assert "tallyho verify" not in printed(table)
    table.handle("resign")
    table.handle(f"save {tmp_path / 'a.thn'}")
    assert "tallyho verify" in printed(table)


@pytest.mark.parametrize("name", ["a\nb", "\x1b[31m", "\udcff", "x" * 3000])
def test_a_name_that_no_record_can_hold_is_refused_before_the_match(name):
    entry = catalog.find("hunt")
    with pytest.raises(NotationError, match="names: "):
        Table(entry, ("North", name), new_table("hunt").console, seeded_dealer(entry, 1))


def test_a_prompt_is_served_until_the_input_ends(monkeypatch, capsys, tmp_path):
    lines = iter(["b2", "nonsense", "Quit", "c2"])
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    play_at_terminal(catalog.find("hunt"), ("North", "South"), tmp_path / "x.thn")
    assert list(lines) == ["c2"]
    [section] = read_file(tmp_path / "x.thn")
    assert [turn.text[:3] for turn in section.turns] == ["b2="]
    assert verify(section).fair
    assert "North (blue) > " in capsys.readouterr().out
