"""One site that the tests share; those that stop or kill theirs start their own."""

from collections.abc import Iterator

import pytest
from services import Postgres, Redis, running_postgres, running_redis
from sites import Site, running


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site without rate limits."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


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
