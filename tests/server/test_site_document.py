"""The API document tells the truth: it is valid, complete, and Schemathesis finds nothing else."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from sites import Site, Visitor

STREAMS = "/api/bot/events$|/stream$"  # they do not end
LEAVING = "/logout|/api/me$|/api/password$"  # afterwards nobody would be known any more
SETTINGS = """
[checks]
# Clocks, rules, names and turns are checked beyond what a schema can say; 1.0 is not taken for 1.
positive_data_acceptance.expected-statuses = [
    "2xx", "400", "401", "403", "404", "409", "422", "429"
]
# It sends wrong cookies beside a right token; who is known where is tested by name.
ignored_auth.enabled = false
# The framework's own OPTIONS names only the first method of a path.
allow_header_conformance.enabled = false
"""


@pytest.fixture(scope="module")
def document(site: Site) -> Any:
    return site.http.get(f"{site.address}/openapi/openapi.json").json()


def calls(document: Any) -> list[tuple[str, Any]]:
    return [
        (f"{method} {path}", call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]


def test_the_document_is_valid_openapi_3_1(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    schemathesis.openapi.from_dict(document).validate()


def test_every_call_tells_how_it_refuses(document: Any) -> None:
    trouble = {"$ref": "#/components/schemas/Trouble"}
    for name, call in calls(document):
        assert call["description"], name
        refusals = {status: told for status, told in call["responses"].items() if status >= "400"}
        assert {"400", "429", "503"} <= refusals.keys(), name
        for told in refusals.values():
            assert told["content"]["application/json"]["schema"] == trouble, name


def test_who_must_be_known_is_told_where_strangers_are_refused(document: Any) -> None:
    for name, call in calls(document):
        known = bool(call["security"]) and {} not in call["security"]
        assert known == ("401" in call["responses"]) or name == "post /api/login", name


def test_bodies_are_told_to_take_nothing_else(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for name, call in calls(document):
        if "requestBody" in call:
            [body] = call["requestBody"]["content"].values()
            schema = schemas[body["schema"]["$ref"].rpartition("/")[2]]
            assert schema["additionalProperties"] is False, name


def fuzz(site: Site, visitor: Visitor | None, folder: Path, seconds: int, *options: str) -> None:
    """Run Schemathesis over the document against the site."""
    settings = folder / "schemathesis.toml"
    settings.write_text(SETTINGS)
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run"]
    address = f"{site.address}/openapi/openapi.json"
    known = ["-H", f"Authorization: Bearer {visitor.token}"] if visitor else []
    limits = ["--max-time", str(seconds), "--generation-deterministic", "--no-color"]
    ended = subprocess.run(
        [*command, address, *known, *limits, *options],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "passed" in ended.stdout


def test_nothing_is_found_by_a_guest_who_sends_anything(site: Site, tmp_path: Path) -> None:
    excluded = ("--exclude-path-regex", f"{STREAMS}|{LEAVING}")
    phases = ("--phases", "coverage,fuzzing,stateful", "-n", "5")
    fuzz(site, site.guest(), tmp_path, 40, *excluded, *phases)


def test_nothing_is_found_by_a_stranger_who_sends_anything(site: Site, tmp_path: Path) -> None:
    phases = ("--phases", "coverage,fuzzing", "-n", "3")
    fuzz(site, None, tmp_path, 40, "--include-path-regex", LEAVING, *phases)
