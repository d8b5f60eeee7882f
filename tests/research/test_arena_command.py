"""`tallyho arena`: what it prints and writes, its exit codes, and how it is stopped."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from children import child
from matches import read_file
from typer.testing import CliRunner

from tallyho.analysis.replay import replay
from tallyho.cli import app

BOTH = ("--a", "greedy", "--b", "random")


def call(*words: object) -> tuple[int, str]:
    """Run the command in this process; returns its exit code and all that it printed."""
    result = CliRunner().invoke(app, ["arena", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_help_names_the_players() -> None:
    code, text = call("--help")
    assert code == 0
    assert all(word in text for word in ("random", "greedy", "level 10", "--sprt", "--records"))


@pytest.mark.parametrize("words", [(), ("--go-a", "nodes 7", "--go-b", "depth 2")])
def test_the_result_is_printed_and_written(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    code, text = call(*BOTH, "--pairs", 3, "--json", path, *words)
    figures = json.loads(path.read_text())
    assert code == 0
    assert "matches  A won 3, drawn 0, lost 0" in text
    assert figures["matches"] == {"won": 3, "drawn": 0, "lost": 0}
    assert figures["complete"] is True
    times = ("nodes 7", "depth 2") if words else ("movetime 100", "movetime 100")
    assert figures["go"] == dict(zip("AB", times, strict=True))


def test_a_sequential_test_ends_when_it_has_decided() -> None:
    code, text = call(*BOTH, "--sprt", "-5", "200")
    assert code == 0
    assert "+200 Elo is accepted" in text
    code, text = call(*BOTH, "--sprt", "0", "1", "--pairs", 2)
    assert "undecided between +0 and +1 Elo" in text


def test_a_level_brings_its_own_limit() -> None:
    code, text = call("--a", "level 3", "--b", "random", "--pairs", 1, "--game", "pegs")
    assert code == 0
    assert "A        level 3 (level 3)\n" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--a", "lazy", "--b", "random"), "player: 'lazy' is none of random, greedy"),
        ((*BOTH, "--go", "far"), "go: 'far' is none of level, movetime"),
        ((*BOTH, "--go-b", "nodes"), "nodes: must be a number"),
        ((*BOTH, "--go", "infinite"), "go: an endless search"),
        ((*BOTH, "--sprt", "5", "0"), "sprt: two numbers are needed"),
        ((*BOTH, "--game", "chess"), "game: 'chess' is none of hunt, pegs"),
        ((*BOTH, "--rules", "house"), "rules: 'house' is none of"),
        ((*BOTH, "--json", "/nowhere/x.json"), "cannot write /nowhere/x.json"),
        ((*BOTH, "--records", "/nowhere/x.thn"), "records: cannot write /nowhere/x.thn"),
    ],
)
def test_what_is_wrong_is_told(words: tuple[str, ...], says: str) -> None:
    code, text = call(*words)
    assert code == 2
    assert text.startswith(f"tallyho: {says}")


@pytest.mark.parametrize(
    "words",
    [("--a", "random"), (*BOTH, "--pairs", 0), (*BOTH, "--sprt", 1), (*BOTH, "--workers", 0)],
)
def test_what_is_no_command_is_unreadable(words: tuple[object, ...]) -> None:
    assert call(*words)[0] == 2


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    code, text = call(*BOTH, "--ray")
    assert code == 2
    assert (
        text == 'tallyho: ray: it is missing; install it with: pip install "tallyho-games[ray]"\n'
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "timeout"])
@pytest.mark.parametrize("workers", [1, 2])
def test_told_to_stop_it_says_the_result_so_far(
    workers: int, number: signal.Signals, tmp_path: Path
) -> None:
    """With a terminal for stderr; both signals reach everybody who was started there."""
    records, figures = tmp_path / "arena.thn", tmp_path / "figures.json"
    words = [*BOTH, "--pairs", 10**6, "--workers", workers, "--records", records, "--json", figures]
    terminal, other_end = pty.openpty()
    with child(
        [sys.executable, "-m", "tallyho", "arena", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=other_end,
        env={**os.environ, "PYTHONWARNINGS": "error", "TERM": "xterm"},
        start_new_session=True,
    ) as process:
        os.close(other_end)
        shown = b""
        while b"points a round" not in shown:
            shown += os.read(terminal, 4096)
        os.killpg(process.pid, number)
        assert process.stdout is not None
        text = process.stdout.read().decode()
        shown += _rest(terminal)
        assert process.wait() == 130
    told = json.loads(figures.read_text())
    assert b"Traceback" not in shown, shown.decode()
    assert f"pairs    {told['pairs']}\n" in text
    assert told["complete"] is False
    sections = read_file(records)
    assert len(sections) == 2 * told["pairs"]
    replay(sections[-1])


def _rest(terminal: int) -> bytes:
    """Everything else that was written to a terminal which is closed by now."""
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:  # how Linux reports that the other end is closed
        pass
    finally:
        os.close(terminal)
    return shown
