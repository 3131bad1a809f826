"""The pages checked by axe and shown on the contact sheet are all pages of the site."""

import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from tests.pages.pages import usual_tables_in
from tests.pages.visited import ANYBODY, GUEST, REGISTERED, WITHOUT_PASSWORD


def names(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """The names of all addresses outside the admin site, which is Django's own."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield namespace + (entry.name or "")
        elif entry.namespace != "admin":
            yield from names(entry, f"{entry.namespace}:" if entry.namespace else namespace)


def address_of(name: str) -> str:
    """The address of that name, "" if it needs an argument."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def is_page(client: Client, address: str) -> bool:
    answer = client.get(address)
    return answer.status_code == HTTPStatus.OK and answer["Content-Type"].startswith("text/html")


@pytest.mark.django_db
def test_visited_pages_are_all_pages() -> None:
    visitor, player = Client(), Client()
    player.force_login(User.objects.create_user("Alex"))
    visits = (ANYBODY, REGISTERED, GUEST, WITHOUT_PASSWORD)
    looked_at = {address.partition("?")[0] for addresses in visits for address in addresses.values()}
    addresses = set(map(address_of, names(get_resolver()))) - {""}
    assert len(addresses) > 20, "most pages need no argument"
    pages = {address for address in addresses if is_page(visitor, address) or is_page(player, address)}
    assert pages - looked_at == set(), "tests/pages/visited.py lacks these"


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_around_the_table_has_a_title_and_loads_one_style_sheet_and_home_little_script(
    site_in: Callable[[str], dict[str, str]],
) -> None:
    pages = site_in("en")
    assert [name for name, html in pages.items() if "<title>" not in html] == []
    sheet = re.compile(
        r'<link rel="stylesheet" href="[^"]+">'
    )  # the one for print has a medium, and waits until all is there
    assert [name for name, html in pages.items() if len(sheet.findall(html)) != 1] == []
    own = [Path(finders.find(f"js/{name}")) for name in re.findall(r'src="/static/js/([^"]+)"', pages["home"])]
    assert own
    assert sum(path.stat().st_size for path in own) <= 16_000


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_names_all_modules_that_its_scripts_import(site_in: Callable[[str], dict[str, str]]) -> None:
    """A browser loads all of them at once, instead of one after another."""
    for name, html in (site_in("en") | usual_tables_in("en")).items():
        modules = re.findall(r'<script type="module" src="/static/js/([^"]+)">', html)
        for module in modules:
            imported = re.findall(r'from "\./([^"]+)"', Path(str(finders.find(f"js/{module}"))).read_text())
            assert set(imported) <= set(modules), (name, module)
