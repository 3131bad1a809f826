"""Who edits ready sets of rules, and who blocks words, edits the ready phrases of the chat."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

ROLES = ("Moderator", "Tournament host", "Administrator")
GRANTED = ("view_readyphrase", "add_readyphrase", "change_readyphrase")


def grant(apps: Any, schema_editor: Any) -> None:
    config = apps.get_app_config("games")  # Django creates permissions only after all migrations have run
    config.models_module = getattr(config, "models_module", True)
    create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games")
    for role in apps.get_model("auth", "Group").objects.filter(name__in=ROLES):
        role.permissions.add(*permissions.filter(codename__in=GRANTED))


class Migration(migrations.Migration):
    dependencies = [("games", "0027_ready_phrases"), ("staff", "0002_sets_of_deals")]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
