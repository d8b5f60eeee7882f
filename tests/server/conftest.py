"""One site for each database that the tests share; those that stop theirs start their own."""

from collections.abc import Iterator

import pytest
from services import Postgres, Redis, running_postgres, running_redis
from sites import Site, running

DATABASES = ["sqlite", "postgres"]
ON_BOTH = ("test_site_matches", "test_site_people", "test_site_seats", "test_site_leaks")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Some modules run on both databases; for the others one is enough."""
    if "site" in metafunc.fixturenames and metafunc.module.__name__ in ON_BOTH:
        metafunc.parametrize("site", DATABASES, indirect=True, scope="session")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; who stops it starts it again."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A real Redis; who kills it starts it again."""
    with running_redis() as server:
        yield server


def database(request: pytest.FixtureRequest, kind: str) -> str:
    """The address of a new database; empty for a file in the site's own folder."""
    return request.getfixturevalue("postgres").database() if kind == "postgres" else ""


@pytest.fixture(params=DATABASES)
def db(request: pytest.FixtureRequest) -> str:
    """Both databases in turn, for a test that starts a site of its own."""
    return database(request, request.param)


@pytest.fixture(scope="session")
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A running site without rate limits, on SQLite unless ON_BOTH says more."""
    address = database(request, getattr(request, "param", "sqlite"))
    with running(tmp_path_factory.mktemp("site"), db=address) as site:
        yield site
