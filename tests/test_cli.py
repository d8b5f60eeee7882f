"""The command line: every subcommand, its exit codes, and streams that break."""

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from children import child
from matches import read_file
from typer.testing import CliRunner

import tallyho
from tallyho.cli import app

COMMANDS = [
    *("play", "show", "replay", "verify", "perft", "rules", "convert", "thp"),
    *("arena", "selfplay", "train"),
]
HUNT_START = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -"
PEGS_START = "wwwwwwwwwwww/............/bbbbbbbbbbbb white -"
MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"
ENVIRONMENT = {**os.environ, "PYTHONWARNINGS": "error", "PYTHONUNBUFFERED": ""}


def call(*words: object, stdin: str | bytes | None = None) -> tuple[int, str]:
    """Run a command in this process; returns its exit code and all that it printed."""
    result = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def said(*words: object, stdin: str | bytes | None = None) -> str:
    """What a command that goes well prints."""
    code, output = call(*words, stdin=stdin)
    assert code == 0, output
    return output


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "tallyho", *map(str, words)]


def run(*words: object, **options) -> "subprocess.CompletedProcess[str]":
    """Run a command as a program of its own."""
    return subprocess.run(
        command(*words),
        capture_output="stdout" not in options,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=False,
        **options,
    )


@pytest.fixture
def broken(tmp_path: Path) -> dict[str, Path]:
    """Files that are no records."""
    contents = {
        "empty.thn": b"",
        "blank.thn": b"\n \n",
        "binary.thn": bytes(range(256)) * 8,
        "latin.thn": '[Game "hünt"]'.encode("latin-1"),
        "long.thn": b"x" * 1_000_000,
        "words.thn": b"hello\n",
        "tags.thn": b'[Game "hunt"]\n[Rules "kosmos"]\n\n1. d4=F *\n',
        "empty.jsonl": b"",
        "binary.jsonl": bytes(range(256)) * 8,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in contents}


# Help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name):
    text = said(name, "--help")
    assert "Usage" in text
    assert name in said("--help")


def test_help_comes_without_being_asked():
    assert "Usage" in call()[1]


def test_version():
    assert said("--version") == f"tallyho {tallyho.__version__}\n"


@pytest.mark.parametrize("words", [("nonsense",), ("show", "--nonsense"), ("perft",), ("replay",)])
def test_what_is_no_command_is_unreadable(words):
    assert call(*words)[0] == 2


# show


def test_show_draws_the_start():
    assert said("show").splitlines()[0] == "8 ? ? ? ? ? ? ?"
    assert said("show").splitlines()[-1] == HUNT_START
    assert said("show", "-g", "pegs").splitlines()[-1] == PEGS_START
    assert said("show", "-g", "pegs", "-r", "holes=8").splitlines()[-1].count("w") == 9


@pytest.mark.parametrize("text", [HUNT_START, PEGS_START, MIDDLE])
def test_show_takes_a_position_in_one_word_or_many(text):
    assert said("show", text).splitlines()[-1] == text
    assert said("show", *text.split()) == said("show", text)


def test_show_reads_positions_from_standard_input():
    text = said("show", "-", stdin=f"{MIDDLE}\n\n  {PEGS_START}  \r\n")
    assert text == said("show", MIDDLE) + said("show", PEGS_START)


@pytest.mark.parametrize(
    ("stdin", "says"),
    [
        ("", "position: there is none on standard input"),
        ("\n\n", "position: there is none on standard input"),
        (f"{MIDDLE}\nnonsense\n", "line 2, position: nine fields are needed, not 1"),
        (b"\xff\xfe\n", "line 1, position: nine fields are needed, not 1"),
        ("x" * 100_000, "line 1, position: nine fields"),
        (PEGS_START.replace("w", "x", 1), "line 1, board: the outer circle"),
    ],
)
def test_show_tells_the_line_that_is_no_position(stdin, says):
    code, output = call("show", "-", stdin=stdin)
    assert code == 2
    assert says in output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["abc"], "position: nine fields"),
        ([""], "position: nine fields"),
        ([MIDDLE.replace("blue", "red")], "side to move: must be blue or brown"),
        (["white", "-"], "position: write board, side and numbers"),
        (["-g", "chess"], "game: 'chess' is none of hunt, pegs"),
        (["-r", "house"], "rules: 'house' is none of kosmos, online"),
        (["-g", "pegs", "-r", "holes=3"], "holes: a circle has 8 to 30 holes"),
        (["-g", "hunt", PEGS_START], "position: nine fields"),
    ],
)
def test_show_names_the_field_that_is_wrong(words, says):
    code, output = call("show", *words)
    assert (code, output.startswith(f"tallyho: {says}")) == (2, True)


