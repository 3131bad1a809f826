"""The looks in which a usual run checks pages contain each value and each pair, and those of campaigns are all."""

from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Browser

from accounts.models import User
from tests.colours import THEMES
from tests.layout import test_axe, test_layout
from tests.layout.looks import PREFERENCES, Look, every_layout, every_look, looks_at, one_of
from tests.layout.one_page import PLACES, OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import EVERY_TIME, LANGUAGES, PHONE, SCREENS, Screen

PAGES = [f"page-{number}" for number in range(60)]
"""Fewer than there are, by any names."""


def every_value(screens: tuple[Screen, ...]) -> tuple[tuple[Any, ...], ...]:
    return screens, LANGUAGES, THEMES, tuple(PREFERENCES)


@pytest.mark.parametrize("screens", [EVERY_TIME, test_layout.OF_PAGES], ids=["tables", "pages"])
def test_each_page_is_looked_at_with_each_value_and_all_pages_with_each_pair(screens: tuple[Screen, ...]) -> None:
    pairs = set()
    for page in PAGES:
        looks = looks_at(page, screens)
        assert [look.screen for look in looks] == [*screens]
        assert [set(values) for values in zip(*looks, strict=True)] == [set(values) for values in every_value(screens)]
        pairs |= {pair for look in looks for pair in combinations(enumerate(look), 2)}
    assert pairs == {
        ((one, value), (other, another))
        for (one, values), (other, others) in combinations(enumerate(every_value(screens)), 2)
        for value, another in product(values, others)
    }


def test_axe_looks_at_each_pair_of_a_screen_a_language_and_a_theme() -> None:
    looks = {one_of(test_axe.PAIRWISE, page) for page in PAGES}
    for one, other in combinations(range(3), 2):
        values = every_value(test_axe.SCREENS)
        assert {(look[one], look[other]) for look in looks} == {*product(values[one], values[other])}


@pytest.mark.parametrize(
    ("test", "screens", "looks_of"),
    [
        (test_layout.test_tables_have_no_fault_in_any_look, SCREENS, every_layout),
        (test_layout.test_pages_around_the_table_have_no_fault_in_any_look, test_layout.OF_PAGES, every_layout),
        (test_axe.test_axe_finds_no_fault_in_any_look, test_axe.SCREENS, every_look),
    ],
)
def test_campaigns_look_at_the_full_product(test: Any, screens: tuple[Screen, ...], looks_of: Any) -> None:
    """The decorators of these tests are their marks. A layout is looked at in each theme with half the preferences."""
    marks: list[pytest.Mark] = test.pytestmark
    assert "campaign" in {mark.name for mark in marks}
    on, in_languages = (values_of(marks, name) for name in ("screen", "language"))
    looks: list[Look] = [look for case in product(on, in_languages) for look in looks_of(*case)]
    assert {look.theme for look in looks} == set(THEMES)
    themes = THEMES if looks_of is every_look else THEMES[:1]
    looks = [look if look.theme in themes else look._replace(theme=themes[0]) for look in looks]
    assert sorted(looks) == sorted(Look(*values) for values in product(screens, LANGUAGES, themes, PREFERENCES))


def test_page_in_another_look_is_as_if_it_had_been_loaded_so(browser: Browser) -> None:
    pages, parts = tables_in("es"), "#felt .plate, #felt .card, #bar, .scores"
    with OnePage(browser, PHONE, pages["follow"]) as page:
        for look in reversed(every_layout(PHONE, "es")):
            (loaded,) = page.places([look.shown(pages["follow"])], parts)
            page.turn_to(pages["follow"])
            assert page.dress(look).evaluate(PLACES, parts) == loaded


def values_of(marks: list[pytest.Mark], name: str) -> Any:
    """The values for which a test is run."""
    [values] = [mark.args[1] for mark in marks if mark.name == "parametrize" and mark.args[0] == name]
    return values


@pytest.mark.parametrize(("attribute", "field"), [("felt",) * 2, ("back",) * 2, ("deck",) * 2, ("cards", "card_size")])
def test_each_choice_of_a_player_is_in_a_look(attribute: str, field: str) -> None:
    choices = {value for value, _ in User._meta.get_field(field).choices or ()}
    assert {preferred.get(attribute, "") for preferred in PREFERENCES.values()} == choices


def test_page_is_shown_in_its_look() -> None:
    page = Look(SCREENS[0], "en", "dark", "large").shown('<!doctype html><html lang="en" data-sound>')
    chosen = 'data-theme="dark" data-cards="large" data-suits="four" data-felt="blue"'
    assert page == f'<!doctype html><html {chosen} lang="en" data-sound>'
