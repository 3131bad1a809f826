"""The button of a bid says what is missing, also without JavaScript and in the language of the page."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.engine import BiddingStyle
from tests.pages.pages import ORIGIN, show, table
from tests.pages.scenes import dealt, snapshot

LACKS = {"en": ("Choose a number", "Choose a hand for nil"), "es": ("Elige un número", "Elige la mano del nil")}


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 360, "height": 640}, java_script_enabled=request.param)
    yield page
    page.close()


@pytest.mark.parametrize("language", LACKS)
def test_button_asks_for_the_number_and_then_for_the_nil(page: Page, language: str) -> None:
    number, nil = LACKS[language]
    with translation.override(language):
        show(page, {"/": table(snapshot(dealt(dealer=2, bidding=BiddingStyle.SUICIDE)))})
    page.goto(ORIGIN)
    button = page.locator(".bid-form button")
    for _ in range(2):  # pressing it changes nothing
        expect(button).to_have_text(number, use_inner_text=True)
        button.click()
    expect(page.locator("[name=tricks]").first).to_be_focused()
    page.locator(".numbers label").nth(2).click()
    expect(button).to_have_text(nil, use_inner_text=True)
    button.click()
    expect(page.locator("[name=nils]").first).to_be_focused()
    page.locator(".nil-choices label").first.click()
    expect(button).not_to_have_text(nil, use_inner_text=True)
