"""Static pages, the manifest and the service worker."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.clients import ClientFor
from tests.tables import new_player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "es"])
def test_manifest_names_the_site_and_existing_icons(client: Client, language: str) -> None:
    with translation.override(language):
        answer = client.get(reverse("games:manifest"), headers={"accept-language": language})
    manifest = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["lang"], manifest["display"]) == (language, "standalone")
    assert client.get(manifest["start_url"]).status_code == 200
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon["src"]
    assert {icon.get("purpose") for icon in manifest["icons"]} >= {"any", "maskable"}


def test_every_page_links_to_the_manifest(client: Client) -> None:
    assert f'rel="manifest" href="{reverse("games:manifest")}"' in client.get("/").text


def test_icons_have_the_sizes_in_the_manifest(client: Client) -> None:
    for icon in client.get(reverse("games:manifest")).json()["icons"]:
        if icon["type"] == "image/png":
            header = Path(str(finders.find(icon["src"].removeprefix("/static/")))).read_bytes()[:24]
            width, height = (int.from_bytes(header[start : start + 4], "big") for start in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


def test_offline_page_names_no_visitor(client_for: ClientFor) -> None:
    player = new_player()
    page = client_for(player).get(reverse("games:offline")).text
    assert "Every move you saw accepted is kept" in page
    assert player.username not in page
    assert "csrf" not in page


def test_offline_page_leads_to_the_page_that_was_asked_for(client: Client) -> None:
    """The browser shows it at the address of that page, of whatever kind."""
    page = client.get(reverse("games:offline")).text
    assert "This page can’t be reached" in page
    shown = re.sub(r"<p data-solo hidden>.+</p>", "", page)  # the service worker shows it where there is such a table
    assert re.findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>', shown) == [("", "Try again")]


def test_service_worker_covers_the_whole_site_and_is_not_cached(client: Client) -> None:
    answer = client.get(reverse("games:service_worker"))
    assert answer["Content-Type"] == "text/javascript"
    assert "no-store" in answer["Cache-Control"]
    assert reverse("games:service_worker").count("/") == 1
    assert reverse("games:offline") in answer.text


def test_service_worker_caches_only_the_offline_page_and_immutable_static_files(client: Client) -> None:
    match = re.search(r'IMMUTABLE = new RegExp[(]"(.+)"[)];', client.get(reverse("games:service_worker")).text)
    assert match
    immutable = re.compile(match[1])
    kept = ["/static/css/site.0123456789ab.css", "/static/cards/pips.0123456789ab.svg"]
    not_kept = ["/", "/people/", "/tables/KQJT98/", "/tables/KQJT98/sheet/", "/static/css/site.css", "/static/../me/"]
    assert [path for path in kept + not_kept if immutable.search(path)] == kept


@pytest.mark.parametrize(
    ("address", "sentence"),
    [("/nowhere/", "it may be mistyped"), ("/players/Nobody/", "There is no player of that name.")],
)
def test_missing_page_is_explained_in_a_sentence(client: Client, address: str, sentence: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert sentence in answer.text
    assert "Resolver404" not in answer.text
