"""The dummy's row on a phone shows the rank of each card, however the thirteen are divided among the suits."""

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import PHONE

SHAPES: Final = [(6, 2, 5), (2, 2, 9), (5, 1, 7), (11, 1, 1)]
"""How many cards of each of three suits."""
UNEVEN: Final = """shapes => shapes.flatMap(shape => {
    const suits = [...document.querySelectorAll("#open-dummy .suit")];
    const card = suits[0].querySelector("li").outerHTML;
    suits.forEach((suit, at) => {
        suit.className = suit.className.replace(/count-\\d+/, `count-${shape[at]}`);
        suit.innerHTML = card.repeat(shape[at]);
    });
    const left = card => card.getBoundingClientRect().left;
    const covered = suits.flatMap(suit => [...suit.children].slice(1));
    const shown = covered.map(card => left(card) - left(card.previousSibling));
    const narrowest = Math.min(...shown), widest = Math.max(...shown);
    return widest - narrowest > 1 ? [`${shape}: from ${narrowest.toFixed(1)} to ${widest.toFixed(1)} px`] : [];
})"""


@pytest.mark.django_db
def test_each_covered_card_of_the_dummys_row_shows_as_much(browser: Browser) -> None:
    with OnePage(browser, PHONE, tables_in("en")["follow"]) as shown:
        assert shown.page.evaluate(UNEVEN, SHAPES) == []
