"""Accessibility of the admin pages, checked by axe-core."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.staff.actions import GAMES, LOG, MESSAGES, PLAYERS, REPORTS, SETTINGS
from tests.browser.staff.admin_pages import open_row
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import NOBODY, dan_of, pias_table, rita_of, staff_name
from tests.layout.axe import axe_faults
from tests.layout.sizes import LAPTOP, PHONE
from tests.staff.people import ADMINISTRATOR

ROWS: Final = {PLAYERS: rita_of(NOBODY), GAMES: pias_table(NOBODY), REPORTS: dan_of(NOBODY)}
LISTS: Final = [f"/admin/{kind}/" for kind in (PLAYERS, GAMES, REPORTS, MESSAGES, LOG, "games/rulespreset")]
OTHERS: Final = [
    "/admin/",
    f"/admin/{SETTINGS}/1/change/",
    "/admin/site_config/announcement/add/",
    "/admin/games/rulespreset/1/change/",
    "/admin/games/rulespreset/1/history/",
    "/admin/games/rulespreset/1/delete/",
]
pytestmark = pytest.mark.xdist_group("staff")

LIGHT: Final[dict[str, Any]] = {"color_scheme": "light", "locale": "en-GB", "viewport": LAPTOP.viewport}
DARK: Final[dict[str, Any]] = {"color_scheme": "dark", "locale": "es-ES", "viewport": PHONE.viewport}


@pytest.fixture
def expected_complaints() -> str:
    """Axe sets inline styles, which the content security policy refuses; the pages set none."""
    return "Applying inline style|Failed to load resource|htmx:ws:error"


@pytest.fixture
def pages(auditor: Page) -> list[str]:
    """URLs of lists, forms, and for each kind of row its page and an action."""
    rows = {kind: open_row(auditor, kind, words) for kind, words in ROWS.items()}
    actions = [f"{rows[PLAYERS]}do/suspend/", f"{rows[PLAYERS]}do/roles/", f"{rows[GAMES]}do/seat-bot/"]
    return [*LISTS, *OTHERS, *(f"{row}change/" for row in rows.values()), *actions, f"{rows[REPORTS]}do/resolve/"]


@pytest.mark.parametrize(
    ("look", "part"),
    [
        (LIGHT, 0),
        (DARK, 1),
        pytest.param(LIGHT, 1, marks=pytest.mark.campaign),
        pytest.param(DARK, 0, marks=pytest.mark.campaign),
    ],
    ids=["light-en", "dark-es-phone", "light-en-other-half", "dark-es-phone-other-half"],
)
def test_admin_pages_are_accessible(look: dict[str, Any], part: int, pages: list[str], signed_in: SignedIn) -> None:
    """Each page is checked in one look; in campaigns in both, in either theme, language and size."""
    page = signed_in(staff_name(ADMINISTRATOR), reduced_motion="reduce", **look)
    found = []
    for path in pages[part::2]:
        page.goto(path)
        found += [f"{path}: {fault}" for fault in axe_faults(page)]
    assert not found, "\n".join(found)
