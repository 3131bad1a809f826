"""All roles see seasons; moderators and administrators take players out of closed ones."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

GRANTED = {
    "Moderator": ["view_season", "change_season"],
    "Tournament host": ["view_season"],
    "Administrator": ["view_season", "change_season"],
}


def grant(apps: Any, schema_editor: Any) -> None:
    config = apps.get_app_config("games")  # Django creates permissions only after all migrations have run
    config.models_module = getattr(config, "models_module", True)
    create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games")
    for role in apps.get_model("auth", "Group").objects.filter(name__in=GRANTED):
        role.permissions.add(*permissions.filter(codename__in=GRANTED[role.name]))


class Migration(migrations.Migration):
    dependencies = [("games", "0035_seasons"), ("staff", "0005_clubs")]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
