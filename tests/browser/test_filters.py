"""What is chosen on a player's pages is shown at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.tables import new_player


@pytest.mark.parametrize("address", ["/me/statistics/", "/me/games/", "/people/ranks/?company=people"])
def test_filter_acts_when_it_changes_and_keeps_the_focus(visit_as: Callable[..., Page], address: str) -> None:
    page = visit_as(new_player())
    page.goto(address)
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    box = page.locator(".filter-box > summary")
    if box.count():
        box.click()
    chosen = page.locator(".filters select").first
    chosen.focus()
    value = chosen.locator("option").last.get_attribute("value") or ""
    name = chosen.get_attribute("name")
    chosen.select_option(value)
    page.wait_for_url(f"**{name}={value}*")
    expect(page.locator(".filters select").first).to_have_value(value)
    expect(page.locator(".filters select").first).to_be_focused()
