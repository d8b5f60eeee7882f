"""The built front end: which files a page needs, by the manifest that the build writes."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

STATIC: Final = Path(__file__).with_name("static")
BUILT: Final = STATIC / "built"
"""Files whose names change with their contents."""


class NotBuilt(RuntimeError):
    """The front end was not built, or not since it changed: a checkout needs `make play` once."""


def _manifest() -> dict[str, Any]:
    try:
        return _read(_built_at())
    except FileNotFoundError:
        raise NotBuilt("the pages are not built; run: make play") from None


def _built_at() -> int:
    """When the pages were built; they may be built again while the site runs."""
    return (STATIC / "manifest.json").stat().st_mtime_ns


@lru_cache(maxsize=1)
def _read(built_at: int) -> dict[str, Any]:
    manifest: dict[str, Any] = msgspec.json.decode((STATIC / "manifest.json").read_bytes())
    return manifest


def _chunks(name: str) -> Iterator[dict[str, Any]]:
    chunk = _manifest().get(name)
    if chunk is None:
        raise NotBuilt("the pages were built before they changed; run: make play")
    yield chunk
    for imported in chunk.get("imports", ()):
        yield from _chunks(imported)


def _entry(name: str) -> Iterator[dict[str, Any]]:
    return _chunks(f"src/{name}.ts" if "/" in name else f"src/{name}/main.ts")


def script(entry: str) -> str:
    """The address of the entry's script: `game` is web/src/game/main.ts, `hunt/kit` …/kit.ts."""
    return f"/assets/{next(_entry(entry))['file']}"


def imports(entry: str) -> list[str]:
    """Scripts that the entry's script will ask for, so that the page can ask early."""
    files = [chunk["file"] for chunk in _entry(entry)][1:]
    return [f"/assets/{file}" for file in dict.fromkeys(files)]


def styles(entry: str) -> list[str]:
    """The style sheets of the entry and of what it imports."""
    files = [file for chunk in _entry(entry) for file in chunk.get("css", ())]
    return [f"/assets/{file}" for file in dict.fromkeys(files)]


def fingerprint() -> str:
    """Changes with every build."""
    return sha256(msgspec.json.encode(_manifest(), order="sorted")).hexdigest()[:12]
