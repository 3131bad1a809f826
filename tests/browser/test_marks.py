"""A moment is marked during the play, found in the review, and played on from there."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.tables import finish_deals, here, play_on, three_people, to_play, user_at


def test_marked_moment_is_found_in_the_review_and_played_on(visit_as: Callable[..., Page]) -> None:
    code = three_people()
    play_on(code, to_play)
    here(code)
    page = visit_as(user_at(code), viewport={"width": 360, "height": 640}, has_touch=True)
    page.goto(f"/tables/{code}/")
    expect(page.locator("#hand")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("#notice")).to_contain_text("Marked for your review.")
    finish_deals(code)
    page.goto(f"/tables/{code}/deals/1/")
    page.get_by_role("radio", name="Moves").tap()
    page.locator("#mark-1").tap()
    expect(page.locator("#mark-1")).to_have_attribute("aria-current", "step")
    page.locator(".play-on").get_by_role("button", name="yourself").tap()
    page.wait_for_url(lambda address: code not in address)
    expect(page.locator("#review")).to_have_count(0)
    expect(page.locator("#hand")).to_be_visible()
