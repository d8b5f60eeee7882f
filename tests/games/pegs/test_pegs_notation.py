"""Positions, plays, throws and record turns as text, and how bad texts are refused."""

import pytest
from pegs_tables import all_rules, random_round, unreadable

from tallyho.contract import Notation, NotationError
from tallyho.games.pegs import (
    Circle,
    End,
    Event,
    Hole,
    Pegs,
    PegsNotation,
    Play,
    Position,
    Rules,
    Throw,
    Turn,
)

EIGHT = Rules(holes=8)
NOTATION: Notation[Position, Turn, Event] = PegsNotation()
TALLY = Play(Hole(Circle.OUTER, 12), Hole(Circle.CENTRE, 1))
STEP = Play(Hole(Circle.CENTRE, 1), Hole(Circle.CENTRE, 7))
CAPTURE = Play(Hole(Circle.CENTRE, 1), Hole(Circle.CENTRE, 7), capture=True)

ODD_SPELLINGS = ["", " ", "²", "٣", "\n", "\x00", "\ud800", "🎲", "-", "x", ":", ",", "9" * 5000]


@pytest.mark.parametrize(
    "text",
    [
        "wwwwwwww/......../bbbbbbbb white -",
        "wwwwwwww/......../bbbbbbbb black -",
        "wwwwwwww/......../bbbbbbbb white 11+116666",
        "wwwwwwww/......../bbbbbbbb white 16",
        "w......./......../b....... white +225555",
        "w......./......../b....... white +5",
        "......ww/...w..../........ black -",
        "......../...b..../........ white -",
    ],
)
def test_a_position_text_reads_back(text: str) -> None:
    notation = PegsNotation(EIGHT)
    assert notation.write_position(notation.read_position(text)) == text


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "position"),
        ("w......./......../b....... white", "position"),
        ("w......./......../b....... white - ", "position"),
        ("w......./......../b.......  white -", "position"),
        ("w......./........b....... white -", "board"),
        ("w......./......../b......./........ white -", "board"),
        ("w....../......../b....... white -", "board"),
        ("w......../......../b....... white -", "board"),
        ("w......./.......W/b....... white -", "board"),
        ("w......./.......\n/b....... white -", "board"),
        ("wwwwwwww/w......./b....... white -", "board"),
        ("w......./b......./bbbbbbbb white -", "board"),
        ("......../......../........ white -", "board"),
        ("w......./......../b....... White -", "side"),
        ("w......./......../b....... first -", "side"),
        ("w......./......../b.......  -", "side"),
        ("......ww/...w..../........ white -", "side"),
        ("......../...b..../........ black -", "side"),
        ("w......./......../b....... white ", "numbers"),
        ("w......./......../b....... white --", "numbers"),
        ("w......./......../b....... white -\n", "numbers"),
        ("w......./......../b....... white 7", "numbers"),
        ("w......./......../b....... white 0", "numbers"),
        ("w......./......../b....... white ²", "numbers"),
        ("w......./......../b....... white ٣", "numbers"),
        ("w......./......../b....... white +", "numbers"),
        ("w......./......../b....... white 22+", "numbers"),
        ("w......./......../b....... white 21", "numbers"),
        ("w......./......../b....... white 22+552255", "numbers"),
        ("w......./......../b....... white 123", "numbers"),
        ("w......./......../b....... white 22", "numbers"),
        ("w......./......../b....... white 22+25555", "numbers"),
        ("w......./......../b....... white 12+1", "numbers"),
        ("w......./......../b....... white +2224", "numbers"),
        ("w......./......../b....... white " + "1" * 5000, "numbers"),
        ("wwwwwwww/......../bbbbbbbb white 6", "numbers"),
        (".......w/......../bbbbbbbb white 22+225555", "numbers"),
        ("......ww/...w..../........ black 3", "numbers"),
    ],
)
def test_a_bad_position_is_refused_by_the_name_of_its_field(text: str, field: str) -> None:
    assert unreadable(text, EIGHT).field == field


@pytest.mark.parametrize(
    ("numbers", "doublets", "accepted"),
    [
        ("22", "plain", True),
        ("22", "double", False),
        ("22+22", "double", True),
        ("2+2", "double", False),
        ("+2", "double", True),
        ("22+22", "opposites", True),
        ("22+225", "opposites", True),
        ("22+225555", "double", False),
        ("+225555", "plain", False),
        ("+225555", "opposites", True),
        ("+22555", "opposites", True),
        ("+22225", "opposites", True),
    ],
)
def test_p9_numbers_must_be_what_a_throw_can_leave(
    numbers: str, doublets: str, accepted: bool
) -> None:
    text = f"w......./......../b....... white {numbers}"
    rules = Rules(holes=8, doublets=doublets)
    if accepted:
        assert str(PegsNotation(rules).read_position(text)) == text
    else:
        assert unreadable(text, rules).reason.startswith("no throw leaves these numbers")


