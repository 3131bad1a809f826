"""The seasons, which no release has had yet, say when players were notified by the word of the code."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_after_0_3_0")]
    operations = [
        migrations.AlterField(
            "season",
            "players_notified_at",
            models.DateTimeField(null=True, blank=True, verbose_name="players notified"),
        )
    ]
