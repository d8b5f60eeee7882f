"""The peg game's kernel under AddressSanitizer and UndefinedBehaviorSanitizer: no complaint."""

import os
import subprocess
from pathlib import Path

PROGRAM = Path(__file__).parents[2] / "kernel" / "pegs_check.cpp"
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
EXPECTED = """\
holes 12 listed 1614
holes 8 listed 575
holes 9 listed 715
holes 30 listed 9469
"""


def test_the_peg_kernel_runs_clean_under_the_sanitizers(tmp_path: Path) -> None:
    built = tmp_path / "check"
    compiler = os.environ.get("CXX", "c++")
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-O1", "-g", *SANITIZERS]
    subprocess.run([*command, str(PROGRAM), "-o", str(built)], check=True)
    run = subprocess.run([str(built)], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == (EXPECTED, "")
