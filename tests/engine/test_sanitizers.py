"""The kernel under AddressSanitizer and UndefinedBehaviorSanitizer: same figures, no complaint."""

import os
import subprocess
from pathlib import Path

KERNEL = Path(__file__).parents[2] / "kernel"
WEIGHTS = KERNEL.parent / "src" / "tallyho" / "engine" / "hunt.weights"
EXPECTED = """\
perft 225620
turns 3920 listed 345171 values 1987
turns 4176 listed 342354 values 1472
"""


def build_and_run(folder: Path, *flags: str) -> str:
    """Compile kernel/check.cpp with these flags and return what it prints; any complaint fails."""
    program = folder / "check"
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, "-std=c++20", "-pthread", "-Wall", "-Wextra", "-Werror", *flags]
    subprocess.run([*command, str(KERNEL / "check.cpp"), "-o", str(program)], check=True)
    run = subprocess.run([str(program), str(WEIGHTS)], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return run.stdout


def test_the_kernel_runs_clean_under_the_sanitizers(tmp_path: Path) -> None:
    sanitizers = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    assert build_and_run(tmp_path, "-O1", "-g", *sanitizers) == EXPECTED


def test_the_fast_build_prints_the_same_figures(tmp_path: Path) -> None:
    assert build_and_run(tmp_path, "-O3") == EXPECTED
