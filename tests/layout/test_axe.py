"""axe-core finds no fault on any page in any phase: on a laptop in English, or on a phone in Spanish; in campaigns on
both, and in both themes.
"""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.layout.axe import axe_faults
from tests.layout.one_page import OnePage
from tests.layout.sizes import LAPTOP, PHONE, Screen
from tests.pages.pages import usual_tables_in

PARTS = 2
"""The pages are split, so that processes share them and no test takes minutes."""


LIGHT_LAPTOP, DARK_LAPTOP = ("light", "en", LAPTOP, False), ("dark", "en", LAPTOP, True)
DARK_PHONE, LIGHT_PHONE = ("dark", "es", PHONE, False), ("light", "es", PHONE, True)
ALWAYS = {(*LIGHT_LAPTOP, 0), (*DARK_PHONE, 1)}
CASES = [(*look, part) for look in (LIGHT_LAPTOP, DARK_LAPTOP, DARK_PHONE, LIGHT_PHONE) for part in range(PARTS)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("theme", "language", "screen", "is_second_theme", "part"),
    [case if case in ALWAYS else pytest.param(*case, marks=pytest.mark.campaign) for case in CASES],
    ids=str,
)
def test_axe_finds_no_fault_on_any_page(
    browser: Browser,
    site_in: Callable[[str], dict[str, str]],
    theme: Literal["light", "dark"],
    language: str,
    screen: Screen,
    is_second_theme: bool,
    part: int,
) -> None:
    pages = [*usual_tables_in(language).items(), *site_in(language).items()]
    all_faults = []
    with OnePage(browser, screen, dict(pages)["follow"], color_scheme=theme) as page:
        for name, html in pages[part::PARTS]:
            faults = axe_faults(page.turn_to(html), of_the_theme=is_second_theme)
            all_faults += [f"{name}: {fault}" for fault in faults]
    assert not all_faults, "\n".join(all_faults)


@pytest.mark.parametrize(
    "faint",
    [
        "<p class=text style='color: #999'>Bags</p>",
        "<section style='background: #333'><p class=text>Bags</p></section>",
        "<section style='opacity: .3'><p class=text>Bags</p></section>",
        "<section style='background: #555'><input class=text aria-label=Bags value=Bags></section>",
    ],
    ids=["color", "background", "opacity", "input"],
)
def test_faint_text_is_noticed_after_the_same_one_with_contrast(browser: Browser, faint: str) -> None:
    page = browser.new_page()
    page.set_content(
        in_a_page("<section><p class=text>Bags</p><input class=text aria-label=Bags value=Bags></section>")
    )
    assert axe_faults(page) == []
    page.evaluate("html => document.querySelector('main').innerHTML = html", f"<h1>Scores</h1>{faint}")
    assert [fault.split()[0] for fault in axe_faults(page)] == ["color-contrast"]
    page.close()


def in_a_page(markup: str) -> str:
    style = "<style>.text {color: #000; background: none; border: 0; font-size: 16px}</style>"
    return f"<!doctype html><html lang=en><title>Scores</title>{style}<main><h1>Scores</h1>{markup}</main></html>"
