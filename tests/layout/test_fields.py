"""What is written in fields can be read: axe-core looks only at fields that have a text when a page is loaded."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.colours import THEMES, Colour, Theme, contrast
from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import PHONE

TEXT = 4.5
"""The contrast that WCAG 2.2 wants of a text."""

FIELDS = "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file])"
COLOURS = """fields => [...document.querySelectorAll(fields)].map(field => {
    const {color, backgroundColor} = getComputedStyle(field);
    return [field.id, backgroundColor, color, getComputedStyle(field, "::placeholder").color];
})"""
NAMES = "text", "placeholder"


@pytest.mark.django_db
@pytest.mark.parametrize("theme", THEMES)
def test_text_and_placeholder_of_every_field_have_contrast(
    browser: Browser, site_in: Callable[[str], dict[str, str]], theme: Theme
) -> None:
    with OnePage(browser, PHONE, tables_in("en")["follow"], color_scheme=theme) as page:
        faint = {
            f"{name}: {fault}"
            for name, html in site_in("en").items()
            for fault in faults(page.turn_to(html).evaluate(COLOURS, FIELDS))
        }
    assert not faint, "\n".join(sorted(faint))


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
