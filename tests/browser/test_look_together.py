"""Three people look at a deal together, on a phone, a tablet and a laptop: one leads, and the others' pages follow."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.play import bot_timing
from tests.tables import finish_deals, here, snapshot_for, three_people, user_at

SCREENS = ({"width": 360, "height": 640}, {"width": 768, "height": 1024}, {"width": 1440, "height": 900})


@pytest.fixture
def code(site_database: None, monkeypatch: pytest.MonkeyPatch) -> str:  # noqa: ARG001  # where the table is stored
    """Return the code of a table of three people who have played one deal, whose score is shown for long."""
    monkeypatch.setattr(bot_timing, "SHEET_SHOWN", 600.0)
    code = three_people()
    finish_deals(code)
    here(code)
    return code


@pytest.fixture
def pages(code: str, visit_as: Callable[..., Page]) -> list[Page]:
    """The table on a phone, a tablet and a laptop."""
    pages = [
        visit_as(user_at(code, player), viewport=screen, has_touch=not player, is_mobile=not player)
        for player, screen in enumerate(SCREENS)
    ]
    for page in pages:
        page.goto(f"/tables/{code}/")
    return pages


def step(page: Page) -> Locator:
    return page.locator(".steps .count b")


def bar(page: Page) -> Locator:
    return page.locator("#together-bar")


def test_one_leads_and_the_others_follow_until_the_next_deal_begins(code: str, pages: list[Page]) -> None:
    phone, tablet, laptop = pages
    tablet.get_by_role("button", name="Look together").click()
    expect(bar(tablet)).to_contain_text("You lead")
    phone.get_by_role("link", name="Join in").tap()
    laptop.get_by_role("link", name="Join in").click()
    for page in (phone, laptop):
        expect(bar(page)).to_contain_text("leads: this page follows")
    for _ in range(3):
        tablet.keyboard.press("ArrowRight")
    expect(step(tablet)).to_have_text("6")
    tablet.get_by_role("link", name=snapshot_for(code).seats[2].name, exact=True).click()
    for page in pages:
        expect(step(page)).to_have_text("6")
        expect(page.locator(".modes [id^=mode-][aria-current]")).not_to_have_text("All hands")
    laptop.keyboard.press("ArrowRight")
    expect(step(laptop)).to_have_text("7")
    expect(step(phone)).to_have_text("6")
    laptop.get_by_role("link", name=re.compile("’s step")).click()
    expect(step(laptop)).to_have_text("6")
    the_phone_takes_the_lead(phone, tablet, laptop)
    the_next_deal_begins(pages)


def the_phone_takes_the_lead(phone: Page, tablet: Page, laptop: Page) -> None:
    phone.get_by_role("button", name="Take the lead").tap()
    expect(bar(phone)).to_contain_text("You lead")
    expect(step(phone)).to_have_text("6")
    expect(bar(tablet)).to_contain_text("leads: this page follows")
    phone.get_by_role("link", name="Next trick", exact=True).tap()
    for page in (phone, tablet, laptop):
        expect(step(page)).to_have_text("7")
    tablet.keyboard.press("ArrowRight")  # who led before leads nobody any more
    expect(step(tablet)).to_have_text("8")
    phone.get_by_role("link", name="Next card", exact=True).tap()
    phone.get_by_role("link", name="Next card", exact=True).tap()
    for page in (phone, tablet, laptop):
        expect(step(page)).to_have_text("9")


def the_next_deal_begins(pages: list[Page]) -> None:
    """Each says at the table, in another tab, to be ready; the reviews say that the deal has begun."""
    for page in pages:
        table = page.context.new_page()
        table.goto(page.url.split("deals/")[0])
        table.get_by_role("button", name="Ready for deal 2").click()
        expect(table.locator("#ready button")).to_have_count(0)
    for page in pages:
        expect(bar(page)).to_contain_text("Deal 2 has begun")
        page.get_by_role("link", name="Go to table").click()
        expect(page.locator("#hand")).to_be_visible()
