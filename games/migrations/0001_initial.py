"""The tables of version 0.2.0."""

from django.db import migrations

from accounts.base.migration_tools import Tables
from games.migrations import _games_of_0_2_0, _presets, _results_of_0_2_0


class Migration(migrations.Migration):
    initial = True
    dependencies = [("accounts", "0001_initial")]
    operations = [
        Tables(*_games_of_0_2_0.TABLES, *_results_of_0_2_0.TABLES),
        migrations.RunPython(_presets.add, migrations.RunPython.noop),
    ]
