"""Tournament hosts and administrators make and direct tournaments; all roles see them."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

GRANTED = {
    "Moderator": ["view_tournament"],
    "Tournament host": ["view_tournament", "add_tournament", "change_tournament"],
    "Administrator": ["view_tournament", "add_tournament", "change_tournament"],
}


def grant(apps: Any, schema_editor: Any) -> None:
    config = apps.get_app_config("games")  # Django creates permissions only after all migrations have run
    config.models_module = getattr(config, "models_module", True)
    create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games")
    for role in apps.get_model("auth", "Group").objects.filter(name__in=GRANTED):
        role.permissions.add(*permissions.filter(codename__in=GRANTED[role.name]))


class Migration(migrations.Migration):
    dependencies = [("games", "0032_tournaments"), ("staff", "0003_ready_phrases")]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
