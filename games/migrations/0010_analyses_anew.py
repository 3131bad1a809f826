"""Analyses are computed again when somebody looks at a review: the worth of bids is stored in another form."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_analyses(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("games", "Analysis").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0009_one_deal_behind")]

    operations = [migrations.RunPython(forget_analyses, migrations.RunPython.noop)]
