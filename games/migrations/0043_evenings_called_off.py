"""Evenings of clubs that are called off, and what calendars need to know of changes."""

from datetime import timedelta

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def know_first_evenings(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Let each series begin with its evening that is announced now, or with the next one."""
    evenings = apps.get_model("games", "ClubEvening").objects
    for series in apps.get_model("games", "ClubSeries").objects.all():
        week = series.next_at - timedelta(days=7, hours=3), series.next_at - timedelta(days=6, hours=21)
        announced = evenings.filter(club=series.club_id, starts_at__range=week, starts_at__gt=timezone.now()).first()
        if announced is not None:
            announced.of_series = True
            announced.save(update_fields=["of_series"])
        series.first_at = announced.starts_at if announced is not None else series.next_at
        series.save(update_fields=["first_at"])


class Migration(migrations.Migration):
    dependencies = [("games", "0042_rated_for_whom")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="calendar_sequence",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="changes for calendars"),
        ),
        migrations.AddField(
            model_name="clubevening",
            name="called_off_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="called off"),
        ),
        migrations.AddField(
            model_name="clubevening",
            name="of_series",
            field=models.BooleanField(db_default=False, default=False, verbose_name="of the series"),
        ),
        migrations.AddField(
            model_name="clubevening",
            name="reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=200, verbose_name="reason"),
        ),
        migrations.AddField(
            model_name="clubseries",
            name="first_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="first evening"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="calendar_sequence",
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name="changes for calendars"),
        ),
        migrations.RunPython(know_first_evenings, migrations.RunPython.noop, elidable=True),
    ]
