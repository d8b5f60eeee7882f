"""On a Ray cluster as in this very process: the same pairs, the same samples.

The cluster is a real one, on loopback, and ends with these tests.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

RAY = [sys.executable, "-m", "ray.scripts.scripts"]
START = ["--head", "--block", "--port=0", "--node-ip-address=127.0.0.1", "--num-cpus=2"]
QUIET = ["--include-dashboard=false", "--disable-usage-stats"]
ARENA = ["arena", "--a", "greedy", "--b", "random", "--pairs", "3", "--go", "nodes 10"]
SELFPLAY = ["selfplay", "--rounds", "600", "--nodes", "0", "--seed", "5"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the cluster listens."""
    # A short name, since sockets lie in it; whoever is ended last may still write there.
    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        command = [*RAY, "start", *START, *QUIET, f"--temp-dir={folder}"]
        with subprocess.Popen(
            command,
            env=os.environ | {"RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as head:
            try:
                yield wait_for_address(Path(folder), head)
            finally:
                head.terminate()  # it ends those it has started
                try:
                    head.wait(60)
                finally:
                    end_group(head.pid)


def wait_for_address(folder: Path, head: "subprocess.Popen[bytes]") -> str:
    """What the head of the cluster writes down once it is there."""
    for _ in range(1200):
        if (found := list(folder.glob("ray_current_cluster"))) and found[0].read_text():
            return found[0].read_text()
        assert head.poll() is None, "the cluster did not start"
        time.sleep(0.1)
    raise AssertionError("the cluster did not start in two minutes")


def end_group(group: int) -> None:
    """End whoever of the cluster is still there."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def tallyho(*words: object, ray: str = "") -> None:
    """The command, with `--ray` if there is an address."""
    options = ["--ray"] if ray else []
    subprocess.run(
        [sys.executable, "-m", "tallyho", *map(str, words), *options],
        env=os.environ | ({"RAY_ADDRESS": ray} if ray else {}),
        check=True,
        capture_output=True,
    )


def figures(path: Path) -> Any:
    """Everything but how long the turns took."""
    found = json.loads(path.read_text(encoding="utf-8"))
    del found["milliseconds"]
    return found


def test_the_arena_gives_the_same_result(address: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    tallyho(*ARENA, "--json", here)
    tallyho(*ARENA, "--json", there, ray=address)
    assert figures(here) == figures(there)
    assert figures(here)["pairs"] == 3


def test_selfplay_writes_the_same_samples(address: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    tallyho(*SELFPLAY, "--out", here)
    tallyho(*SELFPLAY, "--out", there, ray=address)
    samples = {path.name: path.read_bytes() for path in here.iterdir()}
    assert len(samples) > 1
    assert {path.name: path.read_bytes() for path in there.iterdir()} == samples
