"""Game records: what is written reads back equal, and what cannot be read is shown by its place."""

import io
import pickle
import tracemalloc
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tallyho.contract import NotationError
from tallyho.play.record import (
    REQUIRED_TAGS,
    TERMINATIONS,
    RecordError,
    RecordTurn,
    Section,
    Tags,
    bounded_lines,
    clock,
    comment_text,
    evaluation,
    read_records,
    require_tags,
    write_record,
)
from tallyho.play.thn import MAX_COMMENT, MAX_LINE, MAX_SECTION, MAX_TAG, MAX_TURN

TAGS = {
    "Game": "hunt",
    "Rules": "kosmos",
    "Date": "2024.02.29",
    "Round": "1",
    "Blue": "North",
    "Brown": "South",
    "Result": "43-71",
    "Termination": "finished",
}
TAG_LINES = [f'[{name} "{value}"]' for name, value in TAGS.items()]
TAG_TEXT = "\n".join(TAG_LINES) + "\n\n"  # lines 1 to 9: turns begin in line 10


def read(text):
    return list(read_records(io.StringIO(text, newline="\n")))


def read_one(text):
    (section,) = read(text)
    return section


def turns_of(text):
    """The turns in `text`, as (text, comment) pairs, in a section whose tags are fine."""
    return [(turn.text, turn.comment) for turn in read_one(TAG_TEXT + text).turns]


def refusal(text):
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value


def place(text):
    """Where `text`, put behind fine tags, is refused; line 1 is its own first line."""
    error = refusal(TAG_TEXT + text)
    return error.line - 9, error.column, error.field


def written(section):
    return "".join(f"{line}\n" for line in write_record(section))


def tags_with(**changes):
    return "".join(f'[{name} "{value}"]\n' for name, value in {**TAGS, **changes}.items()) + "\n*"


# Reading


def test_a_section_is_tags_comment_turns_and_result():
    text = TAG_TEXT + "{before} 1. d4=F g7=T {[%clk 0:05:03.2] hm} 2. d4-d5 43-71\n"
    turns = (RecordTurn("d4=F"), RecordTurn("g7=T", "[%clk 0:05:03.2] hm"), RecordTurn("d4-d5"))
    assert read_one(text) == Section(TAGS, turns, "before")
    assert read_one(text).result == "43-71"


def test_turns_are_kept_as_text():
    assert turns_of("1. 6-1:o12-c1,c1-c7 3-4: 2. pass c3=^ 43-71") == [
        ("6-1:o12-c1,c1-c7", ""),
        ("3-4:", ""),
        ("pass", ""),
        ("c3=^", ""),
    ]


def test_a_section_may_have_no_turns():
    assert read_one(TAG_TEXT + "43-71").turns == ()


def test_sections_follow_one_another_with_or_without_blank_lines():
    one = TAG_TEXT + "1. d4 43-71\n"
    sections = read("\n\n" + one + one + "\n \t\n" + one + "\n")
    assert [section.line for section in sections] == [3, 13, 25]
    assert sections[0] == sections[1] == sections[2]


def test_an_empty_file_has_no_sections():
    assert read("") == read("\n\n") == read("\ufeff") == []


def test_a_byte_order_mark_and_windows_line_ends_are_read_past():
    text = TAG_TEXT + "1. d4 {a\nb} 43-71\n"
    assert read("\ufeff" + text.replace("\n", "\r\n")) == read(text)


def test_lines_may_come_without_their_ends():
    text = TAG_TEXT + "1. d4 {a\nb} 43-71\n"
    assert list(read_records(text.splitlines())) == read(text)


def test_turns_may_stand_right_behind_the_tags_and_be_spread_over_lines():
    assert read_one("\n".join(TAG_LINES) + "\n1.\n\td4\n\n  g7 \n43-71") == read_one(
        TAG_TEXT + "1. d4 g7 43-71"
    )


def test_tags_may_be_indented_and_spaced():
    text = TAG_TEXT.replace('[Game "hunt"]', ' \t[Game \t "hunt"]  ')
    assert read_one(text + "43-71").tags == TAGS


def test_tag_values_have_pgn_escapes():
    text = TAG_TEXT.replace("North", r"\"North\" \\ Lovelace]")
    assert read_one(text + "43-71").tags["Blue"] == '"North" \\ Lovelace]'


