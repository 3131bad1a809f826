"""The pages other than the table on the narrowest phones: nothing overflows, and links are large enough to tap."""

import re

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from tests.presenters.pages import ORIGIN, every_page, show

FAULTS = """() => {
    const box = part => document.querySelector(part).getBoundingClientRect();
    const cut = part => part.scrollWidth > part.clientWidth && part.checkVisibility();
    const low = part => part.checkVisibility() && part.getBoundingClientRect().height < 44;
    const found = [...document.querySelectorAll(".btn, .who-am-i")].filter(cut);
    found.push(...[...document.querySelectorAll(".links a, .log-lines a, .log-card, .site a")].filter(low));
    if (document.documentElement.scrollWidth > innerWidth) found.push(document.querySelector("h1"));
    if (box(".site .brand").right > box(".site nav a").left) found.push(document.querySelector(".brand"));
    return found.map(part => part.textContent.trim());
}"""


WIDER = "document.documentElement.scrollWidth > innerWidth"
WITH_NAMES = re.compile("lobby|home-signed-in|player|leaders|review|sheet")
LONGEST = "Bartholomew Elde"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_fits_a_narrow_phone(browser: Browser, language: str) -> None:
    with translation.override(language):
        html = {f"/{name}": text for name, text in every_page() if 'class="site"' in text}
    page = browser.new_page(viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    show(page, html)
    found = {}
    for path in html:
        page.goto(ORIGIN + path)
        found[path] = page.evaluate(FAULTS)
    page.close()
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.django_db
def test_long_names_make_no_page_wider(browser: Browser) -> None:
    pages = [(name, text) for name, text in every_page() if WITH_NAMES.match(name)]
    html = {f"/{name}": re.sub("Alex|Ana|Bot Lark", LONGEST, text) for name, text in pages}
    page = browser.new_page(viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    show(page, html)
    wider = [path for path in html if page.goto(ORIGIN + path) and page.evaluate(WIDER)]
    page.close()
    assert not wider
