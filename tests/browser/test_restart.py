"""The server dies in the middle of a trick: what it acknowledged is kept, and the game goes on by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.test_game import sit_down
from tests.sites import Site


@pytest.fixture
def mortal_site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, BOT_PACE="0.3")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def live_site(mortal_site: Site) -> str:
    return mortal_site.address


@pytest.fixture
def expected_complaints() -> str:
    return "Failed to load resource|WebSocket|htmx:ws:error"


def test_kill_9_in_the_middle_of_a_trick(mortal_site: Site, new_visitor: Callable[..., Page]) -> None:
    page = new_visitor()
    person = sit_down(page)
    while not person.cards_played:
        person.act()
    acknowledged = person.version
    mortal_site.kill()
    mortal_site.start()
    # The page finds the server again by itself; the bots, whose moves were due, go on.
    person.wait_for_version(str(int(acknowledged) + 1))
    person.play_a_deal()
    assert person.cards_played in (13, 26)
    assert page.locator(".explained article").count() == 3
