"""Hands under review hold their cards, however the thirteen are divided among the suits."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.rules import on_screen
from tests.layout.scenes import LONG_NAMES, tables_in
from tests.layout.sizes import LANDSCAPE, LANGUAGES, LAPTOP, PHONE, SMALLEST, Screen

SHAPES = [(one, row - one, 13 - row, 0) for row in range(14) for one in {0, row // 2, row - row // 8}]
"""How many spades, hearts, clubs and diamonds: every division between the two rows of a hand at the side."""
STICKING_OUT = """shapes => shapes.flatMap(shape => {
    const holding = ".review-hand .holding";
    for (const hand of document.querySelectorAll(holding)) {
        const card = hand.querySelector("li:not(.sr)").outerHTML;
        hand.querySelectorAll(".suit").forEach((suit, at) => {
            suit.className = suit.className.replace(/count-\\d+/, `count-${shape[at]}`);
            suit.innerHTML = card.repeat(shape[at]);
        });
    }
    const isOut = card => {
        const [own, hand] = [card, card.closest(".review-hand")].map(part => part.getBoundingClientRect());
        return own.right > hand.right + .5 || own.left < hand.left - .5;
    };
    const out = [...document.querySelectorAll(`${holding} .card`)].filter(isOut);
    return out.length ? [`${shape}: ${out.length} cards`] : [];
})"""
CUT = """() => [...document.querySelectorAll(".review-hand .holding .suit > li:not(.sr)")].flatMap(card => {
    const next = card.nextElementSibling?.getBoundingClientRect(), rank = card.querySelector("b");
    const range = document.createRange();
    range.selectNodeContents(rank.firstChild);
    const cut = next ? range.getBoundingClientRect().right - next.left : 0;
    return cut > 1 ? [`${rank.textContent} by ${cut.toFixed(1)} px`] : [];
})"""


@pytest.mark.django_db
@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_no_rank_of_a_hand_under_review_is_cut(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen
) -> None:
    with OnePage(browser, screen, tables_in("en")["follow"]) as page:
        for name in ("review", "own-review", "review-proved"):
            assert page.turn_to(site_in("en")[name]).evaluate(CUT) == [], name


@pytest.mark.django_db
@pytest.mark.parametrize("screen", [SMALLEST, PHONE, LAPTOP], ids=str)
def test_no_card_sticks_out_of_a_hand_under_review(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen
) -> None:
    with OnePage(browser, screen, tables_in("en")["follow"]) as page:
        assert page.turn_to(site_in("en")["review-proved"]).evaluate(STICKING_OUT, SHAPES) == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notice_leaves_all_hands_in_sight_on_a_phone_held_sideways(
    browser: Browser, site_in: Callable[[str], dict[str, str]], language: str
) -> None:
    names = ("together-follows", "together-leads", "together-alone", "watched-behind")
    pages = {name: re.sub(r"Player \d+", LONG_NAMES[0], site_in(language)[name]) for name in names}
    with OnePage(browser, LANDSCAPE, tables_in("en")["follow"]) as page:
        hands, notices = on_screen(".review-hand, .stepper"), on_screen(":is(#together-bar, #behind) .btn")
        assert page.faults(pages, [hands, notices]) == []