def test_a_comment_is_kept_to_the_letter_and_belongs_to_the_turn_before_it():
    text = "{ zero } 1. {more} a{  one \n\n[two] 2. \t}b 2.{three}c 43-71"
    section = read_one(TAG_TEXT + text)
    assert section.comment == " zero  more"
    assert turns_of(text) == [("a", "  one \n\n[two] 2. \t"), ("b", "three"), ("c", "")]


def test_comments_behind_one_turn_are_joined_by_a_space():
    assert turns_of("1. a {x}{y}\n{z} {} 43-71")[0] == ("a", "x y z ")
    assert turns_of("1. a {} {y} 43-71")[0] == ("a", "y")


def test_numbers_may_touch_their_turn_and_come_again_before_the_second_side():
    assert turns_of("1.a {x} 1... b 2. c 43-71") == [("a", "x"), ("b", ""), ("c", "")]


@pytest.mark.parametrize("result", ["0-0", "43-71", "*", "168-0"])
def test_results(result):
    text = TAG_TEXT.replace("43-71", result) + f"1. d4 {result}\n"
    assert read_one(text).result == result


@pytest.mark.parametrize(
    "date", ["2024.02.29", "????.??.??", "2024.??.??", "2023.??.31", "????.02.29", "2024.12.??"]
)
def test_dates_with_unknown_parts(date):
    assert read_one(tags_with(Date=date, Result="*")).tags["Date"] == date


@pytest.mark.parametrize("termination", TERMINATIONS)
def test_terminations(termination):
    section = read_one(tags_with(Termination=termination, Result="*"))
    assert section.tags["Termination"] == termination


# Errors and where they are


def test_an_error_reads_like_a_sentence():
    error = refusal(TAG_TEXT + "1. d4 g7\n3. d4-d5 43-71")
    assert str(error) == "line 11, column 1: 3. is wrong here, 2. is due"
    assert (error.line, error.column, error.field) == (11, 1, "number")
    assert isinstance(error, NotationError)


def test_an_error_survives_pickling():
    error = refusal("x")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.field) == (str(error), error.line, error.field)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("d4 43-71", (1, 1, "number")),  # no number
        ("1. d4 g7 d5 43-71", (1, 10, "number")),  # no second number
        ("2. d4 43-71", (1, 1, "number")),
        ("01. d4 43-71", (1, 1, "number")),
        ("1... d4 43-71", (1, 1, "number")),
        ("1.. d4 43-71", (1, 1, "number")),
        ("1. 1. d4 43-71", (1, 4, "number")),
        ("1. d4 2. g7 43-71", (1, 7, "number")),
        ("1. d4 1. g7 43-71", (1, 7, "number")),
        (f"{'9' * 9000}. d4 43-71", (1, 1, "number")),
        ("1. 43-71", (1, 4, "turn")),
        ("1. d4 1... 43-71", (1, 12, "turn")),
        ("1. d4 43-72", (1, 7, "result")),
        ("1. d4 *", (1, 7, "result")),
        ("1. d4 043-71", (1, 7, "result")),
        ("1. d4 43-71 g7", (1, 13, "result")),
        ("1. d4 43-71\t {late}", (1, 14, "result")),
        ("1. d4 43-71\n{late}", (2, 1, "section")),
        ("1. d4 g7\n\n2. (d5) 43-71", (3, 4, "turn")),
        ("1. d4 $1 43-71", (1, 7, "turn")),
        ("1. d4 ; so 43-71", (1, 7, "turn")),
        ("1. d4é 43-71", (1, 6, "turn")),
        ("1. d4\u00a0g7 43-71", (1, 6, "turn")),
        ("1. d4] 43-71", (1, 6, "turn")),
        ('1. d4\n[Game "hunt"]', (2, 1, "tag")),
        ('[Event "late"]\n', (1, 1, "tag")),
        ("1. d4} 43-71", (1, 6, "comment")),
        ("1. d4 {a {b} 43-71", (1, 10, "comment")),
        ("1. d4 {a\nb {c} 43-71", (2, 3, "comment")),
        ("1. d4 {a\nb\n\n", (1, 7, "comment")),  # never closed
        ("1. d4 {a\nb", (1, 7, "comment")),
        ("1. d4 \x07 43-71", (1, 7, "line")),
        ("1. d4 {a\x00} 43-71", (1, 9, "line")),
        ("1. d4 {\u2028} 43-71", (1, 8, "line")),
        ("1. d4 {\udc80} 43-71", (1, 8, "line")),
        ("1. d4\r 43-71", (1, 6, "line")),
        ("1. d4 g7\n2. " + "x" * (MAX_TURN + 1) + " 43-71", (2, 4, "turn")),
        (" " * (MAX_LINE + 1), (1, MAX_LINE + 1, "line")),
        ("1. d4 {" + "x" * (MAX_COMMENT + 1) + "} 43-71", (1, 7, "comment")),
        ("1. d4 {" + "x" * MAX_COMMENT + "}{y} 43-71", (1, 7 + MAX_COMMENT + 2, "comment")),
        ("1. d4 {" + "x\n" * MAX_COMMENT, (1, 7, "comment")),
    ],
)
def test_turns_are_refused_where_they_go_wrong(text, where):
    assert place(text) == where


