"""Records that several tests read, each of a whole random match."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from matches import save_match

# Speed is measured in benchmarks/, never tested.
settings.register_profile("tallyho", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tallyho")

# Started in the background, the tests inherit an ignored Ctrl-C; programs they start must not.
signal.signal(signal.SIGINT, signal.default_int_handler)

MATCHES = {
    "kosmos": ("hunt", "kosmos"),
    "online": ("hunt", "online"),
    "pegs": ("pegs", ""),
    "short": ("pegs", "holes=8 doublets=double short=yes"),
}


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A saved match of each kind, by the names of MATCHES."""
    folder = tmp_path_factory.mktemp("records")
    return {name: save_match(folder / f"{name}.thn", *match) for name, match in MATCHES.items()}


@pytest.fixture(params=sorted(MATCHES))
def record(request: pytest.FixtureRequest, records: dict[str, Path]) -> Path:
    """Each of those records in turn."""
    return records[request.param]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run in which a test was skipped has failed: nothing here may be left out unseen."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
