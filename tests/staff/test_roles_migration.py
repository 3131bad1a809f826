"""What the migration of the roles grants to roles that a site has had for a while."""

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.staff.people import MODERATOR, ensure_roles

pytestmark = pytest.mark.django_db(transaction=True)


def test_roles_get_what_is_new_and_not_what_staff_have_taken_from_them() -> None:
    ensure_roles()
    moderator = Group.objects.get(name=MODERATOR)
    moderator.permissions.remove(*moderator.permissions.filter(codename__in=["view_dealset", "change_season"]))
    recorder = MigrationRecorder(connection)
    for app, name in recorder.applied_migrations():
        if app == "staff" and name >= "0006":
            recorder.record_unapplied(app, name)
    call_command("migrate", verbosity=0)
    granted = moderator.permissions.values_list("codename", flat=True)
    assert "change_season" in granted
    assert "view_dealset" not in granted
