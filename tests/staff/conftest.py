"""Roles for staff tests, created again if a test has emptied the database."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from tests.staff.people import ROLES


@pytest.fixture(autouse=True)
def _roles(db: None) -> None:  # noqa: ARG001  # needs the database
    if not Group.objects.filter(name__in=ROLES).exists():
        import_module("games.staff.migrations.0001_initial").create_roles(apps, connection.schema_editor())