@pytest.mark.parametrize("text", ["", "1. d4 g7\n", "1. d4 g7 2."])
def test_a_section_without_a_result_is_refused_where_it_began(text):
    error = refusal("\n" + TAG_TEXT + text)
    assert (error.line, error.column, error.field) == (2, 1, "section")


def test_a_file_that_ends_in_its_tags_is_refused_where_the_section_began():
    error = refusal("\n\n" + TAG_LINES[0])
    assert (error.line, error.column, error.field) == (3, 1, "section")


def test_a_section_begins_with_tags():
    assert str(refusal("\n1. d4 *")).startswith("line 2, column 1: a section begins with its tags")


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("[", 2),
        ("[]", 2),
        ('[1st "x"]', 2),
        ('["x"]', 2),
        ("[Name", 6),
        ("[Name]", 6),
        ('[Name"x"]', 6),
        ('[Näme "x"]', 3),
        ("[Name x]", 6),
        ("[" + "N" * 65 + ' "x"]', 66),
        ('[Name "x', 7),  # never closed: where it began
        ('  [Name "x', 9),
        ('[Name "x]', 7),
        ('[Name "x\\"]', 7),
        ('[Name "x\\y"]', 9),
        ('[Name "x\\', 9),
        ('[Name "x\ty"]', 9),
        ('[Name "x"', 10),
        ('[Name "x" ]', 10),
        ('[Name "a"b"]', 10),
        ('[Name "x"]] ', 11),
        ('[Name "x"]  {c}', 13),
        ('[Name "x"] [Other "y"]', 12),
    ],
)
def test_a_malformed_tag_is_refused_where_it_goes_wrong(line, column):
    error = refusal(f"{TAG_LINES[0]}\n{line}\n")
    assert (error.line, error.column, error.field) == (2, column, "tag")


def test_a_second_tag_of_the_same_name_is_refused():
    error = refusal(f"{TAG_LINES[0]}\n{TAG_LINES[1]}\n{TAG_LINES[0]}\n")
    assert (error.line, error.column, error.field) == (3, 2, "Game")


@pytest.mark.parametrize("name", REQUIRED_TAGS)
def test_a_missing_required_tag_is_named_where_the_section_began(name):
    lines = [line for line in TAG_LINES if not line.startswith(f"[{name} ")]
    error = refusal("\n" + "\n".join(lines) + "\n\n43-71")
    assert (error.line, error.column, error.field) == (2, 1, name)
    assert error.reason == f"this section has no tag {name}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Game", ""),
        ("Rules", ""),
        ("Date", "2023.02.29"),
        ("Date", "2024.13.01"),
        ("Date", "2024.??.32"),
        ("Date", "0000.01.01"),
        ("Date", "202?.01.01"),
        ("Date", "2024-01-01"),
        ("Date", "2024.1.1"),
        ("Date", "٢٠٢٤.01.01"),
        ("Round", "0"),
        ("Round", "01"),
        ("Round", "-1"),
        ("Round", "1.1"),
        ("Round", "?"),
        ("Round", "9" * 5000),
        ("Result", "1-0-0"),
        ("Result", "1/2-1/2"),
        ("Result", "01-1"),
        ("Result", ""),
        ("Termination", "Finished"),
        ("Termination", "unknown"),
        ("Extra", "x" * (MAX_TAG + 1)),
    ],
)
def test_a_bad_tag_value_is_refused_where_it_begins(name, value):
    error = refusal(f'\n[{name} "{value}"]\n')
    assert (error.line, error.column, error.field) == (2, len(name) + 4, name)


