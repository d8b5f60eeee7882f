"""The text protocol: every command and its answer, for both games, and what bad input does."""

import io
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from children import child
from hypothesis import given, settings
from hypothesis import strategies as st

import tallyho
from tallyho.thp import MAX_LINE, Protocol, serve

HUNT_START = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -"
PEGS_START = "wwwwwwwwwwww/............/bbbbbbbbbbbb white -"
MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"
ONLINE = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7"
FINAL = ONLINE.replace("g6>g5 d6>f6", "- -")
OVER = FINAL.removesuffix("7") + "0"
WORDS = "thp isready newgame position show legal apply outcome perft go stop".split()
ANSWERS = ("id", "option", "thpok", "readyok", "ok", "position", "legal", "error", "outcome")
ANSWERS += ("perft", "info", "bestmove")


def ask(protocol: Protocol, *lines: str) -> list[str]:
    """All answers to the lines."""
    return [answer for line in lines for answer in protocol.answer(line)]


def after(*lines: str) -> Protocol:
    """A conversation in which these lines have all been answered with ok."""
    protocol = Protocol()
    assert ask(protocol, *lines) == ["ok"] * len(lines)
    return protocol


def conversation(text: str | bytes) -> list[str]:
    """What `serve` answers to a whole input."""
    sink = io.StringIO()
    serve(io.BytesIO(text.encode() if isinstance(text, str) else text), sink)
    return sink.getvalue().splitlines()


# Every command


def test_thp_names_the_program_and_ends_with_thpok():
    first, *options, last = ask(Protocol(), "thp")
    assert first.startswith(f"id name Tallyho {tallyho.__version__}")
    assert all(line.startswith("option ") for line in options)
    assert last == "thpok"


def test_isready():
    assert ask(Protocol(), "isready") == ["readyok"]


def test_the_first_position_is_that_of_the_tile_game():
    assert ask(Protocol(), "show") == [f"position {HUNT_START}"]


@pytest.mark.parametrize(
    ("command", "start"),
    [
        ("newgame hunt", HUNT_START),
        ("newgame hunt kosmos", HUNT_START),
        ("newgame hunt online", HUNT_START),
        ("newgame hunt ban=any final=7", HUNT_START),
        ("newgame pegs", PEGS_START),
        ("newgame pegs holes=8", "wwwwwwww/......../bbbbbbbb white -"),
        ("newgame pegs doublets=plain short=yes holes=8", "wwwwwwww/......../bbbbbbbb white -"),
        ("newgame pegs doublets=double", PEGS_START),
        ("newgame pegs short=no", PEGS_START),
    ],
)
def test_newgame_is_at_the_start(command, start):
    assert ask(after("newgame pegs holes=9", command), "show") == [f"position {start}"]


def test_newgame_chooses_the_rules():
    long = f"position {FINAL.removesuffix('7')}14"
    assert ask(Protocol(), "newgame hunt final=7", long) == ["ok", "ok"]
    assert ask(Protocol(), "newgame hunt final=5", long)[1].startswith("error turns left")


@pytest.mark.parametrize("text", [HUNT_START, MIDDLE, FINAL])
def test_position_is_shown_again(text):
    assert ask(after(f"position {text}"), "show") == [f"position {text}"]


def test_position_of_the_peg_game():
    protocol = after("newgame pegs", "position wwwwwwwwwww./w.........../bbbbbbbbbbbb white 6")
    assert ask(protocol, "legal") == ["legal c1-c7 o6-o12"]


def test_position_start_goes_back():
    assert ask(after("apply d4=F", "position start"), "show") == [f"position {HUNT_START}"]


@pytest.mark.parametrize("first", ["start", HUNT_START])
def test_position_may_have_moves_behind_it(first):
    moved = ask(after(f"position {first} moves e4=F g7=T e4-e5"), "show")
    assert moved == ask(after("apply e4=F", "apply g7=T", "apply e4-e5"), "show")


def test_position_moves_in_the_peg_game():
    protocol = after("newgame pegs", "position start moves 6-1 o12-c1 c1-c7 3-4")
    shown = "position wwwwwwwwwww./......w...../bbbbbbbbbbbb white -"
    assert ask(protocol, "show") == [shown]


def test_moves_without_any_are_none():
    assert ask(after("position start moves"), "show") == [f"position {HUNT_START}"]


