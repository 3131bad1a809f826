"""The table by keyboard: every key that `?` lists, and selecting a card before playing it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import At
from tests.pages.scenes import snapshot, to_play, with_declarer

HIDDEN_INDICES = """indices => indices.filter(index => {
    const { left, top, width, height } = index.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen?.closest(".card") !== index.parentElement;
}).map(index => index.parentElement.id)"""
"""Return the cards whose rank is covered by another card."""

MY_TURN = to_play(with_declarer(2), 0, False)


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1440, 900)])
def test_focused_card_hides_no_rank_of_other_cards(at: At, size: tuple[int, int]) -> None:
    page = at(snapshot(MY_TURN), size)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand button.card:focus")).to_have_count(1)
    assert page.locator("#hand .card b").evaluate_all(HIDDEN_INDICES) == []
