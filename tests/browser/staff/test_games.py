"""Each role does to a game all that it may, and who plays or watches sees what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.staff.acts import GAME_ACTS, GAMES, VOID
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.desk import carry_out, expect_in_log, find
from tests.browser.staff.world import (
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
"""The pages of a player that everybody sees: ratings, statistics and what they come from."""

ALL_BUT_VOID: Final = """main => {
    main.querySelectorAll("tr.is-void").forEach(row => row.remove());
    return main.innerText;
}"""


class Guests:
    """Who is at the table, or looks at it: Pia plays, Cleo has a seat and has not come yet, somebody watches."""

    def __init__(self, pia: Page, cleo: Page, watcher: Page, staff: Page) -> None:
        self.pia, self.cleo, self.watcher, self.staff = pia, cleo, watcher, staff
        self.table, self.version = pia.url, ""

    def remember(self) -> None:
        self.version = self.pia.locator("#state").get_attribute("data-version") or ""


def the_table_is_shown_anew(guests: Guests) -> None:
    expect(guests.pia.locator("#state")).not_to_have_attribute("data-version", guests.version)


def who_was_away_may_have_the_seat_back(guests: Guests) -> None:
    guests.cleo.goto(guests.table)
    expect(guests.cleo.locator("#seat-back")).to_be_visible()


def who_was_shown_the_cards_is_out(guests: Guests) -> None:
    expect(guests.staff.locator(".hands dd")).to_have_count(4)
    assert guests.staff.request.get(guests.table).status == 403


def only_players_see_the_table(guests: Guests) -> None:
    guests.watcher.goto(guests.table)
    expect(guests.watcher.locator("main")).to_contain_text("for its players only")


def nobody_has_to_bid_any_more(guests: Guests) -> None:
    expect(guests.pia.locator(".bid-form, #hand button.card")).to_have_count(0)
    expect(guests.pia.locator("#game")).to_contain_text("without a winner")


SEEN: Final[dict[str, Callable[[Guests], None]]] = {
    "nudge": the_table_is_shown_anew,
    "seat-bot": who_was_away_may_have_the_seat_back,
    "show-cards": who_was_shown_the_cards_is_out,
    "close-doors": only_players_see_the_table,
    "end": nobody_has_to_bid_any_more,
}


@pytest.mark.parametrize("role", ROLES)
def test_what_a_role_does_to_a_running_game(role: str, signed_in: SignedIn, auditor: Page) -> None:
    staff, pia = signed_in(staff_name(role)), signed_in(pia_of(role))
    address = find(staff, GAMES, pias_table(role))
    wait_until_away(staff, cleo_of(role))
    pia.goto(staff.get_by_role("link", name="Table", exact=True).get_attribute("href") or "")
    guests = Guests(pia, signed_in(cleo_of(role)), signed_in(cleo_of(NOBODY)), staff)
    for act in GAME_ACTS:
        if role in act.roles:
            guests.remember()
            carry_out(staff, address, act)
            SEEN[act.code](guests)
            expect_in_log(auditor, staff_name(role), act.deed, pias_table(role), REASON)


def test_voiding_restores_ratings_and_statistics_exactly(
    served_site: Site, signed_in: SignedIn, new_visitor: Callable[..., Page], auditor: Page
) -> None:
    """For each role that may, the second game of a player: everybody sees her pages as they were before it."""
    visitor = new_visitor()
    before = {role: public_pages(visitor, role) for role in (HOST, ADMINISTRATOR)}
    served_site.manage("shell", "-c", "from tests.browser.staff.world import play_again; play_again()")
    for role in before:
        assert public_pages(visitor, role) != before[role]
        staff = signed_in(staff_name(role))
        carry_out(staff, find(staff, GAMES, veras_second_table(role)), VOID)
        expect_in_log(auditor, staff_name(role), VOID.deed, veras_second_table(role), REASON)
    assert {role: public_pages(visitor, role) for role in before} == before


def public_pages(visitor: Page, role: str) -> list[str]:
    """What Vera's pages and her lines among the leaders say; a void game stays listed, as void."""
    pages = []
    for page in PUBLIC:
        visitor.goto(f"/players/{vera_of(role)}/{page}")
        pages.append(visitor.locator("main").evaluate(ALL_BUT_VOID))
    visitor.goto("/leaders/?company=bots")
    return [*pages, *visitor.locator("main tr").filter(has_text=vera_of(role)).all_inner_texts()]


def wait_until_away(staff: Page, name: str) -> None:
    """A site that has just started takes everybody to be there for some seconds."""
    line = staff.locator(".field-seats tr").filter(has_text=name)
    while line.get_by_text("no", exact=True).count() == 0:
        staff.reload()