@pytest.mark.parametrize("start", ["start", MIDDLE])
@pytest.mark.parametrize("last", ["d4=F", "zz", "d4", "e4-e5", "show", "…"])
def test_position_with_moves_is_all_or_nothing(start, last):
    protocol = after("apply h8=T")
    before = ask(protocol, "show")
    [answer] = ask(protocol, f"position {start} moves d4=F {last}")
    assert answer.startswith("error ")
    assert ask(protocol, "show") == before


def test_legal_is_sorted_by_plain_string_order():
    for line in (f"position {MIDDLE}", f"position {FINAL}", "position start"):
        _, *turns = ask(after(line), "legal")[0].split(" ")
        assert turns == sorted(turns)
        assert len(turns) == len(set(turns)) > 1


def test_legal_lists_turns_not_events():
    assert ask(Protocol(), "legal")[0].split()[:3] == ["legal", "b2", "b3"]


def test_legal_of_the_peg_game_has_end_where_only_extras_are_left():
    protocol = after("newgame pegs", "position wwwwwwwwwww./w.........../bbbbbbbbbbbb white +6")
    assert ask(protocol, "legal") == ["legal c1-c7 end o6-o12"]


def test_legal_alone_when_dice_are_to_be_thrown_or_the_round_is_over():
    assert ask(after("newgame pegs"), "legal") == ["legal"]
    assert ask(after(f"position {OVER}"), "legal") == ["legal"]


def test_apply_plays_an_event():
    protocol = after("apply e4=F", "apply g7=T", "apply e4-e5")
    shown = "???????/?????T?/???????/???F???/???1???/???????/??????? brown - - - e5>e4 - 1 -"
    assert ask(protocol, "show") == [f"position {shown}"]


def test_apply_throws_and_plays_in_the_peg_game():
    protocol = after("newgame pegs", "apply 6-1", "apply o12-c1")
    assert ask(protocol, "show")[0].endswith(" white 6")


@pytest.mark.parametrize(
    ("setting", "event", "rule"),
    [
        ("position start moves d4=F", "d4=F", "H4"),
        ("position start moves d4=F g7=T", "d4-d9", None),
        ("position start moves e4=F g7=T", "e4xd4", "H8"),
        ("position start moves e4=D", "e4-e5", "H9"),
        ("position start moves e4=F", "e4-e5", "H5"),
        ("position start", "pass", "H13"),
        (f"position {OVER}", "b2-c2", "H11"),
    ],
)
def test_apply_refuses_with_the_rule_and_changes_nothing(setting, event, rule):
    protocol = after(setting)
    before = ask(protocol, "show")
    [answer] = ask(protocol, f"apply {event}")
    number = re.fullmatch(r"error (H[0-9]+) \S.*", answer)
    assert (number and number[1]) == rule
    assert answer.startswith("error ")
    assert ask(protocol, "show") == before


@pytest.mark.parametrize(
    ("setting", "event", "rule"),
    [
        ("position start", "o12-c1", "P3"),
        ("position start moves 6-1", "3-4", "P3"),
        ("position start moves 6-1", "i12-c1", "P2"),
        ("position start moves 6-1", "end", "P9"),
    ],
)
def test_apply_refuses_in_the_peg_game(setting, event, rule):
    protocol = after("newgame pegs", setting)
    before = ask(protocol, "show")
    [answer] = ask(protocol, f"apply {event}")
    assert re.match(r"error P[0-9]+ \S", answer), answer
    assert ask(protocol, "show") == before


def test_outcome():
    assert ask(Protocol(), "outcome") == ["outcome ongoing"]
    assert ask(after(f"position {OVER}"), "outcome") == ["outcome finished 33 16 10 5"]


def test_outcome_of_the_peg_game_is_the_pegs_left_twice():
    protocol = after("newgame pegs holes=8", "position ......../w......./...w.... black -")
    assert ask(protocol, "outcome") == ["outcome finished 2 0 2 0"]


@pytest.mark.parametrize(
    ("rules", "position", "counts"),
    [
        ("kosmos", HUNT_START, [1, 480, 225620]),
        ("kosmos", MIDDLE, [1, 24, 637, 14336]),
        ("online", ONLINE, [1, 21, 450, 8232]),
    ],
)
def test_perft(rules, position, counts):
    protocol = after(f"newgame hunt {rules}", f"position {position}")
    for depth, count in enumerate(counts):
        assert ask(protocol, f"perft {depth}") == [f"perft {depth} {count}"]


