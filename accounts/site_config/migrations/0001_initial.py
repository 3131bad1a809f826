from typing import Any

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def add_settings(apps: Any, schema_editor: Any) -> None:
    apps.get_model("site_config", "SiteSettings").objects.create(pk=1)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BlockedWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=40, unique=True, verbose_name="word")),
            ],
            options={"verbose_name": "blocked word", "verbose_name_plural": "blocked words", "ordering": ["word"]},
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=16, unique=True, verbose_name="code")),
                ("note", models.CharField(blank=True, max_length=80, verbose_name="for whom")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("used_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="used")),
            ],
            options={
                "verbose_name": "invitation to sign up",
                "verbose_name_plural": "invitations to sign up",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text_en", models.CharField(max_length=300, verbose_name="in English")),
                ("text_es", models.CharField(max_length=300, verbose_name="in Spanish")),
                ("starts_at", models.DateTimeField(verbose_name="from")),
                ("ends_at", models.DateTimeField(verbose_name="until")),
            ],
            options={
                "verbose_name": "announcement",
                "verbose_name_plural": "announcements",
                "ordering": ["-starts_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))),
                        name="announcement_ends_after_it_starts",
                        violation_error_message="It has to end after it starts.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SiteSettings",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "sign_ups",
                    models.CharField(
                        choices=[
                            ("open", "everybody"),
                            ("invited", "people with an invitation code"),
                            ("closed", "nobody for now"),
                        ],
                        default="open",
                        max_length=7,
                        verbose_name="who may sign up",
                    ),
                ),
                (
                    "guests",
                    models.BooleanField(
                        default=True,
                        help_text="If off, players must sign in before they sit down.",
                        verbose_name="guests may play",
                    ),
                ),
                (
                    "second_factor",
                    models.BooleanField(
                        default=False,
                        help_text="Staff without one must set it up before they can open these pages.",
                        verbose_name="staff need a second factor",
                    ),
                ),
                (
                    "most_games",
                    models.PositiveSmallIntegerField(
                        default=20,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(200),
                        ],
                        verbose_name="unfinished games a player may have",
                    ),
                ),
                (
                    "stuck_after",
                    models.PositiveSmallIntegerField(
                        default=60,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10080),
                        ],
                        verbose_name="minutes without a move after which a game counts as stuck",
                    ),
                ),
            ],
            options={
                "verbose_name": "settings of the site",
                "verbose_name_plural": "settings of the site",
                "default_permissions": ["view", "change"],
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="one_row_of_settings")],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("suspend", "suspended"),
                            ("lift", "suspension lifted"),
                            ("take_name", "name taken away"),
                            ("sign_out", "signed out everywhere"),
                            ("mute", "muted"),
                            ("unmute", "mute lifted"),
                            ("delete_account", "account removed"),
                            ("export", "data exported"),
                            ("give_roles", "roles given"),
                            ("void", "game voided"),
                            ("end", "game ended"),
                            ("nudge", "game nudged"),
                            ("seat_bot", "player replaced by a bot"),
                            ("close_to_spectators", "closed to spectators"),
                            ("show_cards", "hidden cards shown"),
                            ("resolve", "report resolved"),
                            ("add", "added"),
                            ("change", "changed"),
                            ("remove", "removed"),
                        ],
                        max_length=20,
                        verbose_name="action",
                    ),
                ),
                ("target_id", models.BigIntegerField()),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("details", models.JSONField(blank=True, default=dict, verbose_name="details")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "target_type",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="contenttypes.contenttype",
                        verbose_name="kind",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of the audit log",
                "verbose_name_plural": "entries of the audit log",
                "ordering": ["-pk"],
                "default_permissions": ["view"],
                "indexes": [models.Index(fields=["target_type", "target_id", "-id"], name="audit_of_target")],
            },
        ),
        migrations.RunPython(add_settings, migrations.RunPython.noop),
    ]
