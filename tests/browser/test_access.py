"""Whole deals by keyboard alone, and by the roles and names of the accessibility tree alone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.person import TO_DO

A_CARD = re.compile(r"^(Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace) of \w+$")
NEXT_DEAL = "Ready for deal 2"
TABS_AT_MOST = 80
ON_TURN = "form:has(> .part > .on-turn)"


def test_deal_can_be_played_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    tab_to(page, "#visitor-name")
    page.keyboard.type("Kim")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*/")
    tab_to(page, "#ready button")
    page.keyboard.press("Enter")
    cards = 0
    while True:
        page.locator(f"{TO_DO}, #sheet #ready").first.wait_for()
        if page.locator("#sheet #ready").count():
            break
        version = page.locator("[data-version]").get_attribute("data-version")
        if page.locator(".bid-form").count():
            page.keyboard.press("4")
            page.keyboard.press("Enter")
        elif page.locator(".claim-box [name=accept]").count():
            tab_to(page, ".claim-box [name=accept][value=no]")
            page.keyboard.press("Enter")
        elif page.locator(f"{ON_TURN} button.card").count():
            walk_to_a_legal_card(page)
            page.keyboard.press("Enter")
            cards += 1
        expect(page.locator("[data-version]")).not_to_have_attribute("data-version", version or "")
    assert cards in (13, 26)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what the selector names has the focus."""
    page.locator(selector).wait_for()
    for _ in range(TABS_AT_MOST):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} can't be reached by Tab")


def walk_to_a_legal_card(page: Page) -> None:
    """Move the focus up or down to the hand on turn, then right to a card that may be played."""
    page.keyboard.press("ArrowUp" if page.locator("#dummy:has(> .part > .on-turn)").count() else "ArrowDown")
    for _ in range(13):
        if page.locator(f"{ON_TURN} button.card:focus:not([aria-disabled])").count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("the arrows found no card to play")


def test_deal_can_be_played_through_the_accessibility_tree(page: Page) -> None:
    page.goto("/")
    page.get_by_role("textbox", name="Your name at the table").fill("Robin")
    page.get_by_role("button", name="Play with two bots").click()
    press(page.get_by_role("button", name="Deal now"))
    cards = page.get_by_role("button", name=A_CARD, disabled=False)
    bid = page.get_by_role("button", name=re.compile("^Bid"))
    refuse = page.get_by_role("button", name="Play on", exact=True)
    over = page.get_by_role("button", name=NEXT_DEAL)
    played = 0
    while True:
        cards.or_(bid).or_(refuse).or_(over).first.wait_for()
        if over.count():
            break
        if bid.count():
            page.get_by_role("radio", name="4", exact=True).check()
            press(page.get_by_role("button", name="Bid 4", exact=True))
        elif refuse.count():
            press(refuse)
        elif cards.count():
            press(page.get_by_role("button", name=cards.first.get_attribute("aria-label"), exact=True))
            played += 1
    assert played in (13, 26)
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("fails|makes"))
    assert len(page.get_by_role("article").all()) == 3


def press(button: Locator) -> None:
    """Press, and wait until the control is gone."""
    button.click()
    expect(button).to_have_count(0)
