"""What a later migration may grant to the roles."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from games.staff.migrations._roles import granted
from tests.staff.people import HOST, MODERATOR, ensure_roles

pytestmark = pytest.mark.django_db


def test_roles_that_there_are_get_their_permissions() -> None:
    ensure_roles()
    Group.objects.get(name=HOST).delete()
    for operation in granted({MODERATOR: ["void_game"], HOST: ["resolve_report"]}):
        operation.code(apps, connection.schema_editor())
    assert Group.objects.get(name=MODERATOR).permissions.filter(codename="void_game").exists()
    assert not Group.objects.filter(name=HOST).exists(), "a role that staff have removed stays gone"
