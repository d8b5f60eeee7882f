"""Brings the catalogues up to date: `python web/catalogues.py` after a sentence was changed.

English stands in the sources, as the first argument of `t(…)`. New sentences come into the
catalogues of the other languages empty, and those that nobody says any more go.
"""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).parents[1]
LOCALES: Final = ROOT / "src/tallyho/server/web/locales"
LANGUAGES: Final = ("de", "nl", "fr")
CALL: Final = re.compile(
    r"""(?<![\w.$])t\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$\\]*)`)\s*[,)]"""
)
OTHER_CALL: Final = re.compile(r"(?<![\w.$])(?<!function )t\(")
SOURCES: Final = (
    ("src/tallyho/server/web", "*.py", "python"),
    ("src/tallyho/server/web/templates", "*.html", "jinja2"),
    ("web/src", "*.ts", "islands"),
    ("web/src", "*.svelte", "islands"),
)


class Unreadable(ValueError):
    """A call of `t` whose sentence cannot be read off the source."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence, with the file that says it."""
    for folder, pattern, method in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            place = path.relative_to(ROOT).as_posix()
            if ".test." not in path.name:
                yield from ((sentence, place) for sentence in _said(path, method))


def _said(path: Path, method: str) -> Iterator[str]:
    text = path.read_text("utf-8")
    if method == "islands":
        yield from _said_by_island(text, path)
        return
    options = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
    found = extract(method, io.BytesIO(text.encode()), {"t": None}, (), options)
    for _, message, *_ in found:
        yield message if isinstance(message, str) else message[0]


def _said_by_island(text: str, path: Path) -> Iterator[str]:
    calls = list(CALL.finditer(text))
    if len(calls) != len(OTHER_CALL.findall(text)):
        raise Unreadable(f"{path}: t() takes a plain string first, so that it can be found")
    for call in calls:
        quoted = next(part for part in call.groups() if part is not None)
        yield re.sub(r"\\(.)", r"\1", quoted)


def template() -> Catalog:
    """All sentences without translations."""
    catalog = Catalog(project="Tallyho", charset="utf-8")
    for sentence, place in sentences():
        catalog.add(sentence, locations=[(place, 0)])
    return catalog


def updated(language: str) -> Catalog:
    """The language's catalogue with exactly the sentences of the sources."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        old = read_po(file, language)
    catalog = Catalog(language, project="Tallyho", charset="utf-8")
    for message in template():
        if message.id:
            known = old.get(message.id)
            said = known.string if known and not known.fuzzy else ""
            catalog.add(message.id, said, locations=message.locations)
    return catalog


def written(catalog: Catalog) -> bytes:
    """The catalogue as it is kept, in the order of its sentences and without dates."""
    file = io.BytesIO()
    write_po(file, catalog, width=100, sort_output=True, omit_header=True, include_lineno=False)
    return HEADER + file.getvalue()


HEADER: Final = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def main() -> None:
    """Rewrite all catalogues, and tell what is missing."""
    for language in LANGUAGES:
        catalog = updated(language)
        (LOCALES / f"{language}.po").write_bytes(written(catalog))
        missing = [message.id for message in catalog if message.id and not message.string]
        print(f"{language}: {len(catalog)} sentences, {len(missing)} to translate", file=sys.stderr)
        for sentence in missing if "--missing" in sys.argv else ():
            print(sentence)


if __name__ == "__main__":
    main()