def test_an_endless_section_is_refused():
    line = "{" + "x" * 98 + "}"
    error = refusal(TAG_TEXT + "\n" * MAX_SECTION)
    assert error.field == "section"
    assert error.reason == f"a section may have {MAX_SECTION} characters at most"
    comments = "".join(f"{n}. a {line} b {line}\n" for n in range(1, MAX_SECTION // 200))
    assert refusal(TAG_TEXT + comments).field == "section"


def test_a_line_without_an_end_is_never_read_whole():
    stream = io.StringIO("x" * 10 * MAX_LINE)
    with pytest.raises(RecordError, match=f"^line 1, column {MAX_LINE + 1}: a line may have"):
        list(read_records(bounded_lines(stream)))
    assert stream.tell() < 2 * MAX_LINE


def test_bounded_lines_leave_lines_within_the_limit_whole():
    lines = ["\ufeff" + "a" * MAX_LINE + "\r\n", "\n", "b" * MAX_LINE]
    assert list(bounded_lines(io.StringIO("".join(lines), newline="\n"))) == lines


def test_players_are_asked_for_by_their_colours():
    section = read("\n" + TAG_TEXT + "43-71")[0]
    require_tags(section, ("Blue", "Brown"))
    with pytest.raises(RecordError, match=r"^line 2, column 1: this section has no tag White$"):
        require_tags(section, ("Blue", "White"))


# Streaming


def test_a_section_comes_before_the_next_one_is_read():
    def lines():
        yield from (TAG_TEXT + "1. d4 43-71").splitlines()
        raise AssertionError("read on too early")

    assert next(read_records(lines())).turns == (RecordTurn("d4"),)


def test_sections_before_a_bad_one_are_read():
    sections = read_records((TAG_TEXT + "1. d4 43-71\n\nrubbish").splitlines())
    assert next(sections).result == "43-71"
    with pytest.raises(RecordError, match=r"^line 12, column 1: "):
        next(sections)


def peak_memory(count):
    lines = (TAG_TEXT + "1. d4=F {[%clk 0:01:00]} g7=T 2. d4-d5 43-71\n").splitlines()
    tracemalloc.start()
    try:
        found = sum(1 for _ in read_records(line for _ in range(count) for line in lines))
        return found, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_number_of_sections():
    few, low = peak_memory(100)
    many, high = peak_memory(3000)
    assert (few, many) == (100, 3000)
    # 2900 sections kept would take megabytes; CPython itself hoards a few thousand small tuples.
    assert high < low + 500_000


# Values


def test_a_section_cannot_be_changed_and_can_be_hashed_and_pickled():
    tags = dict(TAGS)
    section = Section(tags, (RecordTurn("d4"),))
    tags["Blue"] = "Eve"
    assert section.tags == TAGS
    with pytest.raises(TypeError):
        section.tags["Blue"] = "Eve"
    with pytest.raises(FrozenInstanceError):
        section.comment = "x"
    again = pickle.loads(pickle.dumps(section))
    assert again == section
    assert hash(again) == hash(section)


def test_tags_keep_their_order_and_print_themselves():
    tags = Tags({"B": "1", "A": "2"})
    assert list(tags) == ["B", "A"]
    assert len(tags) == 2
    assert repr(tags) == "Tags({'B': '1', 'A': '2'})"
    assert tags == Tags({"A": "2", "B": "1"})


def test_the_line_of_a_section_is_no_part_of_its_value():
    assert Section(TAGS, line=3) == Section(TAGS, line=4)


# Writing


def test_a_section_is_written_like_this():
    turns = (RecordTurn("d4=F"), RecordTurn("g7=T", "hm"), RecordTurn("d4-d5"))
    assert written(Section({**TAGS, "Blue": 'A "B" \\'}, turns, "go")) == (
        TAG_TEXT.replace("North", r"A \"B\" \\") + "{go} 1. d4=F g7=T {hm} 2. d4-d5 43-71\n\n"
    )


def test_turns_are_wrapped_at_80_columns_and_numbers_stay_with_them():
    turns = tuple(RecordTurn(f"c5-f{n % 7}") for n in range(400))
    lines = list(write_record(Section(TAGS, turns)))[9:-1]
    assert max(map(len, lines)) <= 80
    assert all(len(line) > 66 for line in lines[:-1])
    assert not any(line.endswith(".") for line in lines)


def test_a_long_comment_gets_a_line_of_its_own():
    turns = (RecordTurn("a", "x" * 100), RecordTurn("b", "y\n" + "z" * 78), RecordTurn("c"))
    assert list(write_record(Section(TAGS, turns)))[9:-1] == [
        "1. a",
        "{" + "x" * 100 + "}",
        "b {y",
        "z" * 78 + "}",
        "2. c 43-71",
    ]


@pytest.mark.parametrize(
    "turn",
    ["", "a b", "a\n", "{a}", "a}", "[a", "a]", "1.", "12.d4", "*", "43-71", "(a", "$1", "é"],
)
def test_what_is_not_a_turn_is_refused(turn):
    with pytest.raises(NotationError, match=r"^turn 2: .* is not one word of a turn$"):
        write_record(Section(TAGS, (RecordTurn("d4"), RecordTurn(turn))))


@pytest.mark.parametrize("comment", ["}", "a{b", "\r\n", "\x00", "\u2028", "\ud800"])
def test_comments_that_could_not_be_read_back_are_refused(comment):
    with pytest.raises(NotationError, match=r"^comment on turn 1: a comment has no"):
        write_record(Section(TAGS, (RecordTurn("d4", comment),)))
    with pytest.raises(NotationError, match=r"^comment before the first turn: a comment has no"):
        write_record(Section(TAGS, (), comment))


def test_turns_and_comments_have_a_limit():
    with pytest.raises(NotationError, match=r"^turn 1: 'x{37}\.\.\.' is not one"):
        write_record(Section(TAGS, (RecordTurn("x" * (MAX_TURN + 1)),)))
    with pytest.raises(NotationError, match=r"^comment on turn 1: a comment may have 10000"):
        write_record(Section(TAGS, (RecordTurn("d4", "x" * (MAX_COMMENT + 1)),)))


@pytest.mark.parametrize("name", ["", "1st", "Zwölf", "a b", "A\n", "N" * 65])
def test_tag_names_are_checked(name):
    with pytest.raises(NotationError, match="a tag's name is a letter"):
        write_record(Section({**TAGS, name: "x"}))


@pytest.mark.parametrize("value", ["a\nb", "\t", "\x00", "\x85", "\u2029", "\udfff"])
def test_control_characters_in_tags_are_refused(value):
    with pytest.raises(NotationError, match=r"^Blue: a tag's value has no control characters"):
        write_record(Section({**TAGS, "Blue": value}))


@pytest.mark.parametrize("name", REQUIRED_TAGS)
def test_required_tags_are_required_and_checked_in_writing(name):
    with pytest.raises(NotationError, match=f"^{name}: this tag is required"):
        write_record(Section({key: value for key, value in TAGS.items() if key != name}))
    with pytest.raises(NotationError, match=f"^{name}: "):
        write_record(Section({**TAGS, name: ""}))


def test_a_section_too_long_to_be_read_is_not_written():
    turns = (RecordTurn("d4", "x" * MAX_COMMENT),) * (MAX_SECTION // MAX_COMMENT)
    with pytest.raises(NotationError, match=r"^section: a section may have 2000000"):
        write_record(Section(TAGS, turns))


# What is written reads back equal

signs = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
comments = st.text(st.one_of(signs, st.sampled_from("\n\t [%]")).filter(lambda c: c not in "{}"))
words = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="{}[]"))
record_turns = st.builds(
    RecordTurn,
    st.one_of(st.sampled_from(["d4=F", "c3=^", "6-1:o12-c1,c1-c7", "3-4:", "pass"]), words).filter(
        lambda text: _writable(Section(TAGS, (RecordTurn(text),)))
    ),
    comments,
)
tag_maps = st.builds(
    lambda extra, date, number, points, how: {
        **extra,
        **TAGS,
        "Date": date.strftime("%Y.%m.%d").rjust(10, "0"),
        "Round": str(number),
        "Result": points,
        "Termination": how,
    },
    st.dictionaries(st.from_regex("[A-Za-z][A-Za-z0-9_]{0,20}", fullmatch=True), st.text(signs)),
    st.dates(),
    st.integers(1, 10**9 - 1),
    st.one_of(st.just("*"), st.from_regex("[1-9][0-9]{0,3}-[1-9][0-9]{0,3}", fullmatch=True)),
    st.sampled_from(TERMINATIONS),
)
sections = st.builds(
    Section, tag_maps, st.lists(record_turns, max_size=12).map(tuple), comment=comments
)


def _writable(section):
    try:
        write_record(section)
    except NotationError:
        return False
    return True


@given(st.lists(sections, max_size=3))
@example([Section(TAGS, (RecordTurn("a", "\n"), RecordTurn("b", " ")), "\n[Game]\n\n")])
def test_whatever_is_written_reads_back_equal(some):
    text = "".join(map(written, some))
    assert read(text) == some
    assert list(read_records(text.splitlines())) == some


@given(sections)
def test_writing_what_was_read_gives_the_same_text(section):
    text = written(section)
    assert written(read_one(text)) == text


@given(st.text(max_size=300), st.text(max_size=40))
def test_any_turn_and_comment_is_refused_or_reads_back(text, comment):
    section = Section(TAGS, (RecordTurn(text, comment),), comment)
    if _writable(section):
        assert read(written(section)) == [section]


# Whatever comes in, nothing but RecordError comes out

SAMPLE = TAG_TEXT + "{go} 1. d4=F {[%clk 0:05:03.2]\nhm} g7=T 2. d4-d5 43-71\n\n"


def outcome(text):
    """The number of sections read, or the RecordError; any other error fails the test."""
    try:
        return len(read(text))
    except RecordError as error:
        return error


@given(st.data())
def test_mutilated_records_raise_nothing_but_record_errors(data):
    text = SAMPLE * 2
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 20, len(text))))
        patch = data.draw(st.one_of(st.text(max_size=4), st.sampled_from('[]{}"\\\n*.0 ')))
        text = text[:start] + patch + text[end:]
    found = outcome(text)
    if isinstance(found, RecordError):
        assert 1 <= found.line <= text.count("\n") + 1
        assert found.column >= 1


