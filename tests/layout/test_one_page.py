"""A page shown in the place of another looks as if it had been loaded itself."""

import pytest
from playwright.sync_api import Browser, Page

from tests.layout.one_page import OnePage
from tests.layout.rules import on_screen, uncut
from tests.layout.scenes import tables_in
from tests.layout.sizes import LAPTOP, PHONE, Screen
from tests.pages.pages import ORIGIN, show

BOXES = """() => [...document.body.querySelectorAll("*")].map(part => {
    const {left, top, width, height} = part.getBoundingClientRect();
    // A seed is made by chance; and a browser may round the width of what fits up or down.
    const written = part.matches("input") || part.scrollWidth <= Math.ceil(width) + 1 ? 0 : part.scrollWidth;
    return [part.localName, part.id || part.className.toString(), left, top, width, height, written];
})"""
REPRESENTATIVE = (
    "follow",
    "low-clocks-1",
    "chat-open",
    "gathering",
    "scored",
    "text-follow",
    "bid-flip2",
    "reason-cards",
)
"""Pages of all kinds: some of what they show is set by a script, or depends on the order of style rules."""


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_page_looks_as_if_it_had_been_loaded(browser: Browser, screen: Screen) -> None:
    pages = {name: tables_in("es")[name] for name in REPRESENTATIVE}
    with OnePage(browser, screen, pages["follow"]) as in_turn, OnePage(browser, screen, pages["follow"]) as loaded:
        show(loaded.page, {f"/{name}": html for name, html in pages.items()})
        for name, html in pages.items():
            loaded.page.goto(f"{ORIGIN}/{name}")
            assert boxes(in_turn.turn_to(html)) == boxes(loaded.page), name


def test_parts_are_measured_anew_once_the_page_is_scrolled(browser: Browser) -> None:
    html = f"<!doctype html><html><body>{'<br>' * 300}<p>The end</p></body></html>"
    with OnePage(browser, LAPTOP, tables_in("en")["follow"]) as page:
        assert len(page.faults({"page": html}, [on_screen("p")])) == 1
        assert page.faults({"page": html}, [uncut("p"), on_screen("p", at_the_end=True)]) == []


def boxes(page: Page) -> list[object]:
    boxes_found: list[object] = page.evaluate(BOXES)
    assert len(boxes_found) > 50
    return boxes_found
