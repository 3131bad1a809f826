"""The looks in which a usual run checks pages contain each value and each pair, and those of campaigns are all."""

from itertools import combinations, product
from typing import Any

import pytest

from accounts.models import User
from tests.colours import THEMES
from tests.layout import test_axe, test_layout
from tests.layout.looks import PREFERENCES, Look, looks_at, one_of
from tests.layout.sizes import EVERY_TIME, LANGUAGES, SCREENS, Screen

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
    ("test", "screens"),
    [
        (test_layout.test_tables_have_no_fault_in_any_look, SCREENS),
        (test_layout.test_pages_around_the_table_have_no_fault_in_any_look, test_layout.OF_PAGES),
        (test_axe.test_axe_finds_no_fault_in_any_look, test_axe.SCREENS),
    ],
)
def test_campaigns_look_at_the_full_product(test: Any, screens: tuple[Screen, ...]) -> None:
    """The decorators of these tests are their marks."""
    marks: list[pytest.Mark] = test.pytestmark
    assert "campaign" in {mark.name for mark in marks}
    on, in_languages = (values_of(marks, name) for name in ("screen", "language"))
    looks = [look for case in product(on, in_languages) for look in test_layout.every_look(*case)]
    assert sorted(looks) == sorted(Look(*values) for values in product(*every_value(screens)))


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
