"""What is written in fields can be read, and read whole: axe-core looks only at fields that have a text at first."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.colours import THEMES, Colour, Theme, contrast
from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import PHONE, UPRIGHT_TABLET, Screen

TEXT = 4.5
"""The contrast that WCAG 2.2 wants of a text."""

FIELDS = "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file])"
COLOURS = """fields => [...document.querySelectorAll(fields)].map(field => {
    const {color, backgroundColor} = getComputedStyle(field);
    return [field.id, backgroundColor, color, getComputedStyle(field, "::placeholder").color];
})"""
CUT = """() => [...document.querySelectorAll("select:not([size])")].filter(select => {
    const {paddingLeft, paddingRight, fontWeight, fontSize, fontFamily} = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d"), arrow = 16;
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return select.checkVisibility() && pen.measureText(select.selectedOptions[0].text).width > room;
}).map(select => select.selectedOptions[0].text)"""
"""Returns the options that are cut off where they are chosen."""

NAMES = "text", "placeholder"
WITH_FIELDS = re.compile(r"<(?:textarea|select|input(?! type=.?hidden))")
WITH_CHOICES = re.compile("<select")


@pytest.mark.django_db
@pytest.mark.parametrize("theme", THEMES)
def test_text_and_placeholder_of_every_field_have_contrast(
    browser: Browser, site_in: Callable[[str], dict[str, str]], theme: Theme
) -> None:
    pages = pages_with(WITH_FIELDS, site_in("en"))
    with OnePage(browser, PHONE, tables_in("en")["follow"], color_scheme=theme) as page:
        fields = page.on_each(pages.values(), COLOURS, FIELDS)
    assert sum(map(len, fields)) > 100
    faint = {f"{name}: {fault}" for name, shown in zip(pages, fields, strict=True) for fault in faults(shown)}
    assert not faint, "\n".join(sorted(faint))


@pytest.mark.django_db
@pytest.mark.parametrize("screen", [PHONE, UPRIGHT_TABLET], ids=str)
def test_chosen_option_of_every_field_is_shown_whole(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen
) -> None:
    pages = pages_with(WITH_CHOICES, site_in("es"))
    assert len(pages) >= 25
    with OnePage(browser, screen, tables_in("es")["follow"]) as page:
        by_page = zip(pages, page.on_each(pages.values(), CUT), strict=True)
    cut = {f"{name}: {text}" for name, texts in by_page for text in texts}
    assert not cut, "\n".join(sorted(cut))


def pages_with(parts: re.Pattern[str], pages: dict[str, str]) -> dict[str, str]:
    """Return the pages on which there may be such parts: most have none, and need not be shown."""
    return {name: html for name, html in pages.items() if parts.search(html)}


def faults(fields: list[tuple[str, ...]]) -> Iterator[str]:
    for field, ground, *colours in fields:
        for name, colour in zip(NAMES, colours, strict=True):
            ratio = contrast(as_shown(colour), as_shown(ground))
            if ratio < TEXT:
                yield f"{name} of the field {field} has a contrast of {ratio:.1f}"


def as_shown(computed: str) -> Colour:
    """Return an opaque colour that a browser has computed: "rgb(30, 46, 40)"."""
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", computed)
    assert found, f"{computed} is not opaque"
    red, green, blue = (int(part) / 255 for part in found.groups())
    return Colour(red, green, blue)
