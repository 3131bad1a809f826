"""The review of a deal in Chromium: by keys, by links and back in history, also while the analysis arrives."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games.engine import PeekRule, record_of
from tests.builders import bid, new_deal, play_out
from tests.engine.proved_records import proved_record


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
    page.get_by_role("link", name="Previous card", exact=True).focus()
    page.keyboard.press("Enter")
    expect(position).to_have_text("6/55")
    expect(page.get_by_role("link", name="Previous card", exact=True)).to_be_focused()
    page.go_back()
    expect(position).to_have_text("7/55")
    page.get_by_role("link", name="Player 1", exact=True).click()
    expect(page.locator(".face-down")).to_have_count(2)
    page.get_by_role("link", name="All hands").click()
    expect(page.locator("#findings")).to_contain_text("could take", timeout=280_000)
    expect(page.locator(".holding small").first).to_be_visible()
    expect(position).to_have_text("7/55")


def test_deals_are_verified_in_the_browser(page: Page) -> None:
    """Whole records on several lines, one on each line, changed ones, and what is none."""
    page.goto("/verify/")
    field, verify = page.get_by_label("Record"), page.get_by_role("button", name="Verify")
    deals, answer = page.locator("#verified section"), page.locator("#verified")
    rematch, proved = proved_record(1, PeekRule.FLIP2, rematch=True), proved_record(3, PeekRule.FOUR)
    field.fill(f"{json.dumps(rematch)}\n{json.dumps(proved)}\n")
    verify.click()
    expect(deals.locator("h2")).to_have_text([f"Deal {number}: ✓ holds" for number in (1, 3)])
    expect(deals.first).to_contain_text("nobody draws in a rematch")
    expect(deals.last).to_contain_text(" ".join(proved["hands"]["dummy"]))
    proof = proved["proof"]
    elsewhere = [looked | {"places": sorted({*range(13)} - {*looked["places"]})[:4]} for looked in proved["peeks"]]
    changes = {
        "hands": {"proof": proof | {"seeds": ["", "", "bot"]}},
        "commitment": {"proof": proof | {"commitment": "0" * 64}},
        "draw": {"dealer": (proved["dealer"] + 1) % 3},
        "peeks": {"peeks": elsewhere},
    }
    for step, change in changes.items():
        field.fill(json.dumps(proved | change, indent=1))
        verify.click()
        expect(deals.locator("h2")).to_have_text(["Deal 3: ✗ does not hold"])
        expect(deals.locator(f"[data-says={step}]")).to_have_text("✗ does not hold")
    duplicate = proved_record(5, PeekRule.FLIP2, duplicate=True)
    for record, says in ((duplicate, "holds"), (duplicate | {"dealer": (duplicate["dealer"] + 1) % 3}, "not hold")):
        field.fill(json.dumps(record))
        verify.click()
        expect(deals.locator("[data-says=plan]")).to_contain_text(says)
        expect(deals.locator("h2")).to_contain_text(says)
        expect(deals).to_contain_text("HDC → ")
    for text in ("{}", "no record", json.dumps(record_of(new_deal()))):
        field.fill(text)
        verify.click()
        expect(answer).to_have_text("There is no record with a proof here.")
