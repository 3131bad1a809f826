"""The pages of a tournament on paper: standings and boards, and nothing to press."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.competitions.tournaments.tournaments import go_on, play_round, running
from tests.pages.pages import ORIGIN, show

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

A4: tuple[int, int] = (680, 1010)
"""In CSS pixels, without margins."""


def test_standings_and_boards_are_printed_without_navigation(page: Page) -> None:
    tournament = running(9, rounds=2)
    play_round(tournament)
    go_on(tournament)
    address, client = f"/tournaments/{tournament.code}/", Client()
    show(page, {each: client.get(each).text for each in (address, f"{address}?round=1")})
    page.set_viewport_size({"width": A4[0], "height": A4[1]})
    page.emulate_media(media="print")
    page.goto(ORIGIN + address)
    expect(page.get_by_role("columnheader", name="Above the field")).to_be_visible()
    assert page.locator("tbody tr:visible").count() == 9
    assert_nothing_to_press(page)
    page.goto(f"{ORIGIN}{address}?round=1")
    seats = [table.bounding_box() for table in page.locator("table.of-seat").all()]
    assert len({box["y"] for box in seats if box}) == 1, "the three seats of a board are side by side"
    assert len({box["x"] for box in seats if box}) == 3
    assert_nothing_to_press(page)


def assert_nothing_to_press(page: Page) -> None:
    """Fail if buttons, navigation or parts outside the sheet would be printed."""
    assert page.locator(":is(nav, header.site, body > footer, button, form, .btn, .next-step):visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= A4[0]