def test_perft_of_the_peg_game_counts_throws():
    assert ask(after("newgame pegs"), "perft 0", "perft 1") == ["perft 0 1", "perft 1 36"]


def test_perft_ends_with_the_round():
    assert ask(after(f"position {OVER}"), "perft 1", "perft 0") == ["perft 1 0", "perft 0 1"]


def test_stop_breaks_a_long_perft_off():
    protocol = Protocol(stopped=lambda endless: True)
    assert ask(protocol, "perft 20") == ["error perft: stopped before it was complete"]


# go

INFO = re.compile(
    r"info depth [0-9]+ (multipv [0-9]+ )?nodes [0-9]+ nps [0-9]+ time [0-9]+ "
    r"score -?[0-9]+\.[0-9]( exact)?( win [0-9.]+)? pv \S+.*"
)


@pytest.mark.parametrize(
    "limit", ["level 1", "level 10", "movetime 1", "nodes 1", "depth 1", "depth 999"]
)
@pytest.mark.parametrize("setting", ["newgame hunt", "newgame pegs", f"position {FINAL}"])
def test_go_answers_info_then_a_legal_bestmove(limit, setting):
    protocol = after(setting)
    if setting == "newgame pegs":
        assert ask(protocol, "apply 6-1") == ["ok"]
    before = ask(protocol, "show")
    *infos, last = ask(protocol, f"go {limit}")
    assert infos
    assert all(INFO.fullmatch(line) for line in infos)
    assert re.fullmatch(r"bestmove (\S+)", last)
    assert last.split()[1] in ask(protocol, "legal")[0].split()[1:]
    assert ask(protocol, "show") == before


def test_go_takes_what_is_worth_most():
    gun = "???????/???????/???????/>2B3/???????/???????/??????? brown PD PD - - - 0 -"
    assert ask(after(f"position {gun}"), "go nodes 2000")[-1] == "bestmove b5xe5"


def test_go_turns_a_tile_over_where_nothing_can_be_taken():
    best = ask(after("position start"), "go nodes 2000")[-1]
    assert re.fullmatch("bestmove [b-h][2-8]", best)


def test_go_proves_its_turn_in_the_final_phase():
    settled = after("newgame hunt online", f"position {ONLINE}")
    info, best = ask(settled, "go movetime 60000")
    assert " score 25.0 exact win 100.0 pv f4-e4" in info
    assert best == "bestmove f4-e4"


@pytest.mark.parametrize("words", ["depth 1 multipv 3", "multipv 3 depth 1"])
def test_go_with_multipv_tells_that_many_lines(words):
    *infos, last = ask(after(f"position {FINAL}"), f"go {words}")
    assert [line.split()[3:5] for line in infos] == [["multipv", f"{n}"] for n in (1, 2, 3)]
    best = infos[0].split(" pv ")[1].split()[0]
    assert last == f"bestmove {best}"


def test_go_with_more_lines_than_turns_tells_all_of_them():
    *infos, _ = ask(after(f"position {FINAL}"), "go depth 1 multipv 999")
    assert len(infos) == len(ask(after(f"position {FINAL}"), "legal")[0].split()) - 1


def test_go_infinite_waits_for_stop():
    protocol = after(f"position {FINAL}")
    answers = ask(protocol, "go infinite")
    assert answers
    assert all(INFO.fullmatch(line) for line in answers)
    assert ask(protocol, "isready") == ["readyok"]
    [best] = ask(protocol, "stop")
    assert best.startswith("bestmove ")
    assert ask(protocol, "stop") == []


@pytest.mark.parametrize("line", ["show", "go infinite", "apply d4=F", "newgame pegs", "legal"])
def test_nothing_else_is_done_while_a_search_waits(line):
    protocol = Protocol()
    ask(protocol, "go infinite")
    [answer] = ask(protocol, line)
    assert answer.startswith("error command: a search is running")
    assert ask(protocol, "stop")[0].startswith("bestmove")
    assert ask(protocol, "show") == [f"position {HUNT_START}"]


def test_stop_without_a_search_says_nothing():
    assert ask(Protocol(), "stop") == []


def test_go_needs_a_turn_to_choose():
    assert ask(after("newgame pegs"), "go level 1")[0].startswith("error go: the dice")
    assert ask(after(f"position {OVER}"), "go level 1")[0].startswith("error go: the round is over")


