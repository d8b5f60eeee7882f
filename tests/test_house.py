"""The house rules that no linter knows: imports, sizes, and what a newcomer relies on."""

import ast
import importlib
import re
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "tallyho"
MODULES = sorted(SOURCE.rglob("*.py"))
PURE = ("contract", "games", "play")
LONGEST = {"games": 250}


def imported(module: Path) -> set[str]:
    """Top-level packages that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("room", PURE)
def test_pure_rooms_use_the_standard_library_only(room: str) -> None:
    allowed = sys.stdlib_module_names | {"tallyho"}
    for module in (SOURCE / room).rglob("*.py"):
        assert imported(module) <= allowed, module


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_stay_short(module: Path) -> None:
    room = module.relative_to(SOURCE).parts[0]
    lines = len(module.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST.get(room, 400)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_says_what_it_is(module: Path) -> None:
    assert ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))


def test_no_room_is_empty() -> None:
    for folder in SOURCE.iterdir():
        if folder.is_dir() and folder.name != "__pycache__":
            assert any(folder.rglob("*.py")), folder


@pytest.mark.parametrize(
    "package", ["contract", "engine", "games.hunt", "games.pegs"], ids=lambda name: str(name)
)
def test_public_names_exist_and_say_what_they_are(package: str) -> None:
    module = importlib.import_module(f"tallyho.{package}")
    assert list(module.__all__) == sorted(module.__all__, key=_case_order)
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, type) or callable(value):
            assert value.__doc__, name


def _case_order(name: str) -> tuple[int, str]:
    """Constants, then types, then functions, as the linter sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_few_modules_open_the_door_to_the_kernel() -> None:
    doors = [
        module.relative_to(SOURCE).as_posix()
        for module in MODULES
        if re.search(r"import.* _kernel|engine\._kernel", module.read_text(encoding="utf-8"))
    ]
    assert doors == ["engine/kernel.py", "engine/pegs_kernel.py", "research/samples.py"]