@pytest.mark.parametrize("text", [MIDDLE, PEGS_START])
def test_show_draws_a_picture_into_a_file(text, tmp_path):
    path = tmp_path / "board.svg"
    assert said("show", text, "--svg", "-o", path) == ""
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert said("show", text, "--svg") == path.read_text(encoding="utf-8")


def test_show_says_where_it_cannot_write(tmp_path):
    code, output = call("show", "-o", tmp_path / "none" / "x.svg")
    assert code == 2
    assert output.startswith(f"tallyho: cannot write {tmp_path}")


def test_an_unreadable_position_leaves_the_output_file_alone(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("mine")
    assert call("show", "abc", "-o", path)[0] == 2
    assert path.read_text() == "mine"


# replay


def test_replay_checks_and_shows_every_round(record):
    sections = read_file(record)
    text = said("replay", record)
    for section in sections:
        assert f"{section.result} finished" in text
    rounds = "1 round" if len(sections) == 1 else "2 rounds"
    assert text.splitlines()[-1] == f"{rounds}, all by the rules"
    assert said("replay", "--quiet", record) == text.splitlines()[-1] + "\n"
    assert said("replay", "-", stdin=record.read_bytes()) == text


def test_replay_draws_the_boards(records):
    text = said("replay", "--boards", records["kosmos"])
    turns = sum(len(section.turns) for section in read_file(records["kosmos"]))
    assert text.count("  b c d e f g h\n") == turns + 2
    assert re.search(r"^1\. ..=.$", text, re.MULTILINE)


def test_replay_names_the_first_illegal_turn(records, tmp_path):
    path = tmp_path / "bad.thn"
    text = records["kosmos"].read_text(encoding="utf-8")
    path.write_text(re.sub(r"\n1\. (\S+) \S+", r"\n1. \1 \1", text, count=1), encoding="utf-8")
    code, output = call("replay", "-q", path)
    assert code == 1
    assert re.match(r"tallyho: the round at line 1, turn 2 \(..=.\): H4: ", output)


@pytest.mark.parametrize("name", ["replay", "verify"])
@pytest.mark.parametrize(("tag", "value"), [("Game", "chess"), ("Rules", "house")])
def test_an_unknown_game_or_rule_set_is_told_with_its_line(name, tag, value, records, tmp_path):
    path = tmp_path / "bad.thn"
    text = records["kosmos"].read_text(encoding="utf-8")
    line = text.splitlines().index('[Round "2"]') - 3
    first, second = text.split('[Round "1"]')
    second = re.sub(rf'\[{tag} "\w+"\]', f'[{tag} "{value}"]', second)
    path.write_text(first + '[Round "1"]' + second, encoding="utf-8")
    code, output = call(name, path)
    assert code == 2
    assert f"tallyho: line {line}, column 1: the tag {tag}: '{value}' is none of" in output


@pytest.mark.parametrize("name", ["replay", "verify", "convert"])
def test_what_is_no_record_is_unreadable(name, broken, tmp_path):
    for path in (*broken.values(), tmp_path, tmp_path / "none.thn"):
        code, output = call(name, path)
        if name == "convert" and path.name.startswith(("empty", "blank")):
            assert (code, output) == (0, "")
            continue
        assert code == 2, path
        assert output.startswith("tallyho: ")
        assert output.count("\n") == 1


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.99])
def test_a_truncated_record_is_unreadable(share, record):
    content = record.read_bytes()
    for name in ("replay", "verify", "convert"):
        code, output = call(name, "-", stdin=content[: int(len(content) * share)])
        assert code == 2
        assert re.search(r"tallyho: line \d+, column \d+: ", output)


