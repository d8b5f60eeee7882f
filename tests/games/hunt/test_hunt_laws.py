"""Laws that hold in every position of every round, under both presets and custom rules."""

import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, product
from typing import TypeVar

import pytest
from boards import (
    DECK,
    WORTH,
    bare,
    board,
    complete,
    kind,
    online,
    play,
    random_round,
    random_walk,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from tallyho.contract import IllegalTurn, NotationError
from tallyho.games.hunt import (
    KOSMOS,
    NAMES,
    ONLINE,
    PASS,
    Event,
    Hunt,
    HuntNotation,
    Move,
    Pass,
    Position,
    Rules,
    Space,
    Turn,
    TurnedOver,
    TurnOver,
)

SPACES = tuple(Space(index) for index in range(49))
TARGETS = tuple(Space(index) for index in range(53))
FACES = "BFL^>v<PDT"
CONCEIVABLE: tuple[Event, ...] = (
    PASS,
    *(TurnedOver(space, face) for space in TARGETS for face in FACES),
    *(Move(*move) for move in product(TARGETS, TARGETS, (False, True))),
)

rule_sets = st.sampled_from([KOSMOS, ONLINE]) | st.builds(
    Rules,
    ban=st.sampled_from(["own", "any"]),
    end=st.sampled_from(["extinct", "stuck"]),
    claim=st.none() | st.integers(1, 60),
    chase=st.booleans(),
    rounds=st.integers(1, 9),
    final=st.integers(1, 40),
)
seeds = st.integers(0, 2**32)
calm = st.sampled_from([0.0, 0.5, 0.8, 0.95])

Table = tuple[Hunt, Position]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A rule set and a position of a random round under it."""
    game = Hunt(draw(rule_sets))
    turns = draw(st.integers(0, 160))
    played = list(islice(random_round(game, draw(seeds), draw(calm)), turns))
    return game, played[-1][1] if played else game.start()


# Few tiles and much room: random turns soon go in circles here.
CORNER = """
    8 > . F T . . .
    7 . . . T . . .
    6 D . . T . . .
    5 T T T T . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . . . . ?
      b c d e f g h
"""


@st.composite
def circling_tables(draw: st.DrawFn) -> Table:
    """A position after many turns in a narrow corner, with a long memory for H19."""
    game = Hunt(Rules(ban=draw(st.sampled_from(["own", "any"])), chase=True))
    position = complete(board(CORNER, "blue"), face_down="T")
    generator = draw(st.randoms(use_true_random=False))
    walked = list(random_walk(game, position, generator, draw(st.integers(0, 60))))
    return game, walked[-1][1] if walked else position


def accepts(game: Hunt, position: Position, event: Event) -> bool:
    """Whether `play` takes the event; any error but IllegalTurn is passed on."""
    try:
        game.play(position, event)
    except IllegalTurn as refused:
        if refused.rule.startswith("H") and len(refused.reason) > 15:
            return False
        raise
    return True


def as_turn(event: Event) -> Turn:
    return TurnOver(event.space) if isinstance(event, TurnedOver) else event


def check_legal_is_what_play_accepts(game: Hunt, position: Position) -> None:
    taken = [event for event in CONCEIVABLE if accepts(game, position, event)]
    assert {as_turn(event) for event in taken} == set(game.legal(position))
    expected = [event for turn in game.legal(position) for event, _ in game.chances(position, turn)]
    assert Counter(taken) == Counter(expected)


@settings(max_examples=60, deadline=None)
@given(tables() | circling_tables())
def test_legal_is_exactly_what_play_accepts(table: Table) -> None:
    check_legal_is_what_play_accepts(*table)


def test_legal_is_exactly_what_play_accepts_in_a_chase() -> None:
    chase = """
        8 . > . . . . F
        7 . . . . . . .
        6 . . . . . . .
        5 . . . . . . .
        4 . . . . . . .
        3 . . . . . . .
        2 ? . . . . . .
          b c d e f g h
    """
    position = board(chase, "blue", blue_ban="h8>h3", brown_ban="c8>c3", quiet=6)
    position = complete(position, face_down="T")
    around = ("h8-h5", "c8-c5", "h5-h3", "c5-c3", "h3-h8", "c3-c8")
    check_legal_is_what_play_accepts(online, play(online, position, *around * 2))


@settings(max_examples=120, deadline=None)
@given(tables() | circling_tables())
def test_legal_turns_are_sorted_by_text_without_duplicates(table: Table) -> None:
    game, position = table
    texts = [HuntNotation(game.rules).write(turn) for turn in game.legal(position)]
    assert texts == sorted(set(texts))


@settings(max_examples=120, deadline=None)
@given(tables() | circling_tables())
def test_somebody_is_to_act_exactly_while_there_are_legal_turns(table: Table) -> None:
    game, position = table
    acting = position.to_move if game.legal(position) else None
    assert game.to_act(position) is acting
    assert (game.outcome(position) is None) == (acting is not None)


def check_conservation(position: Position) -> None:
    """Board, bag and winnings hold the 48 tiles and 168 points, no kind more than it has."""
    tiles = Counter(kind(face) for face in position.board if face not in ".?")
    for pile in (*position.winnings, position.bag):
        tiles.update(dict(zip("BFLHPDT", pile, strict=True)))
    assert min(position.bag) >= 0
    assert sum(position.bag) == position.board.count("?")
    assert tiles == DECK
    assert sum(WORTH[letter] * count for letter, count in tiles.items()) == 168


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds, calm)
def test_tiles_and_points_are_conserved_after_every_turn(
    rules: Rules, seed: int, calm: float
) -> None:
    for _, position in islice(random_round(Hunt(rules), seed, calm), 400):
        check_conservation(position)


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds, calm)
def test_every_position_of_a_round_reads_back_from_its_text(
    rules: Rules, seed: int, calm: float
) -> None:
    notation = HuntNotation(rules)
    for _, position in islice(random_round(Hunt(rules), seed, calm), 400):
        text = notation.write_position(position)
        assert notation.read_position(text) == bare(position)
        assert str(position) == text


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds, calm)
def test_every_event_of_a_round_reads_back_from_its_text(
    rules: Rules, seed: int, calm: float
) -> None:
    notation = HuntNotation(rules)
    for event, _ in islice(random_round(Hunt(rules), seed, calm), 400):
        assert notation.read_event(notation.write(event)) == event
        assert notation.read_turn(notation.write(as_turn(event))) == as_turn(event)
        assert notation.read_record_turn(*notation.write_record_turns([event])) == (event,)


def test_every_conceivable_event_on_the_board_reads_back_from_its_text() -> None:
    notation = HuntNotation()
    written = [event for event in CONCEIVABLE if isinstance(event, Pass) or event[0] in SPACES]
    texts = [notation.write(event) for event in written]
    assert [notation.read_event(text) for text in texts] == written
    assert len(set(texts)) == len(written) == 1 + 49 * 10 + 49 * 53 * 2


@settings(max_examples=150, deadline=None)
@given(tables())
def test_chances_are_the_faces_of_the_bag_with_their_exact_probabilities(table: Table) -> None:
    game, position = table
    bag = dict(zip("BFLHPDT", position.bag, strict=True))
    weights = {face: bag[kind(face)] * (1 if kind(face) == "H" else 4) for face in FACES}
    shares = {face: Fraction(n, 4 * sum(bag.values())) for face, n in weights.items() if n}
    for turn in game.legal(position):
        if isinstance(turn, TurnOver):
            expected = {TurnedOver(turn.space, face): share for face, share in shares.items()}
            assert dict(game.chances(position, turn)) == expected
            assert sum(expected.values()) == 1
        else:
            assert game.chances(position, turn) == ((turn, Fraction(1)),)


@settings(max_examples=100, deadline=None)
@given(tables())
def test_chances_are_refused_where_nothing_lies_face_down(table: Table) -> None:
    game, position = table
    for space in SPACES:
        if position.board[space] != "?":
            with pytest.raises(IllegalTurn):
                game.chances(position, TurnOver(space))


def test_nothing_is_ever_thrown() -> None:
    assert online.chances(online.start()) == ()


@settings(max_examples=100, deadline=None)
@given(tables() | circling_tables())
def test_a_position_survives_pickling(table: Table) -> None:
    _, position = table
    copy = pickle.loads(pickle.dumps(position))
    assert (copy, hash(copy), str(copy)) == (position, hash(position), str(position))


@settings(max_examples=100, deadline=None)
@given(tables() | circling_tables())
def test_play_changes_no_position_and_gives_the_same_again(table: Table) -> None:
    game, position = table
    before = pickle.dumps(position)
    for turn in game.legal(position):
        for event, _ in game.chances(position, turn):
            first, second = game.play(position, event), game.play(position, event)
            assert (first, hash(first)) == (second, hash(second))
            assert first.to_move is not position.to_move
    assert pickle.dumps(position) == before


@pytest.mark.parametrize("field", Position._fields)
def test_a_position_does_not_change(field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(online.start(), field, None)


@settings(max_examples=60, deadline=None)
@given(rule_sets, seeds)
def test_a_round_of_hasty_players_ends(rules: Rules, seed: int) -> None:
    game = Hunt(rules)
    *_, (_, last) = random_round(game, seed, calm=0.0)
    assert game.outcome(last) is not None
    assert last.board.count("?") == 0


STRANGE = (
    "0123456789?.BFLHPDT^>v<-=x/ abcdefghi\t\n\r\0'\"\\%"
    "\N{ARABIC-INDIC DIGIT FIVE}\N{SUPERSCRIPT TWO}\N{FULLWIDTH DIGIT THREE}\N{KELVIN SIGN}"
    "\N{EN DASH}\N{NO-BREAK SPACE}\N{COMBINING ACUTE ACCENT}\N{CYRILLIC CAPITAL LETTER VE}\ud800"
)
characters = st.sampled_from(STRANGE) | st.characters()


@st.composite
def mutilated(draw: st.DrawFn, text: str) -> str:
    """The text with a few characters or fields deleted, put in, replaced, carried or doubled."""
    for _ in range(draw(st.integers(1, 4))):
        at, to = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2)))
        how = draw(st.sampled_from(["delete", "insert", "replace", "carry", "repeat", "fields"]))
        if how == "delete":
            text = text[:at] + text[at + draw(st.integers(1, 3)) :]
        elif how == "insert":
            text = text[:at] + draw(characters) + text[at:]
        elif how == "replace":
            text = text[:at] + draw(characters) + text[at + 1 :]
        elif how == "carry":
            text = text[:at] + text[to : to + 1] + text[at:to] + text[to + 1 :]
        elif how == "repeat":
            text = text[:to] + text[at:]
        else:
            text = " ".join(draw(st.permutations(text.split(" "))))
    return text


Value = TypeVar("Value")


def read_or_none(read: Callable[[str], Value], text: str) -> Value | None:
    """What the text says; None if it is refused in a short sentence. Other errors are passed on."""
    try:
        return read(text)
    except NotationError as refused:
        if len(str(refused)) < 200:
            return None
        raise


def check_next_positions_read_back(game: Hunt, position: Position) -> None:
    """What the reader takes can be played on without leaving what the reader takes."""
    notation = HuntNotation(game.rules)
    for turn in game.legal(position):
        event, _ = game.chances(position, turn)[0]
        after = game.play(position, event)
        assert notation.read_position(notation.write_position(after)) == bare(after)


@settings(max_examples=500, deadline=None)
@given(st.data(), tables())
def test_a_mutilated_position_is_refused_or_writes_back_identically(
    data: st.DataObject, table: Table
) -> None:
    game, position = table
    notation = HuntNotation(game.rules)
    text = data.draw(mutilated(notation.write_position(position)))
    read = read_or_none(notation.read_position, text)
    if read is not None:
        assert notation.write_position(read) == text
        check_conservation(read)
        assert game.legal(read) or game.outcome(read)
        check_next_positions_read_back(game, read)


@settings(max_examples=800, deadline=None)
@given(st.data(), st.sampled_from(CONCEIVABLE[:1] + CONCEIVABLE[-4000:] + CONCEIVABLE[1:490]))
def test_a_mutilated_turn_is_refused_or_writes_back_identically(
    data: st.DataObject, event: Event
) -> None:
    notation = HuntNotation()
    text = data.draw(mutilated(notation.write(event)))
    for value in (read_or_none(notation.read_turn, text), read_or_none(notation.read_event, text)):
        assert value is None or notation.write(value) == text


@settings(max_examples=500, deadline=None)
@given(st.text(characters))
def test_any_text_is_refused_or_writes_back_identically(text: str) -> None:
    notation = HuntNotation()
    value = read_or_none(notation.read_event, text)
    assert value is None or notation.write(value) == text
    assert read_or_none(notation.read_position, text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        " " * 8,
        " " * 1_000_000,
        "?" * 1_000_000,
        "7/" * 1_000_000,
        "7" * 1_000_000,
        "/" * 6,
        "7/7/7/7/7/7/7 blue - T" + "9" * 100_000 + " - - - - 10",
        "7/7/7/7/7/7/7 blue - - - - - - " + "9" * 100_000,
        "7/7/7/7/7/7/7 blue - - " + "b2" * 100_000 + " - - - 10",
    ],
    ids=range(10),
)
def test_huge_and_hollow_texts_are_refused_calmly(text: str) -> None:
    notation = HuntNotation()
    for read in (notation.read_position, notation.read_turn, notation.read_event):
        with pytest.raises(NotationError) as refused:
            read(text)
        assert len(str(refused.value)) < 200


def test_the_names_of_spaces_are_distinct_and_sorted_on_the_board() -> None:
    assert list(NAMES[:49]) == sorted(set(NAMES[:49]))
