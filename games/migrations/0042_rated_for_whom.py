"""Whose game it was: who sat down as a guest, and from which guest an account has taken a game over."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_guests(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Who is a guest now has sat down as one."""
    seats = apps.get_model("games", "Seat").objects
    guests = apps.get_model("accounts", "User").objects.filter(is_guest=True)
    seats.filter(user__in=guests).update(by_guest=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0041_founders_and_removals"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="by_guest",
            field=models.BooleanField(db_default=False, default=False, verbose_name="sat down as a guest"),
        ),
        migrations.AddField(
            model_name="seat",
            name="rated_as",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="rated as the guest",
            ),
        ),
        migrations.RunPython(note_guests, migrations.RunPython.noop),
    ]
