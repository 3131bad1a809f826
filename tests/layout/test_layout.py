"""No page has a fault in its layout, in any language, on any screen."""

from collections.abc import Callable, Sequence
from itertools import product

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.rules import IN_DOUBLED_LETTERS, ON_LANDSCAPE_PHONES, ON_PAGES, ON_TABLES, WITH_LARGE_LETTERS, Rule
from tests.layout.scenes import tables_in, watched_in, with_long_texts, with_wide_names
from tests.layout.sizes import (
    ENLARGED_LAPTOP,
    EVERY_TIME,
    IN_ENGLISH_TOO,
    LANGUAGES,
    LAPTOP,
    LARGE_LETTERS,
    LOW,
    PHONE,
    SCREENS,
    SMALLEST,
    TABLETS,
    UPRIGHT_TABLET,
    Screen,
)

ALWAYS = {*product(EVERY_TIME, ["es"]), *product(IN_ENGLISH_TOO, ["en"])}


def on(*screens: Screen) -> pytest.MarkDecorator:
    """Run a test on these screens in both languages, partly in campaigns only."""
    cases = product(screens, LANGUAGES)
    marked = [case if case in ALWAYS else pytest.param(*case, marks=pytest.mark.campaign) for case in cases]
    return pytest.mark.parametrize(("screen", "language"), marked, ids=str)


@on(*SCREENS)
def test_tables_have_no_fault(browser: Browser, screen: Screen, language: str) -> None:
    check(browser, screen, language, tables_in(language), (*ON_TABLES, *ON_LANDSCAPE_PHONES))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", LARGE_LETTERS, ids=str)
def test_table_fits_a_phone_with_large_letters(browser: Browser, screen: Screen, language: str) -> None:
    """The prompt fits, though a hint makes the own plate narrower, and bags do not run into each other."""
    tables = {"offers": tables_in(language)["offers-following-0"]}
    check(browser, screen, language, tables, WITH_LARGE_LETTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_on_an_enlarged_laptop_keep_apart(browser: Browser, language: str) -> None:
    check(browser, ENLARGED_LAPTOP, language, tables_in(language), ON_LANDSCAPE_PHONES)


@pytest.mark.parametrize("screen", [PHONE, UPRIGHT_TABLET, TABLETS[0], LOW[1], LAPTOP], ids=str)
def test_tables_have_no_fault_in_doubled_letters(browser: Browser, screen: Screen) -> None:
    with OnePage(browser, screen, tables_in("es")["follow"]) as page:
        enlarge_letters(page, 200)
        faults = page.faults(tables_in("es"), IN_DOUBLED_LETTERS)
    assert not faults, "\n".join(f"{screen} {fault}" for fault in faults)


@pytest.mark.django_db
@on(SMALLEST, PHONE, UPRIGHT_TABLET, LAPTOP)
def test_pages_around_the_table_have_no_fault(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen, language: str
) -> None:
    check(browser, screen, language, with_long_texts(site_in(language)) | watched_in(language), ON_PAGES)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("screen", "percent"), [(PHONE, 150), (PHONE, 200), (UPRIGHT_TABLET, 200), (LOW[1], 200), (LAPTOP, 200)], ids=str
)
def test_pages_around_the_table_fit_in_enlarged_letters(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen, percent: int
) -> None:
    pages = with_long_texts(site_in("es")) | {"wide-names": with_wide_names(site_in("es")["play"])}
    with OnePage(browser, screen, tables_in("es")["follow"]) as page:
        enlarge_letters(page, percent)
        faults = page.faults(pages, [])
    assert not faults, "\n".join(faults)


def enlarge_letters(page: OnePage, percent: int) -> None:
    """Enlarge them by the style of the root element, which media queries do not notice."""
    page.page.add_style_tag(content=f"html {{ font-size: {percent}% }}")


def check(browser: Browser, screen: Screen, language: str, pages: dict[str, str], rules: Sequence[Rule]) -> None:
    with OnePage(browser, screen, tables_in(language)["follow"]) as page:
        faults = page.faults(pages, rules)
    assert not faults, "\n".join(f"{screen} {language} {fault}" for fault in faults)