# Bad input

BAD = [
    "nonsense",
    "SHOW",
    "quit now",
    "thp 1",
    "isready please",
    "newgame",
    "newgame chess",
    "newgame hunt kosmos online",
    "newgame hunt ban=some",
    "newgame hunt rounds=0",
    "newgame pegs holes=7",
    "newgame pegs holes=31",
    "newgame pegs holes=٨",
    "newgame pegs doublets=triple",
    "newgame pegs short=maybe",
    "newgame pegs holes=8 holes=8",
    "position",
    "position moves d4=F",
    "position startmoves",
    "position start d4=F",
    f"position {PEGS_START}",
    f"position {HUNT_START} extra",
    "position " + HUNT_START.replace("blue", "green"),
    "show me",
    "legal d4",
    "apply",
    "apply d4=F g7=T",
    "apply d4",
    "apply D4=F",
    "apply d4=X",
    "apply 6-1",
    "outcome now",
    "perft",
    "perft -1",
    "perft 21",
    "perft x",
    "perft ²",
    "perft 99999999999999999999999999",
    "perft 1 1",
    "go",
    "go level",
    "go level 0",
    "go level 11",
    "go level 1 depth 1",
    "go movetime 0",
    "go nodes -5",
    "go depth 1.5",
    "go infinite infinite depth 1",
    "go infinite multipv 0",
    "go multipv 2",
    "go quickly",
    "stop it",
]


@pytest.mark.parametrize("line", BAD)
@pytest.mark.parametrize("setting", ["apply d4=F", "newgame hunt online"])
def test_bad_input_is_one_error_and_changes_nothing(line, setting):
    protocol = after(setting)
    before = ask(protocol, "show", "legal")
    [answer] = ask(protocol, line)
    assert re.fullmatch(r"error \S.*", answer)
    assert ask(protocol, "show", "legal") == before


@pytest.mark.parametrize("line", ["", " ", "\t", "\u2003", "\x1c"])
def test_a_blank_line_is_no_command(line):
    assert ask(Protocol(), line) == []


def test_spaces_around_a_command_do_no_harm():
    assert conversation("  isready \r\n\tshow\t\n") == ["readyok", f"position {HUNT_START}"]


TEXT = st.text(st.characters(exclude_characters="\n"), max_size=60)
ARGUMENTS = st.one_of(
    TEXT,
    st.sampled_from(["start", "moves", "hunt", "pegs", "kosmos", "d4=F", "d4", "6-1", "pass"]),
    st.sampled_from(["level", "infinite", "multipv", "depth", "1", "0", "-1", HUNT_START, FINAL]),
)
LINES = st.one_of(
    TEXT,
    st.builds(
        lambda word, rest: " ".join([word, *rest]), st.sampled_from(WORDS), st.lists(ARGUMENTS)
    ),
)


@given(st.lists(LINES, max_size=8))
def test_whatever_comes_in_only_known_answers_go_out(lines):
    protocol = Protocol(stopped=lambda endless: True)
    for line in lines:
        for answer in protocol.answer(line):
            assert answer.split(" ")[0] in ANSWERS
            assert answer.isprintable()
    assert ask(protocol, "isready") == ["readyok"]


@given(LINES)
def test_an_error_leaves_the_state_alone(line):
    protocol = after("apply d4=F")
    before = (protocol.entry, protocol.position)
    answers = list(protocol.answer(line)) if "perft" not in line else []
    if answers and answers[0].startswith("error"):
        assert (protocol.entry, protocol.position) == before


# The stream


def test_a_conversation_ends_with_quit():
    assert conversation("isready\nquit\nshow\n") == ["readyok"]


def test_a_conversation_ends_with_the_input():
    assert conversation("isready\nisready") == ["readyok", "readyok"]
    assert conversation("") == []


def test_work_that_was_asked_for_is_done_before_quit():
    assert conversation("perft 1\ngo level 1\nquit\n")[0] == "perft 1 480"


def test_bytes_that_are_no_text_are_an_error():
    first, second, shown = conversation(b"\xff\xfe\x00\napply d4=\xc3\nshow\n")
    assert first.startswith("error command: ")
    assert second.startswith("error turn: ")
    assert shown == f"position {HUNT_START}"


