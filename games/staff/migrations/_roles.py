"""What migrations of roles share: permissions are stored before they are granted."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from django.contrib.auth.management import create_permissions
from django.db import migrations

APPS: Final = ("accounts", "games", "site_config")


def write_permissions(apps: Any, schema_editor: Any) -> None:
    """Store all permissions: Django does so only after all migrations have run."""
    for label in APPS:
        config = apps.get_app_config(label)
        config.models_module = getattr(config, "models_module", True)
        create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)


def granted(permissions: Mapping[str, Sequence[str]]) -> list[migrations.RunPython]:
    """Return the operations that grant each of these roles its permissions, by code name; a role that is gone stays
    gone. The migration depends on those that give their models the permissions.
    """
    steps = (write_permissions, partial(_grant, permissions))
    return [migrations.RunPython(step, migrations.RunPython.noop) for step in steps]


def _grant(permissions: Mapping[str, Sequence[str]], apps: Any, _schema: Any) -> None:
    of_our_apps = apps.get_model("auth", "Permission").objects.filter(content_type__app_label__in=APPS)
    for role in apps.get_model("auth", "Group").objects.filter(name__in=permissions):
        rows = of_our_apps.filter(codename__in=permissions[role.name])
        assert {row.codename for row in rows} == set(permissions[role.name]), "every permission exists"
        role.permissions.add(*rows)
