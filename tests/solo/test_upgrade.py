"""An upgrade of the site in the middle of a game that a browser keeps."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.person import TO_DO, Person
from tests.sites import Site
from tests.solo.conftest import PATIENCE, BrowserWith, Bundle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("solo")]

NEXT: Final = "app-000000000000"
"""The folder of the next version."""


@pytest.fixture
def upgraded_site(bundle: Bundle, tmp_path: Path) -> Iterator[Site]:
    """Serve a site with files of its own, which `upgrade` replaces."""
    folder = tmp_path / "files"
    shutil.copytree(bundle.folder, folder)
    site = Site(tmp_path, SOLO_DIR=str(folder))
    site.start()
    yield site
    site.kill()


def upgrade(folder: Path, before: str) -> None:
    """Let the site offer the next version, and no file of the one before."""
    (folder / before).rename(folder / NEXT)
    listing = folder / "bundle.json"
    listing.write_text(listing.read_text().replace(before, NEXT))


def test_game_goes_on_in_the_next_version_where_it_was(
    upgraded_site: Site, bundle: Bundle, browser_with: BrowserWith, tmp_path: Path
) -> None:
    before = bundle.listing["folders"][1]
    with browser_with("en") as context:
        page = context.new_page()
        page.goto(f"{upgraded_site.address}/solo/")
        page.get_by_role("button", name=re.compile("^Load ")).click()
        page.get_by_role("link", name="Go to table").click(timeout=PATIENCE)
        person = Person(page)
        for _ in range(3):
            person.act()
        page.locator(TO_DO).first.wait_for()
        version, hand = person.version, page.locator("#hand").inner_text()
        upgrade(tmp_path / "files", before)
        page.reload()
        page.locator(TO_DO).first.wait_for()
        assert before in page.url, "kept whole, it is played on until the next one has been loaded"
        page.goto(f"{upgraded_site.address}/solo/")
        page.get_by_role("button", name="Load it").click()
        page.get_by_role("link", name="Go to table").click(timeout=PATIENCE)
        expect(page).to_have_url(re.compile(NEXT))
        page.locator(TO_DO).first.wait_for()
        assert (person.version, page.locator("#hand").inner_text()) == (version, hand)
        person.act()
