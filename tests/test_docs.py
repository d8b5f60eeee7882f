"""What the documentation says is so: examples run, pictures and transcripts are today's."""

import doctest
import json
import re
import runpy
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tallyho import catalog, cli
from tallyho.analysis.convert import to_json_line
from tallyho.analysis.replay import replay
from tallyho.contract import NotationError, perft
from tallyho.games.hunt import KOSMOS, ONLINE, HuntNotation, Rules
from tallyho.play.record import read_records
from tallyho.thp import Protocol

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
IMAGES = DOCS / "images"
PAGES = {str(path.relative_to(DOCS)): path for path in sorted(DOCS.rglob("*.md"))}
PROSE = {"README.md": ROOT / "README.md", **PAGES}
HUNT_RULES = catalog.rules_page("hunt")


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of one language, each with the line where it begins."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text[: block.start()].count("\n") + 1, block[1]) for block in found]


EXAMPLES = [name for name, page in PROSE.items() if blocks(page, "pycon")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(name: str) -> None:
    runner, names, said = doctest.DocTestRunner(), dict[str, Any](), list[str]()
    for line, block in blocks(PROSE[name], "pycon"):
        test = doctest.DocTestParser().get_doctest(block, names, name, name, line)
        runner.run(test, out=said.append, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def test_the_readme_and_the_library_guide_have_examples() -> None:
    assert {"README.md", "library.md"} <= set(EXAMPLES)


@pytest.mark.parametrize(("game", "letter", "last"), [("hunt", "H", 20), ("pegs", "P", 11)])
def test_every_rule_has_its_heading(game: str, letter: str, last: int) -> None:
    headings = re.findall(rf"^## ({letter}\d+) \S", catalog.rules_page(game), re.MULTILINE)
    assert headings == [f"{letter}{number}" for number in range(1, last + 1)]


def readable(text: str) -> bool:
    try:
        HuntNotation().read_event(text)
    except NotationError:
        return False
    return True


def test_every_turn_in_the_tile_games_rules_reads() -> None:
    texts = re.findall(r"`([b-h]\d[-x=][^`\n]+)`", HUNT_RULES)
    assert [text for text in texts if not readable(text)] == []
    assert {"d4=F", "c5-f5", "c5xf5", "e5-e9"} <= set(texts)


def test_h20_lists_the_presets_as_they_are() -> None:
    cell = r" +\| +`(\w+)` +\| +`(\w+)` +\|$"
    for option in fields(Rules):
        row = re.search(rf"^\| `{option.name}` .*{cell}", HUNT_RULES, re.MULTILINE)
        assert row is not None
        kosmos, online = (Rules.parse(f"{option.name}={value}") for value in row.groups())
        assert getattr(kosmos, option.name) == getattr(KOSMOS, option.name)
        assert getattr(online, option.name) == getattr(ONLINE, option.name)


def test_committed_pictures_are_what_the_code_draws() -> None:
    drawn: dict[str, str] = runpy.run_path(str(DOCS / "pictures.py"))["pictures"]()
    committed = {path.name: path.read_text(encoding="utf-8") for path in IMAGES.glob("*.svg")}
    assert committed.keys() - drawn.keys() == {"architecture.svg"}
    stale = [name for name, picture in drawn.items() if committed.get(name) != picture]
    assert stale == [], "python docs/pictures.py draws them again"


def test_every_picture_is_shown() -> None:
    shown = set(re.findall(r"images/([\w-]+\.(?:svg|png))", "".join(map(read, PROSE.values()))))
    assert shown == {path.name for path in IMAGES.iterdir()}


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def without_times(line: str) -> str:
    return re.sub(r" nps \d+ time \d+ ", " ", line)


def test_the_protocols_transcript_is_real() -> None:
    [(_, transcript)] = blocks(PAGES["protocol.md"], "text")
    protocol, real = Protocol(), []
    for line in transcript.splitlines():
        if line.startswith("> "):
            real.append(line)
            if line != "> quit":
                real += [f"< {answer}" for answer in protocol.answer(line.removeprefix("> "))]
    written = transcript.splitlines()
    assert [*map(without_times, written)] == [*map(without_times, real)]


def perft_rows() -> list[Any]:
    row = r"^\| (hunt|pegs)(?: (\w+))? \| `?([^|`]+)`? \| (\d+) \| (\d+) \| (\d*) ?\|$"
    return re.findall(row, read(PAGES["protocol.md"]), re.MULTILINE)


@pytest.mark.parametrize("row", perft_rows(), ids=lambda row: " ".join(row[:2]))
def test_the_perft_table_is_right(row: tuple[str, ...]) -> None:
    name, rules, text, *counts = row
    entry = catalog.find(name, rules)
    at = entry.game.start() if text.strip() == "start" else entry.notation.read_position(text)
    expected = [int(count) for count in counts if count]
    assert [perft(entry.game, at, depth) for depth in range(1, len(expected) + 1)] == expected


def test_the_perft_table_has_both_games() -> None:
    assert [row[:2] for row in perft_rows()] == [
        ("hunt", "kosmos"),
        ("hunt", "kosmos"),
        ("hunt", "online"),
        ("pegs", ""),
    ]


def test_positions_among_the_formats_read() -> None:
    for name in ("hunt", "pegs"):
        notation = catalog.find(name).notation
        sides = "|".join(catalog.find(name).game.sides)
        lines = re.findall(rf"^\S+/\S+ (?:{sides}) .+$", read(PAGES["formats.md"]), re.MULTILINE)
        assert len(lines) >= 2
        assert [str(notation.read_position(line)) for line in lines] == lines


def test_the_example_record_is_legal_and_is_the_json_beside_it() -> None:
    [record] = [block for _, block in blocks(PAGES["formats.md"], "") if block.startswith("[Game")]
    [(_, shown)] = blocks(PAGES["formats.md"], "json")
    [section] = read_records(record.splitlines())
    replay(section)
    assert json.loads(to_json_line(section)) == json.loads(shown)


def test_the_readme_lists_every_command() -> None:
    table = re.findall(
        r"^\| `([a-z-]+)[^|]*(?:\\\|[^|]*)*` \|", read(PROSE["README.md"]), re.MULTILINE
    )
    commands = {
        command.name or getattr(command.callback, "__name__", "").replace("_", "-")
        for command in cli.app.registered_commands
    }
    assert set(table) == commands


def test_the_navigation_lists_every_page() -> None:
    listed = re.findall(r"^ +- (?:.+: )?(\S+\.md)$", read(ROOT / "mkdocs.yml"), re.MULTILINE)
    assert sorted(listed) == sorted(PAGES)


LOADS = re.compile(
    r"""!\[[^\]]*\]\(\s*(?:https?:)?//      # Markdown images
    |   \b(?:src|data|poster)=["']?(?:https?:)?//
    |   <(?:link|script|use|image)\b[^>]*\bhref=["']?(?:https?:)?//
    |   <script\b
    |   @import | url\(\s*["']?(?:https?:)?//
    |   extra_javascript
    """,
    re.VERBOSE,
)
SOURCES = [
    ROOT / "mkdocs.yml",
    *PROSE.values(),
    *sorted(DOCS.rglob("*.css")),
    *sorted(IMAGES.glob("*.svg")),
]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_nothing_is_loaded_from_another_host(source: Path) -> None:
    assert LOADS.search(read(source)) is None


def test_no_fonts_are_fetched() -> None:
    assert re.search(r"^  font: false\b", read(ROOT / "mkdocs.yml"), re.MULTILINE)