@given(st.text(st.sampled_from('[]{}"\\\n\r\t .*-19aG\ufeff\x00é')))
def test_noise_raises_nothing_but_record_errors(text):
    outcome(text)
    outcome(TAG_TEXT + text)


@pytest.mark.parametrize("end", range(1, len(SAMPLE) - 2))
def test_a_record_cut_short_is_refused(end):
    assert isinstance(outcome(SAMPLE[:end]), RecordError)


# Commands in comments


@pytest.mark.parametrize(
    ("comment", "milliseconds"),
    [
        ("[%clk 0:05:03.2]", 303_200),
        ("so [%clk 1:00:00] it goes", 3_600_000),
        ("[%clk 0:00:00.007]", 7),
        ("[%clk 0:00:00.05]", 50),
        ("[%clk 336:00:00]", 336 * 3_600_000),
        ("[%clk 0:01:00] [%clk 0:02:00]", 60_000),
        ("", None),
        ("[%clk 5:03]", None),
        ("[%clk 0:60:00]", None),
        ("[%clk 0:00:00.1234]", None),
        ("[%clk -0:00:01]", None),
        ("[%clk \u0660:00:01]", None),
        ("%clk 0:00:01", None),
    ],
)
def test_clocks(comment, milliseconds):
    assert clock(comment) == milliseconds


