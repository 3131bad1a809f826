"""Founders of clubs, whom officers neither demote nor remove, and who was removed from a club or a table."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_founders(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Name who has belonged longest to each club that has many members, if they are an officer."""
    first: dict[int, tuple[int, str]] = {}
    members = apps.get_model("games", "ClubMember").objects.filter(club__kind="club").order_by("-pk")
    for club, user, role in members.values_list("club", "user", "role"):
        first[club] = (user, role)
    clubs = apps.get_model("games", "Club").objects
    for club, (user, role) in first.items():
        if role == "officer":
            clubs.filter(pk=club).update(founder=user)


class Migration(migrations.Migration):
    dependencies = [("games", "0040_leaving_and_overruns"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField(
            model_name="club",
            name="founder",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="founded_clubs",
                to=settings.AUTH_USER_MODEL,
                verbose_name="founder",
            ),
        ),
        migrations.CreateModel(
            name="ClubRemoval",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="removed")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="removals",
                        to="games.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_removals",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "removal from a club",
                "verbose_name_plural": "removals from clubs",
                "ordering": ["club", "pk"],
                "default_permissions": [],
                "constraints": [models.UniqueConstraint(fields=("club", "user"), name="one_removal_a_user")],
            },
        ),
        migrations.CreateModel(
            name="TableRemoval",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="removals",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "removal from a table",
                "verbose_name_plural": "removals from tables",
                "default_permissions": [],
                "constraints": [models.UniqueConstraint(fields=("game", "user"), name="one_removal_a_table")],
            },
        ),
        migrations.RunPython(name_founders, migrations.RunPython.noop, elidable=True),
    ]
