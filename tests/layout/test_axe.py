"""axe-core finds no fault on any page in any phase; in campaigns in the other theme of each language too."""

from functools import cache
from typing import Literal

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from tests.layout.axe import axe_faults
from tests.layout.one_page import OnePage
from tests.layout.sizes import LAPTOP, PHONE, Screen
from tests.presenters.pages import every_page

PARTS = 2
"""The pages are split, so that processes share them and no test takes minutes."""


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("theme", "language", "screen", "is_second_theme"),
    [
        ("light", "en", LAPTOP, False),
        pytest.param("dark", "en", LAPTOP, True, marks=pytest.mark.campaign),
        ("dark", "es", PHONE, False),
        pytest.param("light", "es", PHONE, True, marks=pytest.mark.campaign),
    ],
    ids=["light-en-laptop", "dark-en-laptop", "dark-es-phone", "light-es-phone"],
)
def test_axe_finds_no_fault_on_any_page(
    browser: Browser, theme: Literal["light", "dark"], language: str, screen: Screen, is_second_theme: bool, part: int
) -> None:
    pages = pages_in(language)
    found = []
    with OnePage(browser, screen, dict(pages)["follow"], color_scheme=theme) as page:
        for name, html in pages[part::PARTS]:
            faults = axe_faults(page.turn_to(html), of_the_theme=is_second_theme)
            found += [f"{name}: {fault}" for fault in faults]
    assert not found, "\n".join(found)


@cache
def pages_in(language: str) -> list[tuple[str, str]]:
    """Every page by name, made once for all the tests of a process."""
    with translation.override(language):
        return list(every_page())