def test_an_overlong_line_is_refused_whole():
    padding = " " * MAX_LINE
    lines = [f"apply d4=F{padding}", f"{padding}apply d4=F", f"show{padding * 3}", "show"]
    *errors, shown = conversation("\n".join(lines))
    assert errors == [f"error command: a line may have {MAX_LINE} bytes at most"] * 3
    assert shown == f"position {HUNT_START}"


def test_the_longest_line_is_read():
    assert conversation("isready".ljust(MAX_LINE - 1) + "\nisready") == ["readyok", "readyok"]


def test_each_answer_is_flushed_at_once():
    with child(
        [sys.executable, "-m", "tallyho", "thp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, answer in (
            ("isready", "readyok"),
            ("apply d4=F", "ok"),
            ("perft 0", "perft 0 1"),
        ):
            process.stdin.write(line + "\n")
            assert process.stdout.readline() == answer + "\n"
        process.stdin.write("perft 20\nstop\n")  # far too much to finish
        assert process.stdout.readline() == "error perft: stopped before it was complete\n"
        process.stdin.write("quit\n")
        assert process.wait() == 0


# A million lines of garbage

GARBAGE_LINES = 1_000_000


def bad_lines(rng: random.Random) -> Iterator[bytes]:
    """Lines none of which can be carried out."""
    for line in BAD:
        yield line.encode()
    for _ in range(300):
        yield bytes(rng.choice(range(11, 256)) for _ in range(rng.randrange(1, 60)))
        yield rng.choice(["\0", "\0show", "show\0", "a\0b"]).encode()
    for word in (*WORDS, "quit"):
        for _ in range(20):
            argument = bytes(rng.randrange(128, 256) for _ in range(rng.randrange(1, 30)))
            yield word.encode() + b" " + argument
            yield argument + word.encode()
    for command in ("newgame hunt", "position start moves", f"position {HUNT_START}", "apply d4=F"):
        for at in range(1, len(command)):
            if command[at] != " " and command[at - 1] != " ":
                yield (command[:at] + "~" + command[at:]).encode()


def garbage(seed: int) -> Iterator[bytes]:
    """A million lines in blocks: the same bad lines shuffled again and again, some very long."""
    rng = random.Random(seed)
    lines = [line for line in bad_lines(rng) if b"\n" not in line]
    lines += [rng.choice(lines) + b" x" * (MAX_LINE // 2) for _ in range(2)]
    assert_harmless(lines)
    written = 0
    while written < GARBAGE_LINES:
        rng.shuffle(lines)
        block = lines[: GARBAGE_LINES - written]
        written += len(block)
        yield b"\n".join(block) + b"\n"


def assert_harmless(lines: list[bytes]) -> None:
    """Every line is refused by a fresh conversation: nothing here changes the state or is work."""
    for line in lines:
        if len(line) < MAX_LINE:
            answers = ask(after("apply d4=F"), line.decode("utf-8", "replace").strip())
            assert all(answer.startswith("error ") for answer in answers), line


def feed(stream, blocks: Iterator[bytes]) -> None:
    for block in blocks:
        stream.write(block)
    stream.write(b"show\nlegal\nquit\n")
    stream.close()


def test_a_million_lines_of_garbage_change_nothing():
    protocol = after("newgame hunt online", "apply d4=F", "apply e4=D")
    expected = ask(protocol, "show", "legal")
    with child(
        [sys.executable, "-m", "tallyho", "thp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"newgame hunt online\napply d4=F\napply e4=D\n")
        feeder = threading.Thread(target=feed, args=(process.stdin, garbage(1)))
        feeder.start()
        answers = process.stdout
        assert [next(answers) for _ in range(3)] == [b"ok\n"] * 3
        tail, errors = [], 0
        for answer in answers:
            if answer.startswith(b"error "):
                errors += 1
            else:
                tail.append(answer.decode().rstrip("\n"))
        feeder.join()
        assert process.wait() == 0
    assert tail == expected
    assert errors > 0.9 * GARBAGE_LINES


@settings(max_examples=30)
@given(st.lists(st.binary(max_size=40).filter(lambda raw: b"\n" not in raw), max_size=30))
def test_any_bytes_at_all_are_survived(lines):
    known = conversation(b"\n".join([*lines, b"isready"]))
    assert all(answer.split(" ")[0] in ANSWERS for answer in known)
