"""Two hundred matches while the site and its services are killed; `faults.py` runs for longer."""

from pathlib import Path

from faults import Plan, on_postgres, on_sqlite
from services import Postgres, Redis
from sites import Site, friends


def test_a_site_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    report = on_sqlite(Plan(faults=3, seed=1), tmp_path)
    print(report)
    assert not report.troubles


def test_two_processes_lose_nothing_when_they_and_their_services_are_killed(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    report = on_postgres(Plan(faults=4, seed=2), tmp_path, postgres, redis)
    print(report)
    assert not report.troubles


def test_an_id_that_was_used_before_gets_its_old_answer_at_any_version(site: Site) -> None:
    first, _ = friends(site)
    version = first.state["version"]
    wish = {"do": "offer-draw", "id": "again", "seat": 0}
    answers = [
        first.visitor.post(f"{first.path}/actions", {**wish, "version": seen})["events"]
        for seen in (version, version, version + 1)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert first.state["version"] == version + 1
