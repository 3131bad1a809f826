"""The files with which a browser plays without a connection: how large they are, and how the site serves them."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import brotli
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.solo.conftest import Bundle
from tests.tables import new_player

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.xdist_group("solo")]

MOST_BYTES = 4_500_000
"""To transfer by Brotli, in all."""


@pytest.fixture
def offered(bundle: Bundle, settings: Any) -> Bundle:
    """Let the site offer the files."""
    settings.SOLO_DIR = bundle.folder
    return bundle


def test_transfer_stays_within_its_budget(bundle: Bundle) -> None:
    assert bundle.listing["brotli"] <= MOST_BYTES
    assert bundle.listing["brotli"] == sum(file["transfer"] for file in bundle.listing["files"])


def test_no_database_is_in_it(bundle: Bundle) -> None:
    names = ZipFile(next(bundle.folder.glob("app-*/app.zip"))).namelist()
    assert "games/solo/game.pyc" in names
    assert not [name for name in names if name.startswith(("django/db/", "django/contrib/", "games/models/"))]


def test_site_serves_what_is_listed_compressed_as_the_browser_takes_it(client: Client, offered: Bundle) -> None:
    listing = client.get(reverse("games:solo_listing")).json()
    assert listing == offered.listing
    for file in listing["files"]:
        address = reverse("games:solo_file", args=[file["path"]])
        plain, by_gzip, by_brotli = (
            client.get(address, headers={"Accept-Encoding": to}) for to in ("", "gzip", "gzip, br")
        )
        content = Path(offered.folder, file["path"]).read_bytes()
        assert plain.content == gzip.decompress(by_gzip.content) == brotli.decompress(by_brotli.content) == content
        assert len(by_brotli.content) == file["transfer"]
        assert "immutable" in plain["Cache-Control"]


def test_only_the_worker_may_compile(client: Client, offered: Bundle) -> None:
    for file in offered.listing["files"]:
        policy = client.get(reverse("games:solo_file", args=[file["path"]]))["Content-Security-Policy"]
        assert ("wasm-unsafe-eval" in policy) == file["path"].endswith("/worker.js")
        assert "'unsafe-eval'" not in policy
        assert "'unsafe-inline'" not in policy


@pytest.mark.parametrize("path", ["bundle.json.br", "../db.sqlite3", "app/../bundle.json", "files.json", "nothing"])
def test_nothing_else_is_served(client: Client, offered: Bundle, path: str) -> None:
    folder = offered.listing["folders"][1]
    assert client.get(f"/solo/files/{path}").status_code == 404
    assert client.get(f"/solo/files/{folder}/{path}").status_code == 404


def test_offer_says_how_much_is_loaded(client: Client, offered: Bundle) -> None:
    page = client.get(reverse("games:solo")).text
    assert f"Load {offered.listing['brotli'] / 1e6:.1f} MB" in page
    assert reverse("games:solo") in client.get("/").text


@pytest.mark.usefixtures("offered")
def test_place_me_leads_to_the_games_that_were_played_so(client: Client, client_for: Callable[[User], Client]) -> None:
    games, ana = reverse("games:solo_games"), new_player()
    assert games in client.get(reverse("games:me")).text
    for page in (reverse("games:me"), reverse("games:own_results", args=["games"])):
        assert games in client_for(ana).get(page).text
    assert games not in client_for(ana).get(reverse("games:player", args=[new_player().username])).text
    assert "unrated and count in no statistic" in client.get(games).text


def test_nothing_is_offered_where_the_files_are_not_made(client: Client) -> None:
    assert reverse("games:solo") not in client.get("/").text
    assert client.get(reverse("games:solo")).status_code == 404
    assert client.get(reverse("games:solo_games")).status_code == 404
    assert reverse("games:solo_games") not in client.get(reverse("games:me")).text
    assert client.get(reverse("games:solo_listing")).status_code == 404
    assert client.get(reverse("games:solo_file", args=["app/worker.js"])).status_code == 404


def test_page_without_service_worker_leads_to_the_offer(client: Client) -> None:
    assert client.get(reverse("games:solo_play")).headers["Location"] == reverse("games:solo")
