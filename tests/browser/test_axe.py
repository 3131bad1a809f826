"""axe-core finds no fault on any page in any phase, light and dark, in English and Spanish."""

from functools import cache
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import translation
from playwright.sync_api import Browser

from tests.presenters.pages import ORIGIN, every_page, show

WCAG = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
PARTS = 4
"""The pages are split, so that processes share them and no test takes minutes."""

PHONE, LAPTOP = {"width": 360, "height": 640}, {"width": 1440, "height": 900}


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("theme", "language", "size"),
    [("light", "en", LAPTOP), ("dark", "es", PHONE), ("light", "es", PHONE), ("dark", "en", LAPTOP)],
    ids=["light-en-laptop", "dark-es-phone", "light-es-phone", "dark-en-laptop"],
)
def test_axe_finds_no_fault_on_any_page(
    browser: Browser, theme: Literal["light", "dark"], language: str, size: dict[str, int], part: int
) -> None:
    html = dict(pages_in(language)[part::PARTS])
    context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    show(page, html)
    found = []
    for path in html:
        page.goto(ORIGIN + path)
        for violation in Axe().run(page, options=WCAG).response["violations"]:
            found += [f"{path}: {violation['id']} {node['target']}" for node in violation["nodes"]]
    context.close()
    assert not found, "\n".join(found)


@cache
def pages_in(language: str) -> list[tuple[str, str]]:
    """Every page with its path, made once for all the tests of a process."""
    with translation.override(language):
        return [(f"/{name}", html) for name, html in every_page()]
