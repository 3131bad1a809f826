from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LINES = {
    "line_en": ("The same to 300: about six deals.", "No peeking, first to 300: about six deals."),
    "line_es": ("Lo mismo a 300: unos seis repartos.", "Sin mirar y a 300 puntos: unos seis repartos."),
}


def say_it_in_full(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """A preset is shown alone too, where "the same" names nothing. What the staff has written stays."""
    presets = apps.get_model("games", "RulesPreset").objects
    for column, (before, now) in LINES.items():
        presets.filter(**{column: before}).update(**{column: now})


class Migration(migrations.Migration):
    dependencies = [("games", "0015_what_deals_teach")]
    operations = [migrations.RunPython(say_it_in_full, migrations.RunPython.noop)]
