"""axe-core finds no fault on any page in any phase: on a laptop in English, or on a phone in Spanish; in campaigns on
both, and in both themes.
"""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.layout.axe import axe_faults
from tests.layout.one_page import OnePage
from tests.layout.sizes import LAPTOP, PHONE, Screen
from tests.pages.pages import usual_tables_in

PARTS = 2
"""The pages are split, so that processes share them and no test takes minutes."""


LIGHT_LAPTOP, DARK_LAPTOP = ("light", "en", LAPTOP, False), ("dark", "en", LAPTOP, True)
DARK_PHONE, LIGHT_PHONE = ("dark", "es", PHONE, False), ("light", "es", PHONE, True)
ALWAYS = {(*LIGHT_LAPTOP, 0), (*DARK_PHONE, 1)}
CASES = [(*look, part) for look in (LIGHT_LAPTOP, DARK_LAPTOP, DARK_PHONE, LIGHT_PHONE) for part in range(PARTS)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("theme", "language", "screen", "is_second_theme", "part"),
    [case if case in ALWAYS else pytest.param(*case, marks=pytest.mark.campaign) for case in CASES],
    ids=str,
)
def test_axe_finds_no_fault_on_any_page(
    browser: Browser,
    site_in: Callable[[str], dict[str, str]],
    theme: Literal["light", "dark"],
    language: str,
    screen: Screen,
    is_second_theme: bool,
    part: int,
) -> None:
    pages = [*usual_tables_in(language).items(), *site_in(language).items()]
    found = []
    with OnePage(browser, screen, dict(pages)["follow"], color_scheme=theme) as page:
        for name, html in pages[part::PARTS]:
            faults = axe_faults(page.turn_to(html), of_the_theme=is_second_theme)
            found += [f"{name}: {fault}" for fault in faults]
    assert not found, "\n".join(found)
