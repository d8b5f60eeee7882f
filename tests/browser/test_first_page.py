"""The first page in a real browser."""

from collections.abc import Callable

import pytest
from browsers import DESKTOP, PHONE, Person


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_page_fits_and_bars_nobody(
    person: Callable[..., Person], viewport: object, scheme: str
) -> None:
    reader = person(viewport=viewport, color_scheme=scheme)
    reader.page.goto("/")
    assert reader.page.get_by_role("heading", level=1).is_visible()
    assert not reader.overflows()
    assert reader.barriers() == []
