"""One browser and one site that the tests share; every person's complaints fail the test."""

from collections.abc import Callable, Iterator

import pytest
from browsers import Person, chromium
from playwright.sync_api import Browser
from sites import Site, running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser; not for longer, because Playwright keeps an event loop of its own running."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site without rate limits."""
    with running(tmp_path_factory.mktemp("pages")) as site:
        yield site


@pytest.fixture
def person(browser: Browser, site: Site) -> Iterator[Callable[..., Person]]:
    """Makes people: `person(viewport=PHONE, locale="de")`."""
    people: list[Person] = []

    def make(address: str = "", **options: object) -> Person:
        people.append(Person(browser, address or site.address, **options))
        return people[-1]

    yield make
    complaints = [complaint for each in people for complaint in each.complaints]
    for each in people:
        each.close()
    assert complaints == []
