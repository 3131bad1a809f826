"""axe-core finds no fault on any page in any phase: in one look every time, and in every look in campaigns."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.layout.axe import axe_faults
from tests.layout.looks import Look, every_look, one_of
from tests.layout.one_page import OnePage
from tests.layout.sizes import LANGUAGES, LAPTOP, PHONE, Screen
from tests.pages.pages import usual_tables_in

PAIRWISE = (
    Look(LAPTOP, "en", "light", "usual"),
    Look(LAPTOP, "es", "dark", "usual"),
    Look(PHONE, "en", "dark", "usual"),
    Look(PHONE, "es", "light", "usual"),
)
"""With each pair of a screen, a language and a theme. The colours of preferences are compared in test_colours.py."""
SCREENS = (LAPTOP, PHONE)

Site = Callable[[str], dict[str, str]]


@pytest.mark.django_db
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_axe_finds_no_fault_on_any_page(browser: Browser, site_in: Site, screen: Screen) -> None:
    faults = []
    with OnePage(browser, screen, usual_tables_in("en")["follow"]) as page:
        for look in (look for look in PAIRWISE if look.screen == screen):
            for name, html in (usual_tables_in(look.language) | site_in(look.language)).items():
                if one_of(PAIRWISE, name) == look:
                    faults += [f"{look} {name}: {fault}" for fault in axe_faults(page.turn_to(look.shown(html)))]
    assert not faults, "\n".join(faults)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_axe_finds_no_fault_in_any_look(browser: Browser, site_in: Site, screen: Screen, language: str) -> None:
    """The looks after the first one have other colours only."""
    first, *others = every_look(screen, language)
    faults = []
    with OnePage(browser, screen, usual_tables_in(language)["follow"]) as page:
        for name, html in (usual_tables_in(language) | site_in(language)).items():
            page.turn_to(html)
            for look in (first, *others):
                found = axe_faults(page.dress(look), of_the_theme=look != first)
                faults += [f"{look} {name}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


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