@pytest.mark.parametrize(
    ("comment", "value"),
    [
        ("[%eval 3.4]", 3.4),
        ("[%clk 0:00:01] [%eval -12.25] well", -12.25),
        ("[%eval +2]", 2.0),
        ("[%eval 0]", 0.0),
        ("", None),
        ("[%eval #3]", None),
        ("[%eval nan]", None),
        ("[%eval 1e5]", None),
        ("[%eval ]", None),
    ],
)
def test_evaluations(comment, value):
    assert evaluation(comment) == value


def test_a_comment_is_built_from_its_commands_and_its_text():
    assert comment_text("hm", 303_200, 3.4) == "[%clk 0:05:03.2] [%eval 3.4] hm"
    assert comment_text("hm") == "hm"
    assert comment_text("", clock_ms=0) == "[%clk 0:00:00]"
    assert comment_text("", evaluation=-0.001) == "[%eval 0.0]"
    assert comment_text("", evaluation=7) == "[%eval 7.0]"


@given(
    comments,
    st.none() | st.integers(0, 100_000 * 3_600_000 - 1),
    st.none() | st.integers(-999_999_00, 999_999_00).map(lambda n: n / 100),
)
def test_commands_read_back(text, clock_ms, value):
    comment = comment_text(text.replace("[%", ""), clock_ms, value)
    assert clock(comment) == clock_ms
    assert evaluation(comment) == value


@pytest.mark.parametrize("milliseconds", [-1, 100_000 * 3_600_000])
def test_impossible_clocks_are_refused(milliseconds):
    with pytest.raises(NotationError, match=r"^clk: "):
        comment_text("", clock_ms=milliseconds)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1e6])
def test_impossible_evaluations_are_refused(value):
    with pytest.raises(NotationError, match=r"^eval: "):
        comment_text("", evaluation=value)


def test_a_turn_can_be_given_a_comment():
    assert replace(RecordTurn("d4"), comment="x") == RecordTurn("d4", "x")
