"""A database that has run only some of the migrations that one stands for by now is refused with a sentence."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games.management import joined_migrations

pytestmark = pytest.mark.django_db


def leave_out(app: str, *names: str) -> None:
    for name in names:
        MigrationRecorder(connection).record_unapplied(app, name)


def test_new_database_has_no_gap() -> None:
    assert joined_migrations.gap(connection) == ""


def test_database_between_two_versions_is_refused_and_nothing_is_changed() -> None:
    leave_out("games", "0046_late_hints", "0045_holds")
    applied = MigrationRecorder(connection).applied_migrations().keys()
    with pytest.raises(CommandError, match=rf"before 0045_holds.*commit {joined_migrations.LAST_WITH_ALL}"):
        call_command("migrate", verbosity=0)
    assert MigrationRecorder(connection).applied_migrations().keys() == applied


def test_doctor_names_the_gap(capsys: pytest.CaptureFixture[str]) -> None:
    leave_out("accounts", "0010_time_zone")
    with pytest.raises(CommandError, match="Things to look at"):
        call_command("doctor")
    assert "before 0010_time_zone" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_step_that_a_former_migration_has_made_is_not_made_again() -> None:
    leave_out("staff", "0008_roles_and_presets")
    leave_out("site_config", "0008_tables", "0005_tournament_kinds", "0006_clubs")
    call_command("migrate", verbosity=0)
    assert ("site_config", "0006_clubs") in MigrationRecorder(connection).applied_migrations()
