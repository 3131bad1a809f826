"""The pages checked by axe and shown on the contact sheet are all pages of the site."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests.pages.pages import usual_tables_in


@pytest.mark.slow
@pytest.mark.django_db
def test_pages_that_no_list_names_are_visited(site_in: Callable[[str], dict[str, str]]) -> None:
    assert {"rules", "ranks", "new-club"} <= site_in("en").keys()


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_around_the_table_has_a_title_and_loads_one_style_sheet_and_home_little_script(
    site_in: Callable[[str], dict[str, str]],
) -> None:
    pages = site_in("en")
    assert [name for name, html in pages.items() if "<title>" not in html] == []
    # The one for print has a medium, and waits until all is there. Reviews, records and exercises have one more.
    sheet = re.compile(r'<link rel="stylesheet" href="[^"]*?(\w+)(?:\.\w+)?\.css">')
    loaded = {name: sheet.findall(html) for name, html in pages.items()}
    assert {tuple(sheets) for sheets in loaded.values()} == {("site",), ("site", "reviews"), ("site", "exercises")}
    assert [name for name in ("home", "today", "learn", "people", "me") if loaded[name] != ["site"]] == []
    own = [Path(finders.find(f"js/{name}")) for name in re.findall(r'src="/static/js/([^"]+)"', pages["home"])]
    assert own
    assert sum(path.stat().st_size for path in own) <= 16_000


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_names_all_modules_that_its_scripts_import(site_in: Callable[[str], dict[str, str]]) -> None:
    """A browser loads all of them at once, instead of one after another."""
    for name, html in (site_in("en") | usual_tables_in("en")).items():
        modules = re.findall(r'<script type="module" fetchpriority="low" src="/static/js/([^"]+)">', html)
        for module in modules:
            imported = re.findall(r'from "\./([^"]+)"', Path(str(finders.find(f"js/{module}"))).read_text())
            assert set(imported) <= set(modules), (name, module)


@pytest.mark.slow
@pytest.mark.django_db
def test_no_icon_of_a_page_is_empty(site_in: Callable[[str], dict[str, str]]) -> None:
    assert [name for name, html in site_in("en").items() if re.search(r'<svg class="icon[^>]*>\s*</svg>', html)] == []


A_REFERENCE = re.compile(r'(?<=\s)(?:for|aria-labelledby|aria-describedby|aria-controls)="([^"]*)"')


@pytest.mark.slow
@pytest.mark.django_db
def test_every_label_and_reference_names_an_element_of_its_page(site_in: Callable[[str], dict[str, str]]) -> None:
    faults = {name: _broken_references(html) for name, html in (site_in("en") | usual_tables_in("en")).items()}
    assert {name: broken for name, broken in faults.items() if broken} == {}


def _broken_references(html: str) -> list[str]:
    """The ids that stand twice, and those that are named and stand nowhere."""
    ids = Counter(re.findall(r'(?<=\s)id="([^"]*)"', html))
    named = {key for reference in A_REFERENCE.findall(html) for key in reference.split() or [""]}
    return sorted({*named - ids.keys(), *(key for key, count in ids.items() if count > 1)})
