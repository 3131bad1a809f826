from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0039_who_played")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="spent",
            field=models.FloatField(db_default=0.0, default=0, verbose_name="seconds used for all moves"),
        ),
        migrations.AddField(
            model_name="tournamententry",
            name="left_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="left"),
        ),
        migrations.AddField(
            model_name="tournamentscore",
            name="overrun",
            field=models.IntegerField(blank=True, null=True, verbose_name="seconds too slow"),
        ),
        migrations.AlterField(
            model_name="tournamentscore",
            name="by_bot",
            field=models.BooleanField(default=False, verbose_name="played by a bot"),
        ),
    ]
