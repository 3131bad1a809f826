"""Panels side by side fill their rows, whatever their number: none leaves a hole beside it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import LAPTOP, PHONE, UPRIGHT_TABLET, Screen

ROWS = ".today, .tiles, .further-doors"
HOLES = """rows => [...document.querySelectorAll(rows)].map(row => {
    const panels = row.querySelectorAll(":scope > :is(.panel, .tile, .enter-code, li)");
    return row.getBoundingClientRect().right - [...panels].at(-1).getBoundingClientRect().right;
})"""


@pytest.mark.django_db
@pytest.mark.parametrize("screen", [PHONE, UPRIGHT_TABLET, LAPTOP], ids=str)
def test_last_panel_of_a_row_ends_where_the_row_ends(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen
) -> None:
    with OnePage(browser, screen, tables_in("en")["follow"]) as page:
        for name in ("play-day", "home", "today"):
            holes = page.turn_to(site_in("en")[name]).evaluate(HOLES, ROWS)
            assert holes == pytest.approx([0] * len(holes), abs=1), name
