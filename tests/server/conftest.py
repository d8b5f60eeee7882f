"""One site that the tests share; those that stop or kill theirs start their own."""

from collections.abc import Iterator

import pytest
from sites import Site, running


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site without rate limits."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site
