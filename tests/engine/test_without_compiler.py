"""Where there is no compiler the package installs all the same, says so once, and plays."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
QUESTIONS = """\
newgame hunt online
go level 6
go nodes 200
newgame pegs
apply 6-1
go level 3
quit
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is installed where the compiler compiles nothing."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    options += [f"--config-settings=build-dir={folder / 'build'}"]
    environment = os.environ | {"CC": "false", "CXX": "false"}
    subprocess.run([*pip, *options, str(ROOT)], env=environment, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_the_package_installs_without_the_kernel(installed: Path) -> None:
    files = {path.name for path in (installed / "tallyho" / "engine").iterdir()}
    assert "hunt.py" in files
    assert not [name for name in files if name.endswith((".so", ".pyd"))]


def test_it_says_so_once_and_plays_both_games(installed: Path) -> None:
    # -S, so that the package that is installed for the tests is not found instead.
    paths = [str(installed), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    program = f"import sys; sys.path[:0] = {paths!r}; from tallyho.cli import main; main()"
    command = [sys.executable, "-S", "-c", program, "thp"]
    run = subprocess.run(command, input=QUESTIONS, capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    assert sum(line.startswith("bestmove ") for line in answers) == 3
    assert not [line for line in answers if line.startswith("error")]
    assert run.stderr.count("the compiled kernel is missing") == 1
