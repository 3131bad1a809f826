"""The way of a site from SQLite to PostgreSQL, by the commands that operators use."""

import shutil
from collections.abc import Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.models import Game
from games.values import Stage
from tests.clients import session_of
from tests.postgresql import database_at, new_database
from tests.sites import migrated_database
from tests.tables import act, begin, finish_deals, new_player, play_on, to_play

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture
def sqlite(tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """Return the address of a SQLite database with the site's tables."""
    shutil.copyfile(migrated_database(), tmp_path / "db.sqlite3")
    with django_db_blocker.unblock():
        yield f"sqlite:///{tmp_path}/db.sqlite3"


@pytest.fixture
def postgresql(_tables_in_postgresql: str, postgres_server: str) -> Iterator[str]:
    """Return the address of a PostgreSQL database with the site's tables."""
    with new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address:
        yield address


def run(*command: object) -> str:
    printed = StringIO()
    call_command(*map(str, command), stdout=printed)
    return printed.getvalue()


def contents() -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each table, of which none may be rounded or have another key."""
    return {
        model._meta.db_table: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models(include_auto_created=True)
    }


def name_shown_to(session: str) -> str:
    """Return the name of the player whose browser has this session."""
    client = Client()
    client.cookies["sessionid"] = session
    return str(client.get("/me/settings/account/").context["user"].username)


def test_copied_site_has_the_same_rows_and_sessions_and_goes_on(sqlite: str, postgresql: str, tmp_path: Path) -> None:
    with database_at(sqlite):
        User.objects.create_superuser("staff", password="correct horse")
        gone, ana, ben = new_player(), new_player(), new_player()
        gone.delete()  # so that keys are not counted from one without a gap
        finish_deals(begin(ana))
        code = begin(ana, ben)
        play_on(code, to_play)
        guest = User.objects.create_user(username="Guest 1", is_guest=True)
        sessions = {session_of(user): user.username for user in (ana, ben, guest)}
        before = contents()
        run("backup", tmp_path / "backup")
    with database_at(postgresql):
        assert "among them 2 games" in run("copy_from_sqlite", tmp_path / "backup")
        assert contents() == before
        times = [value for row in before["games_game"] for value in row if isinstance(value, datetime)]
        assert any(value.microsecond % 1000 for value in times)
        assert "Everything stored is what the logs say." in run("check_games")
        assert {session: name_shown_to(session) for session in sessions} == sessions
        act(code)
        begin(new_player())
        with pytest.raises(CommandError, match="holds games or accounts already"):
            run("copy_from_sqlite", tmp_path / "backup")
        assert Game.objects.filter(stage=Stage.DEAL).count() == 2


def test_file_that_cannot_be_copied_changes_nothing(sqlite: str, postgresql: str, tmp_path: Path) -> None:
    def refusal() -> str:
        with pytest.raises(CommandError) as refused:
            run("copy_from_sqlite", tmp_path / "backup")
        return str(refused.value)

    with database_at(sqlite):
        begin(new_player())
        Game.objects.update(name="x" * 1000)  # which only PostgreSQL refuses
        run("backup", tmp_path / "backup")
        assert "is for PostgreSQL" in refusal()
    with database_at(postgresql):
        before = contents()
        assert "Nothing has changed" in refusal()
        (tmp_path / "backup").write_bytes(b"something else")
        assert "no SQLite database" in refusal()
        (tmp_path / "backup").write_bytes(b"")
        assert "same version" in refusal()
        assert contents() == before
