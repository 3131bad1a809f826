"""Clubs with tournaments are not deleted: without a club, a tournament is for everybody."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0035_seasons")]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="games.club",
                verbose_name="club",
            ),
        )
    ]
