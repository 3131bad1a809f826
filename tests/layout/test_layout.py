"""No page has a fault in its layout, in any look: those of `looks.py`, and with larger letters."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest
from playwright.sync_api import Browser

from tests.layout.looks import PREFERENCES, every_layout, in_looks, looks_at, one_of
from tests.layout.one_page import OnePage
from tests.layout.rules import (
    IN_DOUBLED_LETTERS,
    ON_LANDSCAPE_PHONES,
    ON_PAGES,
    ON_TABLES,
    REVIEW,
    REVIEWS_IN_DOUBLED_LETTERS,
    WITH_LARGE_LETTERS,
    Rule,
)
from tests.layout.scenes import tables_in, watched_in, with_long_texts, with_wide_names
from tests.layout.sizes import (
    ENLARGED_LAPTOP,
    EVERY_TIME,
    LANDSCAPE,
    LANGUAGES,
    LAPTOP,
    LARGE_LETTERS,
    LOW,
    MIDDLE_PHONE,
    PHONE,
    SCREENS,
    SMALLEST,
    TABLETS,
    UPRIGHT_TABLET,
    Screen,
)

OF_PAGES = (SMALLEST, PHONE, UPRIGHT_TABLET, LAPTOP)
"""Screens for pages around the table, which have fewer layouts."""
TABLES_ENLARGED = ((PHONE, 200), (UPRIGHT_TABLET, 200), (TABLETS[0], 200), (LOW[1], 200), (LAPTOP, 200))
PAGES_ENLARGED = ((PHONE, 150), (PHONE, 200), (UPRIGHT_TABLET, 200), (LOW[1], 200), (LAPTOP, 200))
"""Screens, and the size of letters in per cent."""

Site = Callable[[str], dict[str, str]]
Pages = Mapping[str, str]

in_both_languages = pytest.mark.parametrize("language", LANGUAGES)
some_or_all = pytest.mark.parametrize(
    ("language", "is_of_all"),
    [("es", False), *(pytest.param(language, True, marks=pytest.mark.campaign) for language in LANGUAGES)],
    ids=str,
)
"""Each page on one of the screens, in the language of the longer words; in campaigns all pages on each."""


@cache
def all_tables() -> dict[str, dict[str, str]]:
    return {language: tables_in(language) for language in LANGUAGES}


def all_pages(site_in: Site) -> dict[str, dict[str, str]]:
    return {language: with_long_texts(site_in(language)) | watched_in(language) for language in LANGUAGES}


@pytest.mark.parametrize("screen", EVERY_TIME, ids=str)
def test_tables_have_no_fault(browser: Browser, screen: Screen) -> None:
    check_once(browser, screen, EVERY_TIME, all_tables(), (*ON_TABLES, *ON_LANDSCAPE_PHONES))


@pytest.mark.campaign
@in_both_languages
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_tables_have_no_fault_in_any_look(browser: Browser, screen: Screen, language: str) -> None:
    check_all(browser, screen, language, tables_in(language), (*ON_TABLES, *ON_LANDSCAPE_PHONES))


@pytest.mark.django_db
@pytest.mark.parametrize("screen", OF_PAGES, ids=str)
def test_pages_around_the_table_have_no_fault(browser: Browser, site_in: Site, screen: Screen) -> None:
    check_once(browser, screen, OF_PAGES, all_pages(site_in), ON_PAGES)


@pytest.mark.campaign
@pytest.mark.django_db
@in_both_languages
@pytest.mark.parametrize("screen", OF_PAGES, ids=str)
def test_pages_around_the_table_have_no_fault_in_any_look(
    browser: Browser, site_in: Site, screen: Screen, language: str
) -> None:
    check_all(browser, screen, language, all_pages(site_in)[language], ON_PAGES)


@in_both_languages
@pytest.mark.parametrize("screen", LARGE_LETTERS, ids=str)
def test_table_fits_a_phone_with_large_letters(browser: Browser, screen: Screen, language: str) -> None:
    """The prompt fits, though a hint makes the own plate narrower, and bags do not run into each other."""
    tables = {"offers": tables_in(language)["offers-following-0"]}
    with OnePage(browser, screen, tables_in(language)["follow"]) as page:
        assert page.faults(tables, WITH_LARGE_LETTERS) == []


def test_words_on_an_enlarged_laptop_keep_apart(browser: Browser) -> None:
    """Each table in one look."""
    check_once(browser, ENLARGED_LAPTOP, [ENLARGED_LAPTOP] * len(PREFERENCES), all_tables(), ON_LANDSCAPE_PHONES)


@pytest.mark.campaign
@in_both_languages
def test_words_on_an_enlarged_laptop_keep_apart_in_any_look(browser: Browser, language: str) -> None:
    check_all(browser, ENLARGED_LAPTOP, language, tables_in(language), ON_LANDSCAPE_PHONES)


@some_or_all
@pytest.mark.parametrize(("screen", "percent"), TABLES_ENLARGED, ids=str)
def test_tables_have_no_fault_in_doubled_letters(
    browser: Browser, screen: Screen, percent: int, language: str, is_of_all: bool
) -> None:
    tables = tables_in(language) if is_of_all else part(tables_in(language), (screen, percent), TABLES_ENLARGED)
    check_enlarged(browser, screen, percent, tables, IN_DOUBLED_LETTERS, all_apply=is_of_all)


@pytest.mark.django_db
def test_home_and_reviews_have_no_fault_on_a_phone_held_sideways(browser: Browser, site_in: Site) -> None:
    pages = {name: page for name, page in site_in("es").items() if name == "home" or "review" in name}
    with OnePage(browser, LANDSCAPE, tables_in("es")["follow"]) as page:
        faults = page.faults(pages, [rule for rule in ON_PAGES if rule.scenes])
    assert not faults, "\n".join(faults)


@pytest.mark.django_db
@some_or_all
@pytest.mark.parametrize(("screen", "percent"), PAGES_ENLARGED, ids=str)
def test_pages_around_the_table_fit_in_enlarged_letters(
    browser: Browser, site_in: Site, screen: Screen, percent: int, language: str, is_of_all: bool
) -> None:
    site = site_in(language)
    pages = with_long_texts(site) | {"wide-names": with_wide_names(site["play"])}
    pages = pages if is_of_all else part(pages, (screen, percent), PAGES_ENLARGED)
    check_enlarged(browser, screen, percent, pages, [])


@pytest.mark.django_db
@pytest.mark.parametrize("screen", [MIDDLE_PHONE, UPRIGHT_TABLET], ids=str)
def test_reviews_have_no_fault_in_doubled_letters(browser: Browser, site_in: Site, screen: Screen) -> None:
    pages = {name: page for name, page in site_in("es").items() if re.search(REVIEW, name)}
    check_enlarged(browser, screen, 200, pages, REVIEWS_IN_DOUBLED_LETTERS)


def part(pages: Pages, enlarged: tuple[Screen, int], screens: Sequence[tuple[Screen, int]]) -> dict[str, str]:
    """Those of the pages that a usual run looks at on this one of the screens."""
    return {name: html for name, html in pages.items() if one_of(screens, name) == enlarged}


def check_once(
    browser: Browser, screen: Screen, screens: Sequence[Screen], pages: Mapping[str, Pages], rules: Sequence[Rule]
) -> None:
    """Look at each of the pages in its look on this one of the screens."""
    at = screens.index(screen)
    looks = {name: looks_at(name, screens)[at] for name in pages["en"]}
    with OnePage(browser, screen, all_tables()["en"]["follow"]) as page:
        faults = page.faults(in_looks(looks, pages), rules)
    assert not faults, "\n".join(f"{looks.get(fault.partition(':')[0], screen)} {fault}" for fault in faults)


def check_all(browser: Browser, screen: Screen, language: str, pages: Pages, rules: Sequence[Rule]) -> None:
    """Look at each of these pages with every preference on this screen in this language."""
    with OnePage(browser, screen, tables_in(language)["follow"]) as page:
        faults = page.faults(pages, rules, every_layout(screen, language))
    assert not faults, "\n".join(faults)


def check_enlarged(
    browser: Browser, screen: Screen, percent: int, pages: Pages, rules: Sequence[Rule], *, all_apply: bool = True
) -> None:
    """Look at these pages in larger letters, by the style of the root element, which media queries do not notice."""
    with OnePage(browser, screen, tables_in("es")["follow"]) as page:
        page.page.add_style_tag(content=f"html {{ font-size: {percent}% }}")
        faults = page.faults(pages, rules, all_apply=all_apply)
    assert not faults, "\n".join(f"{screen} {fault}" for fault in faults)
