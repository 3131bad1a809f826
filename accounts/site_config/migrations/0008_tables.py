"""The tables for how the site is run: settings, words, invitations, audit log, jobs, processes, downtime."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models

from accounts.base.migration_tools import USER, Once, Tables, key, table


def add_settings(apps: Any, schema_editor: Any) -> None:
    apps.get_model("site_config", "SiteSettings").objects.create(pk=1)


class Migration(migrations.Migration):
    initial = True
    dependencies = [("contenttypes", "0002_remove_content_type_name"), migrations.swappable_dependency(USER)]
    operations = [
        Once(
            ["0001_initial"],
            Tables(
                table(
                    "BlockedWord",
                    {"verbose_name": "blocked word", "verbose_name_plural": "blocked words", "ordering": ["word"]},
                    id=key(),
                    word=models.CharField(max_length=40, unique=True, verbose_name="word"),
                ),
                table(
                    "Invitation",
                    {
                        "verbose_name": "invitation to sign up",
                        "verbose_name_plural": "invitations to sign up",
                        "ordering": ["-pk"],
                    },
                    id=key(),
                    code=models.CharField(max_length=16, unique=True, verbose_name="code"),
                    note=models.CharField(max_length=80, blank=True, verbose_name="for whom"),
                    made_at=models.DateTimeField(auto_now_add=True, verbose_name="made"),
                    used_at=models.DateTimeField(null=True, blank=True, editable=False, verbose_name="used"),
                ),
                table(
                    "Announcement",
                    {
                        "verbose_name": "announcement",
                        "verbose_name_plural": "announcements",
                        "ordering": ["-starts_at"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(ends_at__gt=models.F("starts_at")),
                                name="announcement_ends_after_it_starts",
                                violation_error_message="It has to end after it starts.",
                            )
                        ],
                    },
                    id=key(),
                    text_en=models.CharField(max_length=300, verbose_name="in English"),
                    text_es=models.CharField(max_length=300, verbose_name="in Spanish"),
                    starts_at=models.DateTimeField(verbose_name="from"),
                    ends_at=models.DateTimeField(verbose_name="until"),
                ),
                table(
                    "SiteSettings",
                    {
                        "verbose_name": "settings of the site",
                        "verbose_name_plural": "settings of the site",
                        "default_permissions": ["view", "change"],
                        "constraints": [models.CheckConstraint(condition=models.Q(pk=1), name="one_row_of_settings")],
                    },
                    id=key(),
                    sign_ups=models.CharField(
                        choices=[
                            ("open", "everybody"),
                            ("invited", "people with an invitation code"),
                            ("closed", "nobody for now"),
                        ],
                        max_length=7,
                        default="open",
                        verbose_name="who may sign up",
                    ),
                    guests=models.BooleanField(
                        default=True,
                        help_text="If off, players must sign in before they sit down.",
                        verbose_name="guests may play",
                    ),
                    second_factor=models.BooleanField(
                        default=False,
                        help_text="Staff without one must set it up before they can open these pages.",
                        verbose_name="staff need a second factor",
                    ),
                    most_games=models.PositiveSmallIntegerField(
                        default=20,
                        validators=[MinValueValidator(1), MaxValueValidator(200)],
                        verbose_name="unfinished games a player may have",
                    ),
                    stuck_after=models.PositiveSmallIntegerField(
                        default=60,
                        validators=[MinValueValidator(1), MaxValueValidator(10080)],
                        verbose_name="minutes without a move after which a game counts as stuck",
                    ),
                ),
                table(
                    "AuditEntry",
                    {
                        "verbose_name": "entry of the audit log",
                        "verbose_name_plural": "entries of the audit log",
                        "ordering": ["-pk"],
                        "default_permissions": ["view"],
                        "indexes": [models.Index(fields=["target_type", "target_id", "-id"], name="audit_of_target")],
                    },
                    id=key(),
                    at=models.DateTimeField(auto_now_add=True, verbose_name="at"),
                    action=models.CharField(
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
                            ("close_set", "set of deals closed"),
                            ("void_set", "set of deals voided"),
                            ("remove_participant", "participant removed"),
                            ("next_round", "round begun now"),
                            ("pause_tournament", "tournament paused"),
                            ("resume_tournament", "pause of tournament ended"),
                            ("end_tournament", "tournament ended"),
                            ("adjust_score", "score adjusted"),
                            ("warn_participant", "participant warned"),
                            ("disqualify", "participant disqualified"),
                            ("hide_club", "club hidden"),
                            ("show_club", "club shown again"),
                            ("resolve", "report resolved"),
                            ("add", "added"),
                            ("change", "changed"),
                            ("remove", "removed"),
                        ],
                        max_length=20,
                        verbose_name="action",
                    ),
                    target_id=models.BigIntegerField(),
                    reason=models.CharField(max_length=200, blank=True, verbose_name="reason"),
                    details=models.JSONField(blank=True, default=dict, verbose_name="details"),
                    by=models.ForeignKey(USER, models.PROTECT, related_name="audit_entries", verbose_name="by"),
                    target_type=models.ForeignKey(
                        "contenttypes.contenttype", models.PROTECT, related_name="+", verbose_name="kind"
                    ),
                ),
            ),
            migrations.RunPython(add_settings, migrations.RunPython.noop),
        ),
        Once(
            [
                "0002_operation",
                "0003_actions_on_sets",
                "0004_actions_on_tournaments",
                "0005_tournament_kinds",
                "0006_clubs",
            ],
            Tables(
                table(
                    "DailyJob",
                    {"default_permissions": []},
                    name=models.CharField(primary_key=True, serialize=False, max_length=20),
                    due_at=models.DateTimeField(null=True),
                    taken_until=models.DateTimeField(null=True, blank=True),
                    done_at=models.DateTimeField(null=True, blank=True),
                    error=models.CharField(max_length=300, blank=True),
                ),
                table(
                    "Process",
                    {"default_permissions": []},
                    name=models.CharField(primary_key=True, serialize=False, max_length=100),
                    answers=models.BooleanField(default=False),
                    prepares=models.BooleanField(default=False),
                    secret_key=models.CharField(max_length=16),
                    vapid_key=models.CharField(max_length=16),
                    started_at=models.DateTimeField(),
                    seen_at=models.DateTimeField(),
                    ticked_at=models.DateTimeField(null=True, blank=True),
                ),
            ),
        ),
        Once(
            ["0007_downtime"],
            Tables(
                table(
                    "Downtime",
                    {"default_permissions": []},
                    id=key(),
                    start=models.DateTimeField(),
                    end=models.DateTimeField(db_index=True),
                ),
                table("Service", {"default_permissions": []}, id=key(), served_at=models.DateTimeField()),
            ),
        ),
    ]
