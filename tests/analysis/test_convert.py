"""Records as JSON lines and positions: nothing is lost, and JSON gets past no check."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches import read_file

from tallyho.analysis.convert import (
    MAX_JSON_LINE,
    bounded_json_lines,
    from_json_lines,
    to_json_line,
    to_positions,
)
from tallyho.analysis.replay import ReplayError, entry_of, moments, replay
from tallyho.play.record import RecordError, RecordTurn, Section

TAGS = {
    "Game": "hunt",
    "Rules": "kosmos",
    "Date": "????.??.??",
    "Round": "1",
    "Blue": "North",
    "Brown": "South",
    "Result": "*",
    "Termination": "abandoned",
}


def line(**changes: object) -> str:
    """A round as JSON with some parts changed; None leaves a part out."""
    value = {"tags": TAGS, "comment": "", "turns": [{"text": "d4=F"}], **changes}
    return json.dumps({name: part for name, part in value.items() if part is not None})


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        list(from_json_lines(["", text]))
    assert caught.value.line == 2
    return caught.value


def test_a_match_comes_back_equal(record):
    sections = read_file(record)
    assert list(from_json_lines(map(to_json_line, sections))) == sections


def test_comments_come_back_equal():
    turns = (RecordTurn("d4=F", "[%clk 0:05:03.2] hm\nzwei"), RecordTurn("g7=T"))
    section = Section({**TAGS, "Event": 'Süd "Z" \\'}, turns, "before\tall")
    assert list(from_json_lines([to_json_line(section)])) == [section]


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=30)
COMMENT = TEXT.map(lambda text: text.replace("{", "").replace("}", ""))
WORD = st.text(st.sampled_from("abcdefgh2345678=-x:,^<>"), min_size=1, max_size=8)
TURN = WORD.map("e".__add__)


@given(TEXT, COMMENT, st.lists(st.builds(RecordTurn, TURN, COMMENT), max_size=5))
def test_any_section_comes_back_equal(event, comment, turns):
    section = Section({**TAGS, "Event": event}, tuple(turns), comment)
    written = to_json_line(section)
    assert "\n" not in written
    assert list(from_json_lines([written])) == [section]


def test_a_section_knows_its_line():
    lines = [line(), "", "  ", line()]
    assert [section.line for section in from_json_lines(lines)] == [1, 4]


def test_the_comment_may_be_left_out():
    [section] = from_json_lines([line(comment=None)])
    assert section.comment == ""


HOSTILE = [
    "nonsense",
    "{",
    "[]",
    "{}",
    "1",
    "null",
    '"tags"',
    "NaN",
    "1" * 5000,
    "[" * 100_000,
    '{"tags": ' * 5000,
    "\ufeff{}",
    "\udcff",
    line(tags=None),
    line(turns=None),
    line(tags=[]),
    line(tags="Game"),
    line(tags={**TAGS, "Round": 1}),
    line(tags={**TAGS, "Event": None}),
    line(tags={**TAGS, "Event": {"x": "y"}}),
    line(tags={**TAGS, "Ev ent": "x"}),
    line(tags={**TAGS, "\x1b[31m": "x"}),
    line(tags={**TAGS, "Event": "a\nb"}),
    line(tags={**TAGS, "Event": "\ud800"}),
    line(tags={**TAGS, "Event": "x" * 3000}),
    line(tags={**TAGS, "Result": "lots"}),
    line(tags={**TAGS, "Termination": "eaten"}),
    line(tags={name: value for name, value in TAGS.items() if name != "Date"}),
    line(turns="d4=F"),
    line(turns=["d4=F"]),
    line(turns=[{}]),
    line(turns=[{"text": 4}]),
    line(turns=[{"text": ""}]),
    line(turns=[{"text": "d4=F g7=T"}]),
    line(turns=[{"text": "*"}]),
    line(turns=[{"text": "1."}]),
    line(turns=[{"text": "{d4=F}"}]),
    line(turns=[{"text": "d4=F", "comment": "}"}]),
    line(turns=[{"text": "d4=F", "comment": 1}]),
    line(turns=[{"text": "x" * 300}]),
    line(turns=[[["d4=F"]]]),
    line(turns=7),
    line(comment="{"),
    line(comment="\0"),
    line(comment=[]),
    line(comment="x" * 20_000),
    line(comment="\n".join(["x" * 30] * 500)),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_json_is_refused_with_its_line(text):
    assert str(refusal(text)).startswith("line 2, column ")


def test_a_refusal_names_the_tag_or_turn():
    assert "Result: Result is the points" in str(refusal(line(tags={**TAGS, "Result": "lots"})))
    assert "turn 1: " in str(refusal(line(turns=[{"text": "d4=F g7=T"}])))


def test_broken_json_is_told_with_its_column():
    assert (refusal('{"tags": x}').column, refusal('{"tags": x}').field) == (10, "json")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*TAGS, "text"]), inner),
    max_leaves=8,
)


@given(JSON, JSON, JSON)
def test_no_json_brings_anything_but_a_refusal_or_a_section(tags, turns, comment):
    text = json.dumps({"tags": tags, "turns": turns, "comment": comment})
    with pytest.raises(RecordError):
        list(from_json_lines([text]))


def test_a_line_without_an_end_is_cut_and_refused():
    stream = io.StringIO("x" * (MAX_JSON_LINE + 100))
    with pytest.raises(RecordError, match=f"a line may have {MAX_JSON_LINE} characters at most"):
        list(from_json_lines(bounded_json_lines(stream)))
    assert stream.tell() == MAX_JSON_LINE + 1


def test_positions_are_the_start_and_one_after_each_event(record):
    section = read_file(record)[0]
    entry = entry_of(section)
    texts = list(to_positions(section))
    assert texts[0] == entry.notation.write_position(entry.game.start())
    assert texts[-1] == entry.notation.write_position(replay(section))
    assert len(texts) == 1 + sum(1 for _ in moments(section, entry))


def test_positions_stop_at_an_illegal_turn():
    section = Section(TAGS, (RecordTurn("d4=F"), RecordTurn("d4=F")))
    positions = to_positions(section)
    assert [next(positions), next(positions)]
    with pytest.raises(ReplayError):
        next(positions)
