"""The steps of a review: each press counts, also one while another step is loading."""

import pytest
from playwright.sync_api import Page, expect

from tests.pages.pages import review_being_analysed, review_not_analysed, review_step, review_that_holds_the_next_deal
from tests.scripts.conftest import PHONE, Screen, Screens


@pytest.fixture
def page(screen: Screen) -> Page:
    """The page of a review at its tenth step."""
    page = screen.open_page(review_not_analysed(10))
    page.evaluate("document.querySelector('[value=moves]').click()")
    return page


def test_own_hand_is_in_sight_on_a_phone_while_the_next_deal_waits(screens: Screens) -> None:
    page = screens((360, 740)).open_page(review_that_holds_the_next_deal())
    hand, steps = page.locator(".review-hand.at-bottom").bounding_box(), page.locator(".stepper").bounding_box()
    assert hand
    assert steps
    assert hand["y"] + hand["height"] <= steps["y"]


def answer_all(screen: Screen) -> list[int]:
    """Answer each request for a step with it, until none is left; return the steps. Only one is under way at a time."""
    steps: list[int] = []
    while len(screen.asked) > len(steps):
        assert len(screen.asked) == len(steps) + 1
        steps.append(int(screen.asked[len(steps)][1].removeprefix("at=")))
        screen.answer(len(steps) - 1, review_step(steps[-1]))
    expect(screen.page.locator(".steps .count")).to_have_text(f"{steps[-1]}/58")
    return steps


def test_quick_presses_and_clicks_go_on_step_by_step(page: Page, screen: Screen) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Next card", exact=True).dblclick()
    page.keyboard.press("ArrowLeft")
    assert answer_all(screen) == [11, 12, 13, 14, 13]


def test_key_held_down_asks_for_no_more_steps_than_are_loaded(page: Page, screen: Screen) -> None:
    page.keyboard.down("ArrowRight")
    page.keyboard.down("ArrowRight")
    page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    assert answer_all(screen) == [11]


@pytest.mark.parametrize(
    ("step", "key", "beside", "end"), [("back", "ArrowLeft", 1, 0), ("forward", "ArrowRight", 57, 58)]
)
def test_step_at_the_end_keeps_the_focus_and_asks_for_nothing(
    screen: Screen, step: str, key: str, beside: int, end: int
) -> None:
    page = screen.open_page(review_not_analysed(beside))
    link = page.locator(f"#step-{step}")
    link.press("Enter")
    screen.answer(0, review_step(end))
    expect(link).to_be_focused()
    expect(link).to_be_disabled()
    link.press("Enter")
    page.keyboard.press(key)
    place = link.bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    assert len(screen.asked) == 1


def test_another_place_chosen_meanwhile_is_where_it_goes(page: Page, screen: Screen) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator(".review-log a").nth(30).click()
    assert len(screen.asked) == 2
    chosen = int(screen.asked[1][1].removeprefix("at="))
    screen.answer(1, review_step(chosen))
    expect(page.locator(".steps .count")).to_have_text(f"{chosen}/58")
    assert len(screen.asked) == 2


def test_request_that_gave_way_to_another_one_is_no_error(screen: Screen) -> None:
    """The page's own one for news gives way to a step, and that to another place."""
    page, errors = screen.open_page(review_being_analysed(10)), list[str]()
    page.evaluate("document.querySelector('[value=moves]').click()")
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.clock.run_for(2_500)
    page.keyboard.press("ArrowRight")
    page.locator(".review-log a").nth(30).click()
    page.locator(".review-log a").nth(20).click()
    assert len(screen.asked) == 4
    chosen = int(screen.asked[3][1].removeprefix("at="))
    screen.answer(3, review_step(chosen))
    expect(page.locator(".steps .count")).to_have_text(f"{chosen}/58")
    assert errors == []


def test_step_that_is_never_answered_is_given_up(page: Page, screen: Screen) -> None:
    page.keyboard.press("ArrowRight")
    page.clock.run_for(25_000)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert [query for _, query in screen.asked] == ["at=11", "at=11"]


def test_steps_of_a_phone_move_neither_the_page_nor_their_bar(screens: Screens) -> None:
    screen = screens(PHONE)
    page = screen.open_page(review_not_analysed(6))
    before = [page.locator(part).bounding_box() for part in (".stepper", ".review-felt")]
    for number, step in enumerate((7, 8, 9)):
        page.locator("#step-forward").click()
        screen.answer(number, review_step(step))
        expect(page.locator(".steps .count")).to_have_text(f"{step}/58")
        assert [page.locator(part).bounding_box() for part in (".stepper", ".review-felt")] == before
    assert page.evaluate("scrollY") == 0


def test_swipe_over_the_table_goes_a_card_on_or_back(page: Page, screen: Screen) -> None:
    for to, step in ((20, 11), (220, 10)):
        felt = page.locator(".review-felt")
        felt.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 120, "clientY": 200})
        felt.dispatch_event("pointerup", {"pointerType": "touch", "clientX": to, "clientY": 210})
        screen.answer(-1, review_step(step))
        expect(page.locator(".steps .count")).to_have_text(f"{step}/58")
    felt.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 120, "clientY": 200})
    felt.dispatch_event("pointerup", {"pointerType": "touch", "clientX": 60, "clientY": 400})
    assert len(screen.asked) == 2, "that was a way down the page"


def test_phone_shows_moves_mistakes_or_bids_and_keeps_the_choice(screens: Screens) -> None:
    screen = screens(PHONE)
    page = screen.open_page(review_not_analysed(6))
    parts = {"Moves": ".review-log", "Mistakes": ".of-mistakes", "Bids": ".of-bids"}
    for word in ("Moves", "Bids", "Mistakes"):
        page.locator(".review-tabs label", has_text=word).click()
        for other, part in parts.items():
            expect(page.locator(part)).to_be_visible(visible=other == word)
    page.locator("#step-forward").click()
    screen.answer(0, review_step(7))
    expect(page.locator(".of-mistakes")).to_be_visible()
    expect(page.locator(".review-log")).to_be_hidden()


def test_what_a_tab_chooses_is_in_sight(screens: Screens) -> None:
    """The table fills a phone: what is below it would be chosen unseen. The tab that is chosen already shows it too."""
    page = screens(PHONE).open_page(review_not_analysed(6))
    for word, part in (("Bids", ".of-bids"), ("Mistakes", ".of-mistakes"), ("Mistakes", ".of-mistakes")):
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(part).first).not_to_be_in_viewport()
        page.locator(".review-tabs label", has_text=word).evaluate("label => label.click()")
        expect(page.locator(part).first).to_be_in_viewport()
        expect(page.locator(".review-tabs")).to_be_in_viewport(ratio=1)
