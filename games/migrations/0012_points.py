"""Analyses are computed again when somebody looks at a review: they also say what best play would have scored."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_analyses(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "Analysis").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0011_trainer")]

    operations = [
        migrations.RunPython(forget_analyses, migrations.RunPython.noop),
        migrations.AddField("analysis", "points", models.JSONField(blank=True, null=True, verbose_name="points")),
    ]
