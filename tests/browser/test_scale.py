"""PostgreSQL, Redis and two server processes, configured by environment variables alone."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Page

from tests.browser.test_game import sit_down
from tests.sites import Site

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture
def database(postgres_url: str) -> Iterator[str]:
    """A fresh database, dropped afterwards."""
    name = f"dummy_hand_{uuid.uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        yield postgres_url.rpartition("/")[0] + f"/{name}"
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def two_sites(database: str, redis_url: str, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Two processes that serve one site: the same database, the same channel layer, the same secret key."""
    sites = (
        Site(tmp_path, DATABASE_URL=database, REDIS_URL=redis_url),
        Site(tmp_path, DATABASE_URL=database, REDIS_URL=redis_url),
    )
    for site in sites:
        site.start()
    yield sites
    for site in sites:
        site.stop()


@pytest.fixture
def live_site(two_sites: tuple[Site, Site]) -> str:
    return two_sites[0].address


def test_move_in_one_process_is_shown_by_another(
    two_sites: tuple[Site, Site], new_visitor: Callable[..., Page]
) -> None:
    here, there = new_visitor(), new_visitor(base_url=two_sites[1].address)
    person = sit_down(here)
    there.goto(here.url.replace(two_sites[0].address, two_sites[1].address))
    person.play_a_deal()
    assert person.cards_played in (13, 26)
    there.locator(".end .tally").nth(2).wait_for()
    assert there.locator("#state").get_attribute("data-version") == person.version
