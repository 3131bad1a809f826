"""The review of a deal in Chromium: by keys, by links and back in history, also while the analysis arrives."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games.engine import record_of
from tests.builders import bid, new_deal, play_out


@pytest.fixture
def expected_complaints() -> str:
    """A step replaces the pending request for the analysis."""
    return "Failed to load resource|htmx:ws:error|htmx:error: .*abort"


def test_imported_record_is_stepped_through_and_analysed(page: Page) -> None:
    page.goto("/review/")
    page.get_by_label("Record").fill(json.dumps(record_of(play_out(bid(new_deal(), 4, 5, 3)))))
    page.get_by_role("button", name="Review").click()
    page.wait_for_url("**/review/?deal=*")  # and with it the script that listens to the keys
    position = page.locator(".steps .count")
    expect(position).to_have_text("3/55")
    page.keyboard.press("ArrowRight")
    expect(position).to_have_text("4/55")
    expect(page).to_have_url(re.compile("at=4"))
    page.keyboard.press("ArrowDown")
    expect(position).to_have_text("7/55")
    page.get_by_role("link", name="Card back", exact=True).focus()
    page.keyboard.press("Enter")
    expect(position).to_have_text("6/55")
    expect(page.get_by_role("link", name="Card back", exact=True)).to_be_focused()
    page.go_back()
    expect(position).to_have_text("7/55")
    page.get_by_role("link", name="Player 1", exact=True).click()
    expect(page.locator(".face-down")).to_have_count(2)
    page.get_by_role("link", name="All hands").click()
    expect(page.locator("#findings")).to_contain_text("could take", timeout=280_000)
    expect(page.locator(".holding small").first).to_be_visible()
    expect(position).to_have_text("7/55")
