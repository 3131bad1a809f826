"""The tricks of analyses are computed again when somebody looks at a review: they were those of bridge."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_tricks(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "Analysis").objects.filter(due_at=None).update(tricks=None, attempts=0)


class Migration(migrations.Migration):
    dependencies = [("games", "0017_preset_length")]

    operations = [migrations.RunPython(forget_tricks, migrations.RunPython.noop)]
