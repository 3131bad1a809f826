"""Accessibility of the admin pages, checked by axe-core."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.models import Game, Report
from tests.browser.staff.actions import GAMES, LOG, MESSAGES, PLAYERS, REPORTS, SETTINGS
from tests.browser.staff.sample_data import NOBODY, dan_of, pias_table, rita_of, staff_name
from tests.layout.axe import axe_faults
from tests.layout.sizes import LAPTOP, PHONE
from tests.staff.people import ADMINISTRATOR

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
def pages(site_database: None) -> list[str]:  # noqa: ARG001  # where the rows are
    """URLs of lists, forms, and for each kind of row its page and an action."""
    objects = {
        PLAYERS: User.objects.get(username=rita_of(NOBODY)),
        GAMES: Game.objects.get(name=pias_table(NOBODY)),
        REPORTS: Report.objects.get(subject__username=dan_of(NOBODY)),
    }
    rows = {kind: f"/admin/{kind}/{row.pk}/" for kind, row in objects.items()}
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
def test_admin_pages_are_accessible(
    look: dict[str, Any], part: int, pages: list[str], visit_as: Callable[..., Page]
) -> None:
    """Each page is checked in one look; in campaigns in both, in either theme, language and size."""
    page = visit_as(User.objects.get(username=staff_name(ADMINISTRATOR)), **look)
    all_faults = []
    for path in pages[part::2]:
        page.goto(path)
        all_faults += [f"{path}: {fault}" for fault in axe_faults(page)]
    assert not all_faults, "\n".join(all_faults)
