"""Each role performs all its actions on a game, and players and spectators see the effect."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.staff.actions import GAME_ACTIONS, GAMES, VOID
from tests.browser.staff.admin_pages import expect_log_entry, open_row, perform
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import (
    NOBODY,
    REASON,
    cleo_of,
    pia_of,
    pias_table,
    staff_name,
    vera_of,
    veras_second_table,
)
from tests.sites import Site
from tests.staff.people import ADMINISTRATOR, HOST, ROLES

PUBLIC: Final = ("", "statistics/", "deals/", "games/")
"""A player's public pages: ratings, statistics, deals and games."""

ALL_BUT_VOID: Final = """main => {
    main.querySelectorAll("tr.is-void").forEach(row => row.remove());
    return main.innerText;
}"""


class TableBrowsers:
    """Browsers at one table: Pia plays, Cleo has a seat but is absent, somebody watches, and staff."""

    def __init__(self, pia: Page, cleo: Page, watcher: Page, staff: Page) -> None:
        self.pia, self.cleo, self.watcher, self.staff = pia, cleo, watcher, staff
        self.table, self.version = pia.url, ""

    def remember_version(self) -> None:
        self.version = self.pia.locator("#state").get_attribute("data-version") or ""


def table_is_updated(browsers: TableBrowsers) -> None:
    expect(browsers.pia.locator("#state")).not_to_have_attribute("data-version", browsers.version)


def absent_player_may_take_the_seat_back(browsers: TableBrowsers) -> None:
    browsers.cleo.goto(browsers.table)
    expect(browsers.cleo.locator("#seat-back")).to_be_visible()


def staff_see_the_cards_and_not_the_table(browsers: TableBrowsers) -> None:
    expect(browsers.staff.locator(".hands dd")).to_have_count(4)
    assert browsers.staff.request.get(browsers.table).status == 403


def spectators_are_refused(browsers: TableBrowsers) -> None:
    browsers.watcher.goto(browsers.table)
    expect(browsers.watcher.locator("main")).to_contain_text("for its players only")


def game_ended_without_winner(browsers: TableBrowsers) -> None:
    expect(browsers.pia.locator(".bid-form, #hand button.card")).to_have_count(0)
    expect(browsers.pia.locator("#game")).to_contain_text("without a winner")


EFFECTS: Final[dict[str, Callable[[TableBrowsers], None]]] = {
    "nudge": table_is_updated,
    "seat-bot": absent_player_may_take_the_seat_back,
    "show-cards": staff_see_the_cards_and_not_the_table,
    "close-to-spectators": spectators_are_refused,
    "end": game_ended_without_winner,
}


@pytest.mark.parametrize("role", ROLES)
def test_game_actions_by_role(role: str, signed_in: SignedIn, auditor: Page) -> None:
    staff, pia = signed_in(staff_name(role)), signed_in(pia_of(role))
    address = open_row(staff, GAMES, pias_table(role))
    wait_until_away(staff, cleo_of(role))
    pia.goto(staff.get_by_role("link", name="Table", exact=True).get_attribute("href") or "")
    browsers = TableBrowsers(pia, signed_in(cleo_of(role)), signed_in(cleo_of(NOBODY)), staff)
    for action in GAME_ACTIONS:
        if role in action.roles:
            browsers.remember_version()
            perform(staff, address, action)
            EFFECTS[action.code](browsers)
            expect_log_entry(auditor, staff_name(role), action.log_entry, pias_table(role), REASON)


def test_voiding_restores_ratings_and_statistics(
    served_site: Site, signed_in: SignedIn, new_visitor: Callable[..., Page], auditor: Page
) -> None:
    """After voiding a player's second game, her public pages are as they were before it, for each permitted role."""
    visitor = new_visitor()
    before = {role: public_pages(visitor, role) for role in (HOST, ADMINISTRATOR)}
    served_site.manage("shell", "-c", "from tests.browser.staff.sample_data import play_again; play_again()")
    for role in before:
        assert public_pages(visitor, role) != before[role]
        staff = signed_in(staff_name(role))
        perform(staff, open_row(staff, GAMES, veras_second_table(role)), VOID)
        expect_log_entry(auditor, staff_name(role), VOID.log_entry, veras_second_table(role), REASON)
    assert {role: public_pages(visitor, role) for role in before} == before


def public_pages(visitor: Page, role: str) -> list[str]:
    """Return the text of Vera's public pages and leaderboard rows, without the row that lists the void game."""
    pages = []
    for page in PUBLIC:
        visitor.goto(f"/players/{vera_of(role)}/{page}")
        pages.append(visitor.locator("main").evaluate(ALL_BUT_VOID))
    visitor.goto("/leaders/?company=bots")
    return [*pages, *visitor.locator("main tr").filter(has_text=vera_of(role)).all_inner_texts()]


def wait_until_away(staff: Page, name: str) -> None:
    """Wait until the player counts as absent: a new site counts everybody as present for some seconds."""
    line = staff.locator(".field-seats tr").filter(has_text=name)
    while line.get_by_text("no", exact=True).count() == 0:
        staff.reload()
