from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LINES = {
    "line_en": ("No peeking, first to 300: about six deals.", "No peeking, first to 300: half as long."),
    "line_es": ("Sin mirar y a 300 puntos: unos seis repartos.", "Sin mirar y a 300 puntos: la mitad de larga."),
}


def say_how_long(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Six deals are too few: it takes seven to thirteen, by who plays. What the staff has written stays."""
    presets = apps.get_model("games", "RulesPreset").objects
    for column, (before, now) in LINES.items():
        presets.filter(**{column: before}).update(**{column: now})


class Migration(migrations.Migration):
    dependencies = [("games", "0016_preset_in_full")]
    operations = [migrations.RunPython(say_how_long, migrations.RunPython.noop)]
