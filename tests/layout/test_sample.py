"""The picture of a table among the settings shows what is chosen at once, before it is saved."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import LAPTOP

pytestmark = pytest.mark.django_db


@pytest.fixture
def settings_page(browser: Browser, site_in: Callable[[str], dict[str, str]]) -> Iterator[Page]:
    """The settings of a player who has chosen another felt, back and deck before."""
    html = site_in("en")["you"].replace("<html ", '<html data-felt="wine" data-back="dots" data-deck="clear" ', 1)
    with OnePage(browser, LAPTOP, tables_in("en")["follow"]) as page:
        yield page.turn_to(html)


def look_of(page: Page, part: str, *names: str) -> list[str]:
    script = "(part, names) => names.map(name => getComputedStyle(part)[name])"
    looks: list[str] = page.locator(f".sample {part}".strip()).first.evaluate(script, list(names))
    return looks


@pytest.mark.parametrize(
    ("part", "names", "choices"),
    [
        ("", ("backgroundImage",), ["Green", "Blue", "Wine", "Slate"]),
        (".back", ("backgroundImage",), ["Lattice", "Dots", "Waves"]),
        (".rQ b", ("fontSize",), ["Pips and figures", "Large print"]),
        (".card", ("width",), ["Small", "Normal", "Large"]),
    ],
)
def test_each_choice_changes_the_picture(
    settings_page: Page, part: str, names: tuple[str, ...], choices: list[str]
) -> None:
    seen = set()
    for choice in choices:
        settings_page.get_by_role("radio", name=choice, exact=True).check()
        seen.add(tuple(look_of(settings_page, part, *names)))
    assert len(seen) == len(choices)


def test_four_colours_change_the_picture(settings_page: Page) -> None:
    before = look_of(settings_page, ".d", "color")
    settings_page.get_by_role("checkbox", name="Four colours").check()
    assert look_of(settings_page, ".d", "color") != before
