"""The table by keyboard: every key that `?` lists, and selecting a card before playing it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import At
from tests.presenters.pages import push
from tests.presenters.scenes import dealt, gathering, on_lead, playing, snapshot, to_play, walk, with_declarer

HIDDEN_INDICES = """indices => indices.filter(index => {
    const { left, top, width, height } = index.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen?.closest(".card") !== index.parentElement;
}).map(index => index.parentElement.id)"""
"""Return the cards whose rank is covered by another card."""

MY_TURN = to_play(with_declarer(2), 0, False)


def sent(page: Page) -> list[str]:
    """Return a list that fills with what is posted from now on."""
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.post_data or "") if request.method == "POST" else None)
    return posts


def test_arrow_keys_move_the_focus_along_the_hand(at: At) -> None:
    page = at(snapshot(MY_TURN))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand button.card:focus")).not_to_have_attribute("aria-disabled", "true")
    before = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == before


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1440, 900)])
def test_focused_card_hides_no_rank_of_other_cards(at: At, size: tuple[int, int]) -> None:
    page = at(snapshot(MY_TURN), size)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand button.card:focus")).to_have_count(1)
    assert page.locator("#hand .card b").evaluate_all(HIDDEN_INDICES) == []


def test_up_and_down_move_the_focus_between_hand_and_dummy(at: At) -> None:
    page = at(snapshot(to_play(with_declarer(0), 3, True)))
    page.keyboard.press("ArrowUp")
    expect(page.locator("#dummy button.card:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hand button.card:focus")).to_have_count(1)


def test_focus_follows_the_turn_to_the_dummy_once(at: At) -> None:
    page = at(snapshot(to_play(with_declarer(0), 0, True)))
    page.keyboard.press("ArrowRight")
    dummys = to_play(with_declarer(0), 3, True)
    push(page, snapshot(dummys, version=41))
    expect(page.locator("#dummy button.card:focus:not([aria-disabled])")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    push(page, snapshot(dummys, version=42))
    expect(page.locator("#hand button.card:focus")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#dummy button.card:focus:not([aria-disabled])")).to_have_count(1)


def test_enter_plays_the_focused_card(at: At) -> None:
    page = at(snapshot(MY_TURN))
    posts = sent(page)
    page.keyboard.press("ArrowRight")
    card = page.locator("#hand button.card:focus").get_attribute("value")
    with page.expect_request(lambda request: request.method == "POST"):
        page.keyboard.press("Enter")
    assert f"card={card}" in posts[0]


def test_digits_and_n_make_a_bid(at: At) -> None:
    page = at(snapshot(dealt(dealer=2)))
    page.keyboard.press("7")
    expect(page.locator("[name=tricks][value='7']")).to_be_checked()
    page.keyboard.press("n")
    expect(page.locator("[data-label]")).to_have_text("Bid 7, nil on my hand")
    page.keyboard.press("n")
    expect(page.locator("[data-label]")).to_have_text("Bid 7")


PRESSED = """digits => {
    for (const key of digits) document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
}"""
"""Press the digits one after another at once, even on a busy machine."""


def test_one_and_a_quick_second_digit_are_one_number(at: At) -> None:
    page = at(snapshot(dealt(dealer=2)))
    for digits, number in (("12", "12"), ("3", "3"), ("17", "7"), ("113", "3")):
        page.evaluate(PRESSED, digits)
        expect(page.locator(f"[name=tricks][value='{number}']")).to_be_checked()


def test_c_opens_the_claim_form(at: At) -> None:
    page = at(snapshot(walk(with_declarer(0), on_lead)))
    page.keyboard.press("c")
    expect(page.locator("#claim-ask form button")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#claim-ask form")).to_be_hidden()


def test_l_shows_the_last_trick_and_hides_it_again(at: At) -> None:
    page = at(snapshot(playing(with_declarer(2), 3, 1)))
    page.keyboard.press("l")
    expect(page.locator("#last-trick .past")).to_be_visible()
    page.keyboard.press("L")
    expect(page.locator("#last-trick .past")).to_be_hidden()


def test_s_opens_the_score_sheet(at: At) -> None:
    page = at(snapshot(MY_TURN))
    with page.expect_request("**/sheet/"):
        page.keyboard.press("s")


def test_question_mark_opens_the_list_of_keys_and_disables_them(at: At) -> None:
    page = at(snapshot(MY_TURN))
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("claim the rest")
    page.keyboard.press("l")
    expect(page.locator("#last-trick")).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_keys_do_nothing_while_typing_in_a_field(at: At) -> None:
    page = at(snapshot(MY_TURN))
    page.locator("#state, .game").first.evaluate("table => table.append(document.createElement('textarea'))")
    page.locator("textarea").press("l")
    expect(page.locator("#last-trick")).not_to_have_attribute("open", "")


def test_skip_link_leads_to_the_own_cards(at: At) -> None:
    page = at(snapshot(MY_TURN))
    link = page.get_by_role("link", name="Skip to my cards")
    link.focus()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#hand button.card:focus")).to_have_count(1)


def test_card_is_played_by_the_second_click_if_confirmation_is_on(at: At) -> None:
    page = at(snapshot(MY_TURN), confirms_card=True)
    posts = sent(page)
    first, second = page.locator("#hand button.card:not([aria-disabled])").all()[:2]
    first.click()
    expect(page.locator("#tell")).to_contain_text("Once more to play it: ")
    second.click()
    expect(page.locator("button.card.picked")).to_have_count(1)
    push(page, snapshot(MY_TURN, version=41))
    expect(page.locator("button.card.picked")).to_have_count(1)
    assert posts == []
    with page.expect_request(lambda request: request.method == "POST"):
        second.click()
    assert f"card={second.get_attribute('value')}" in posts[0]


def test_picked_card_is_confirmed_again_in_the_next_deal(at: At) -> None:
    page = at(snapshot(MY_TURN), confirms_card=True)
    posts = sent(page)
    card = page.locator("#hand button.card:not([aria-disabled])").first
    card.click()
    push(page, snapshot(playing(MY_TURN, 13, 0), version=41))
    push(page, snapshot(MY_TURN, version=42))
    expect(page.locator("button.card.picked")).to_have_count(0)
    card.click()
    expect(page.locator("button.card.picked")).to_have_count(1)
    assert posts == []


def test_s_does_nothing_before_there_are_scores(at: At) -> None:
    page = at(gathering())
    page.keyboard.press("s")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
