"""Records of matches on a clock: each turn tells the time that its player has left."""

import random
from itertools import accumulate

import pytest
from matches import NAMES, seeded_dealer

from tallyho import catalog
from tallyho.analysis.replay import replay
from tallyho.play import actions as act
from tallyho.play.actions import SessionEvent
from tallyho.play.clock import Clock, days_per_turn, live
from tallyho.play.record import Section, read_records, write_record
from tallyho.play.scribe import record_match
from tallyho.play.session import begin, open_session
from tallyho.play.thn import clock as clock_of


def played(game: str, rules: str, clock: Clock, turns: int) -> tuple[Section, list[SessionEvent]]:
    """A round of random turns, one second each, written down and read again."""
    entry, rng = catalog.find(game, rules), random.Random(3)
    dealer = seeded_dealer(entry, 3)
    opening = open_session(entry.game, entry.notation, clock)
    events = list(begin(opening, 0, dealer))
    session = opening.replay(events)
    for number in range(1, turns + 1):
        seat = session.seat_to_act
        assert seat is not None
        text = session.notation.write(rng.choice(session.game.legal(session.position)))
        turn = act.PlayTurn(text)
        new = session.submit(seat, turn, session.version, number * 1000, dealer)
        events += new
        session = session.replay(new)
    [written] = record_match(opening, events, "M 1", "2024.02.29", NAMES)
    [section] = read_records(list(write_record(written)))
    return section, events


def test_each_turn_of_the_tile_game_tells_the_clock_of_its_player() -> None:
    section, _ = played("hunt", "online", live(60, 5), 6)
    left = [clock_of(turn.comment) for turn in section.turns]
    assert left == [64_000, 64_000, 68_000, 68_000, 72_000, 72_000]


def test_a_turn_of_several_plays_tells_the_clock_after_the_last() -> None:
    section, events = played("pegs", "holes=8", live(60, 0), 12)
    clocks = [clock_of(turn.comment) for turn in section.turns]
    spent = {0: [0], 1: [0]}
    at = 0
    for event in events:
        if isinstance(event, act.Played) and event.seat is not None:
            spent[event.seat].append(event.at - at)
            at = event.at
    possible = {60_000 - used for times in spent.values() for used in accumulate(times)}
    assert {clock for clock in clocks if clock is not None} <= possible
    # A throw of which nothing can be played is nobody's turn, and takes no time.
    played_something = [not turn.text.endswith(":") for turn in section.turns]
    assert [clock is not None for clock in clocks] == played_something
    assert 0 < sum(played_something) < 12


@pytest.mark.parametrize("clock", [Clock(), days_per_turn(2)])
def test_without_a_live_clock_there_is_nothing_to_tell(clock: Clock) -> None:
    section, _ = played("hunt", "online", clock, 4)
    assert [turn.comment for turn in section.turns] == [""] * 4
    assert replay(section) is not None