# verify


def tampered(record: Path, path: Path, pattern: str, change) -> Path:
    """A copy in which the first thing that fits the pattern is changed."""
    text, count = re.subn(pattern, change, record.read_text(encoding="utf-8"), count=1)
    assert count == 1
    path.write_text(text, encoding="utf-8")
    return path


def other_digit(match: "re.Match[str]") -> str:
    return match[1] + ("0" if match[2] != "0" else "1")


def test_verify_finds_a_match_fair(record):
    sections = read_file(record)
    text = said("verify", record)
    assert re.fullmatch(r"fair: \d+ chance events of [12] rounds? fit their proofs\n", text)
    assert said("verify", "-", stdin=record.read_bytes()) == text
    if "hunt" in sections[0].tags["Game"]:
        assert f"fair: {48 * len(sections)} " in text


def test_verify_names_the_first_tile_that_does_not_fit(records, tmp_path):
    swap = {"D": "P", "P": "D"}
    path = tampered(
        records["kosmos"], tmp_path / "x.thn", "=([DP])", lambda found: "=" + swap[found[1]]
    )
    code, output = call("verify", path)
    assert code == 1
    assert re.fullmatch(
        r"tallyho: not fair: the round at line 1, turn \d+: "
        r"the record says (..)=[DP], the proof deals \1=[DP]\n",
        output,
    )


def test_verify_names_the_round_that_does_not_fit(records, tmp_path):
    text = records["kosmos"].read_text(encoding="utf-8")
    line = text.splitlines().index('[Round "2"]') - 3
    path = tmp_path / "x.thn"
    head, tail = text.split('[Round "2"]')
    path.write_text(head + '[Round "2"]' + re.sub("=>", "=<", tail, count=1), encoding="utf-8")
    code, output = call("verify", path)
    assert code == 1
    assert f"not fair: the round at line {line}, turn " in output


def test_verify_names_the_first_throw_that_does_not_fit(records, tmp_path):
    path = tampered(
        records["pegs"], tmp_path / "x.thn", r" ([2-6])-([2-6]): ", lambda found: " 2-2: "
    )
    code, output = call("verify", path)
    assert code == 1
    assert "the record says 2-2, the proof deals " in output


@pytest.mark.parametrize(
    ("tag", "named"),
    [
        ("Commitment", "Commitment: it does not fit the tag Secret"),
        ("Secret", "Commitment: it does not fit the tag Secret"),
        ("FirstCommitment", "FirstCommitment: it does not fit the tag FirstBytes"),
        ("SecondBytes", "SecondCommitment: it does not fit the tag SecondBytes"),
    ],
)
def test_verify_names_the_part_of_the_proof_that_does_not_fit(tag, named, record, tmp_path):
    path = tampered(record, tmp_path / "x.thn", rf'(\[{tag} "\w*)(\w)(?="\])', other_digit)
    code, output = call("verify", path)
    assert (code, output) == (1, f"tallyho: not fair: the round at line 1, {named}\n")


def test_verify_needs_a_proof(record, tmp_path):
    path = tampered(record, tmp_path / "x.thn", r"\[Secret .*\n", "")
    code, output = call("verify", path)
    assert code == 2
    assert output.startswith("tallyho: line 1, column 1: the tag Secret: this tag is missing")


# perft


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("0",), 1),
        (("1",), 480),
        (("2", MIDDLE), 637),
        (("1", "-g", "pegs"), 36),
        (("2", "-g", "pegs", "-r", "holes=8 doublets=plain"), None),
    ],
)
def test_perft_counts_and_its_parts_add_up(words, count):
    depth = words[0]
    total = int(said("perft", *words).removeprefix(f"perft {depth} "))
    assert count in (None, total)
    *parts, last = said("perft", *words, "--divide").splitlines()
    assert last == f"perft {depth} {total}"
    assert sum(int(part.split(" ")[1]) for part in parts) == (total if depth != "0" else 0)


