"""A database of every released version becomes one of today, with all that is in it, and its games go on."""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import call_command

from games.models import Game, Stage
from tests.postgresql import database_at, make_tables
from tests.tables import act, deal, look

VERSIONS: Final = Path(__file__).parent.parent / "data" / "versions"

CHANGED_BY_MIGRATIONS: Final = {
    "sqlite_sequence",
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group_permissions",
}

pytestmark = pytest.mark.slow


@pytest.fixture(params=sorted(VERSIONS.glob("*.gz")), ids=lambda file: file.name.removesuffix(".sqlite3.gz"))
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the database that a version has left."""
    file = tmp_path / "db.sqlite3"
    file.write_bytes(gzip.decompress(request.param.read_bytes()))
    return file


@pytest.fixture
def upgraded(stored: Path, django_db_blocker: Any) -> Iterator[Path]:
    """Use that database with the tables of today."""
    with django_db_blocker.unblock(), database_at(f"sqlite:///{stored}"):
        yield stored


def rows(file: Path) -> dict[str, int]:
    """Return how many rows each table has."""
    with closing(sqlite3.connect(file)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in tables}


def test_upgraded_database_keeps_every_row_and_its_games_go_on(upgraded: Path) -> None:
    before = rows(upgraded)
    make_tables(f"sqlite:///{upgraded}")
    after = rows(upgraded)
    assert {name: after.get(name) for name in before.keys() - CHANGED_BY_MIGRATIONS} == {
        name: count for name, count in before.items() if name not in CHANGED_BY_MIGRATIONS
    }
    printed = StringIO()
    call_command("check_games", stdout=printed)
    assert "Everything stored is what the logs say." in printed.getvalue()
    running = Game.objects.get(stage=Stage.DEAL).code
    version = look(running).version
    assert act(running).version > version
    assert deal(Game.objects.get(stage=Stage.SCORED).code).stage is Stage.DEAL
