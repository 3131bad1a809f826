"""A site whose database keeps a table locked: visitors get an answer in time, and other pages go on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import requests
from django.db import connection

from accounts.base import db_limits
from config.handler import THREADS
from games.models import Game
from tests.postgresql import database_at, new_database
from tests.sites import Site

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

WAIT = 1
"""Seconds that the site waits for a lock."""


@pytest.fixture
def database(_tables_in_postgresql: str, postgres_server: str) -> Iterator[str]:
    with new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address:
        yield address


@pytest.fixture
def site(database: str, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, DATABASE_URL=database, DATABASE_WAIT_SECONDS=str(WAIT), METRICS_TOKEN="token")
    site.start()
    yield site
    site.stop()


def test_visitors_who_wait_for_a_locked_table_get_an_answer_in_time(site: Site) -> None:
    def status(path: str) -> int:
        return requests.get(f"{site.address}{path}", timeout=60).status_code

    with ThreadPoolExecutor(3 * THREADS) as visitors:
        with psycopg.connect(site.database_url) as other:
            other.execute("LOCK TABLE games_tournament")
            answers = list(visitors.map(status, ["/today/"] * 2 * THREADS))
            assert set(answers) == {HTTPStatus.SERVICE_UNAVAILABLE}
            assert status("/learn/bidding/") == HTTPStatus.OK
        assert set(visitors.map(status, ["/today/"] * 2 * THREADS)) == {HTTPStatus.OK}
    assert status("/readyz") == HTTPStatus.OK


def test_processes_that_serve_have_limits_and_commands_have_none(
    database: str, settings: Any, django_db_blocker: Any
) -> None:
    def limits() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
            return list(cursor.fetchone())

    settings.DATABASE_WAIT_SECONDS, settings.DATABASE_STATEMENT_SECONDS = 3, 4
    with django_db_blocker.unblock(), database_at(f"{database}?application_name=test"):
        assert limits() == ["0", "0"]
        assert not Game.objects.exists()
        connection.close()
        db_limits.apply()
        assert limits() == ["3s", "4s"]
    with django_db_blocker.unblock(), database_at(f"{database}?DISABLE_SERVER_SIDE_CURSORS=true"):
        db_limits.apply()
        assert limits() == ["0", "0"], "PgBouncer has them"