def test_perft_counts_each_position_of_standard_input():
    text = said("perft", "1", "-", stdin=f"{MIDDLE}\n{PEGS_START}\n")
    assert text == "perft 1 24\nperft 1 36\n"


@pytest.mark.parametrize("depth", ["-1", "21", "x", "1.5"])
def test_perft_refuses_other_depths(depth):
    assert call("perft", "--", depth)[0] == 2


# rules


def test_rules_are_read_whole_or_one_by_one():
    assert said("rules").startswith("# ")
    assert "## P11" in said("rules", "pegs")
    one = said("rules", "hunt", "H9")
    assert one.startswith("## H9 ")
    assert one.count("\n## ") == 0
    assert said("rules", "hunt", "h9") == said("rules", "H9") == one
    assert said("rules", "p9").startswith("## P9 ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess",), "game: 'chess' is none of hunt, pegs"),
        (("",), "game: '' is none of"),
        (("hunt", "H99"), "rule: there is no rule H99; the rules are H1, H2, "),
        (("pegs", "H9"), "rule: there is no rule H9; the rules are P1, P2, "),
        (("X1",), "rule: there is no rule X1; the rules are H1, "),
    ],
)
def test_rules_that_do_not_exist(words, says):
    code, output = call("rules", *words)
    assert (code, output.startswith(f"tallyho: {says}")) == (2, True)


# convert


def test_a_record_goes_through_json_and_back(record, tmp_path):
    as_json = tmp_path / "match.jsonl"
    assert said("convert", record, "-o", as_json) == ""
    assert said("convert", as_json, "--to", "thn").encode() == record.read_bytes()
    assert said("convert", record) == as_json.read_text(encoding="utf-8")
    again = said("convert", "-", "--json", "-t", "thn", stdin=as_json.read_bytes())
    assert again.encode() == record.read_bytes()


def test_each_round_is_a_line_of_json(records):
    lines = said("convert", records["kosmos"]).splitlines()
    assert [json.loads(line)["tags"]["Round"] for line in lines] == ["1", "2"]


def test_a_tidy_record_stays_as_it_is(record):
    assert said("convert", "--to", "thn", record).encode() == record.read_bytes()


def test_convert_gives_positions_that_can_be_shown(records):
    texts = said("convert", "--to", "positions", records["online"])
    assert texts.startswith(HUNT_START)
    assert said("show", "-", "-r", "online", stdin=texts).count(" b c d ") == len(
        texts.splitlines()
    )


def test_convert_does_not_write_over_what_it_reads(records, tmp_path):
    path = tmp_path / "match.thn"
    path.write_bytes(records["online"].read_bytes())
    code, output = call("convert", path, "-t", "thn", "-o", tmp_path / "." / "match.thn")
    assert code == 2
    assert "is the file that is read" in output
    assert path.read_bytes() == records["online"].read_bytes()


def test_hostile_json_is_told_by_its_line_and_without_control_characters():
    hostile = json.dumps({"tags": {"\x1b[31mred": "x"}, "turns": []})
    code, output = call("convert", "-", "--json", stdin=f"\n{hostile}\n")
    assert code == 2
    assert output.startswith("tallyho: line 2, column 1: ")
    assert "\x1b" not in output


@pytest.mark.parametrize("to", ["xml", ""])
def test_convert_knows_three_shapes(to, records):
    assert call("convert", records["online"], "--to", to)[0] == 2


# play


def test_play_serves_two_people_until_the_input_ends(tmp_path):
    path = tmp_path / "match.thn"
    text = said("play", "--names", "North", "Süd", "--save", path, stdin="b2\nhelp\nc2\n")
    assert "North (blue) > " in text
    assert "Süd (brown) > " in text
    assert len(read_file(path)[0].turns) == 2
    assert said("verify", path).startswith("fair: 2 chance events")


def test_play_does_not_begin_where_it_cannot_save(records, tmp_path):
    for path in (tmp_path / "none" / "x.thn", records["online"]):
        code, output = call("play", "--save", path, stdin="b2\n")
        assert code == 2
        assert output.startswith("tallyho: ")
        assert "░" not in output


