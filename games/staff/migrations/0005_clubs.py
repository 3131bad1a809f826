"""Moderators and administrators hide clubs and take their names away; tournament hosts see them."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

GRANTED = {
    "Moderator": ["view_club", "change_club"],
    "Tournament host": ["view_club"],
    "Administrator": ["view_club", "change_club"],
}


def grant(apps: Any, schema_editor: Any) -> None:
    config = apps.get_app_config("games")  # Django creates permissions only after all migrations have run
    config.models_module = getattr(config, "models_module", True)
    create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games")
    for role in apps.get_model("auth", "Group").objects.filter(name__in=GRANTED):
        role.permissions.add(*permissions.filter(codename__in=GRANTED[role.name]))


class Migration(migrations.Migration):
    dependencies = [("games", "0034_clubs"), ("staff", "0004_tournaments")]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
