"""PostgreSQL, Redis and two server processes, configured by environment variables alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.party import Party
from tests.browser.person import Person
from tests.sites import Site
from tests.tables import begin, new_player

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.xdist_group("random clock")]


@pytest.fixture
def served_site(two_processes: list[Site]) -> Site:
    return two_processes[0]


@pytest.fixture
def live_site(served_site: Site) -> str:
    return served_site.address


@pytest.mark.usefixtures("site_database")
def test_moves_in_one_process_are_shown_by_the_other(two_processes: list[Site], visit_as: Callable[..., Page]) -> None:
    """Two people, each at another process, and a bot."""
    ana, ben = new_player(), new_player()
    code = begin(ana, ben, bot_level="beginner")
    here, there = visit_as(ana), visit_as(ben, base_url=two_processes[1].address)
    for page in (here, there):
        page.goto(f"/tables/{code}/")
    party = Party([Person(here), Person(there)], with_bots=True)
    for _ in range(4):
        mover = party.asked()
        assert mover is not None
        mover.act()
    assert party.see_the_same() >= 4