def test_p10_numbers_must_be_playable_under_the_rules() -> None:
    text = "......../.......w/b....... white 3"
    assert unreadable(text, EIGHT).field == "numbers"
    assert str(PegsNotation(Rules(holes=8, short=True)).read_position(text)) == text


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("6-1", Throw(6, 1)),
        ("1-6", Throw(1, 6)),
        ("o12-c1", TALLY),
        ("c1-c7", STEP),
        ("c1xc7", CAPTURE),
        ("end", End()),
    ],
)
def test_events_are_read_and_written(text: str, event: Event) -> None:
    assert NOTATION.read_event(text) == event
    assert NOTATION.write(event) == text


@pytest.mark.parametrize(("text", "turn"), [("c1xc7", CAPTURE), ("end", End())])
def test_turns_are_read(text: str, turn: Turn) -> None:
    assert NOTATION.read_turn(text) == turn


@pytest.mark.parametrize(
    "text",
    [
        *ODD_SPELLINGS,
        "o12",
        "o12c1",
        "O12-c1",
        "o12-c1 ",
        "o12-c1\n",
        "o012-c1",
        "o12-c0",
        "o12-c",
        "o1²-c1",
        "o12+c1",
        "a1-b2",
        "o13-c1",
        "o12-c13",
        "o120-c1",
        "END",
        "7-1",
        "0-1",
        "6-1-1",
        "٦-1",
    ],
)
def test_a_bad_event_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.read_event(text)
    assert caught.value.field == "turn"


def test_a_throw_is_no_decision() -> None:
    with pytest.raises(NotationError):
        NOTATION.read_turn("6-1")


def test_p1_a_hole_that_the_board_lacks_is_named() -> None:
    with pytest.raises(NotationError, match="there is no o9; each circle has 8 holes"):
        PegsNotation(EIGHT).read_turn("o8-o9")


@pytest.mark.parametrize(
    ("token", "events"),
    [
        ("6-1:o12-c1,c1-c7", (Throw(6, 1), TALLY, STEP)),
        ("3-4:", (Throw(3, 4),)),
        ("6-6:c1xc7,end", (Throw(6, 6), CAPTURE, End())),
    ],
)
def test_a_record_turn_is_read_and_written(token: str, events: tuple[Event, ...]) -> None:
    assert NOTATION.read_record_turn(token) == events
    assert list(NOTATION.write_record_turns(events)) == [token]


@pytest.mark.parametrize(
    "token",
    [
        *ODD_SPELLINGS,
        "6-1",
        "61:",
        ":o12-c1",
        "6-1:,",
        "6-1:o12-c1,",
        "6-1:,o12-c1",
        "6-1: o12-c1",
        "6-1:o12-c1:c1-c7",
        "6-1:6-1",
        "1-1:end,o12-c1",
        "1-1:end,end",
        "7-1:",
        "3-4:\n",
    ],
)
def test_a_bad_record_turn_is_refused(token: str) -> None:
    with pytest.raises(NotationError) as caught:
        NOTATION.read_record_turn(token)
    assert caught.value.field == "turn"


def test_a_record_without_events_has_no_turns() -> None:
    assert list(NOTATION.write_record_turns([])) == []


def test_a_record_begins_with_a_throw() -> None:
    with pytest.raises(NotationError):
        list(NOTATION.write_record_turns([TALLY, Throw(6, 1)]))


def test_each_throw_begins_a_turn_of_the_record() -> None:
    events: list[Event] = [Throw(6, 1), TALLY, STEP, Throw(3, 4), Throw(2, 2)]
    assert list(NOTATION.write_record_turns(events)) == ["6-1:o12-c1,c1-c7", "3-4:", "2-2:"]


@pytest.mark.parametrize("rules", all_rules(8), ids=str)
def test_a_whole_round_reads_back_from_its_record(rules: Rules) -> None:
    notation = PegsNotation(rules)
    events = [event for _, event, _ in random_round(Pegs(rules), seed=7)]
    record = list(notation.write_record_turns(events))
    assert [event for token in record for event in notation.read_record_turn(token)] == events