@pytest.mark.parametrize("words", [("chess",), ("hunt", "-r", "house"), ("--names", "a", "b\n")])
def test_play_refuses_what_it_does_not_know(words):
    assert call("play", *words, stdin="")[0] == 2


# As a program of its own


def test_a_whole_match_typed_by_a_script(tmp_path):
    """Two rounds of the tile game: every tile is turned over, then the last turns are played."""
    path = tmp_path / "match.thn"
    with child(
        command("play", "--save", path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**ENVIRONMENT, "COLUMNS": "2000"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("legal\n")
        process.stdin.flush()
        while turn := next_turn(process.stdout):
            process.stdin.write(f"{turn}\nlegal\n")
            process.stdin.flush()
        process.stdin.close()
        assert process.wait(timeout=60) == 0
    assert said("replay", "-q", path) == "2 rounds, all by the rules\n"
    assert said("verify", path).startswith("fair: 96 chance events of 2 rounds")


def next_turn(output) -> str | None:
    """A turn-over from the next list of legal turns, else its first; None after the match."""
    turns = re.compile(r".*> ((?:(?:[b-h][2-8](?:[-x][a-i][1-9])?|pass) ?)+)\n")
    for line in output:
        if "The match is over" in line:
            return None
        if found := turns.fullmatch(line):
            return min(found[1].split(), key=len)
    raise AssertionError("the program ended before it answered")


def test_output_that_nobody_reads_is_no_crash(records):
    with child(
        command("replay", "--boards", records["kosmos"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_full_disk_is_told():
    with open("/dev/full", "w") as full:
        result = run("show", stdout=full, stderr=subprocess.PIPE)
    assert (result.returncode, result.stderr) == (2, "tallyho: No space left on device\n")


def test_an_interrupted_count_ends_quietly():
    terminal, other_end = pty.openpty()
    with child(
        command("perft", "3", "--divide"), stdout=other_end, stderr=other_end, env=ENVIRONMENT
    ) as process:
        os.close(other_end)
        assert os.read(terminal, 2) == b"b2"  # the first part is counted
        process.send_signal(signal.SIGINT)
        shown = drained(terminal)
        assert process.wait(timeout=60) == 130
    assert b"Traceback" not in shown


def test_an_interrupted_conversation_ends_quietly():
    with child(
        command("thp"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize("words", [("show", "-"), ("replay", "-"), ("thp",), ("play",), ("show",)])
def test_closed_streams_are_no_crash(words):
    def close() -> None:
        os.close(0)

    result = run(*words, preexec_fn=close)
    assert "Traceback" not in result.stderr
    assert result.returncode == (2 if "-" in words else 0)


@pytest.mark.parametrize("name", ["convert", "replay"])
def test_output_goes_where_it_was_sent_while_progress_is_shown(name, records):
    """With a terminal for stderr and a file for stdout, as in `tallyho convert x.thn > y`."""
    terminal, other_end = pty.openpty()
    with child(
        command(name, records["kosmos"]),
        stdout=subprocess.PIPE,
        stderr=other_end,
        env={**ENVIRONMENT, "TERM": "xterm"},
    ) as process:
        os.close(other_end)
        assert process.stdout is not None
        output = process.stdout.read().decode()
        shown = drained(terminal)
        assert process.wait() == 0
    assert output == said(name, records["kosmos"])
    assert b"rounds" in shown
    assert b"kosmos" not in shown


def drained(terminal: int) -> bytes:
    """Everything that was written to a terminal which is closed by now."""
    shown = io.BytesIO()
    try:
        while part := os.read(terminal, 4096):
            shown.write(part)
    except OSError:
        pass  # how Linux says that the other end is closed
    os.close(terminal)
    return shown.getvalue()


def test_records_are_utf8_whatever_the_locale(records):
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        command("convert", "-", "-t", "thn"),
        input=records["kosmos"].read_bytes(),
        capture_output=True,
        env=environment,
        check=True,
    )
    assert result.stdout == records["kosmos"].read_bytes()


def test_the_program_tells_what_is_wrong_in_one_line(tmp_path):
    result = run("verify", tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"tallyho: cannot read {tmp_path}: Is a directory\n"
