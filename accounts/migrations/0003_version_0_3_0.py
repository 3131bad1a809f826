"""From version 0.2.0 to those of 0.3.0: notifications, who follows whom, vacations, keys of names."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from accounts.base.migration_tools import USER, Tables, key, table
from accounts.models import NameKeyField
from accounts.names import keys as name_keys


def fill_in_keys(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Store by which keys the names of all accounts are compared."""
    name_keys.fill_in(apps.get_model("accounts", "User").objects)


class Migration(migrations.Migration):
    replaces = [
        ("accounts", name)
        for name in (
            "0004_notifications",
            "0005_people",
            "0006_by_turns",
            "0007_keys_of_looks",
            "0008_fill_in_keys_of_looks",
            "0009_failing_pushes",
            "0010_time_zone",
        )
    ]
    dependencies = [("accounts", "0002_looks")]
    operations = [
        Tables(
            table(
                "Notification",
                {
                    "verbose_name": "notification",
                    "verbose_name_plural": "notifications",
                    "default_permissions": [],
                    "indexes": [
                        models.Index(condition=models.Q(waits=True), fields=["id"], name="waiting_notifications")
                    ],
                    "constraints": [models.UniqueConstraint(fields=("user", "kind", "about"), name="told_once")],
                },
                id=key(),
                kind=models.CharField(max_length=20, verbose_name="kind"),
                about=models.CharField(max_length=80, verbose_name="about"),
                path=models.CharField(max_length=200, verbose_name="path"),
                values=models.JSONField(default=dict, verbose_name="values"),
                created_at=models.DateTimeField(default=timezone.now, db_index=True, verbose_name="created"),
                waits=models.BooleanField(default=True, verbose_name="waits"),
                user=models.ForeignKey(USER, models.CASCADE, related_name="notifications", verbose_name="user"),
            ),
            table(
                "PushSubscription",
                {
                    "verbose_name": "browser with notifications",
                    "verbose_name_plural": "browsers with notifications",
                    "default_permissions": [],
                },
                id=key(),
                endpoint=models.CharField(max_length=500, unique=True, verbose_name="address"),
                p256dh=models.CharField(max_length=100),
                auth=models.CharField(max_length=40),
                language=models.CharField(max_length=2, verbose_name="language"),
                user=models.ForeignKey(USER, models.CASCADE, related_name="push_subscriptions", verbose_name="user"),
                failed_at=models.DateTimeField(null=True, blank=True, verbose_name="takes no push since"),
                failed_status=models.PositiveSmallIntegerField(
                    null=True, blank=True, verbose_name="last answer of its push service"
                ),
            ),
            table(
                "Push",
                {"verbose_name": "push", "verbose_name_plural": "pushes", "default_permissions": []},
                id=key(),
                due_at=models.DateTimeField(db_index=True, verbose_name="due"),
                tries=models.PositiveSmallIntegerField(default=0, verbose_name="tries"),
                notification=models.ForeignKey(
                    "accounts.notification", models.CASCADE, related_name="pushes", verbose_name="notification"
                ),
                subscription=models.ForeignKey(
                    "accounts.pushsubscription", models.CASCADE, related_name="+", verbose_name="browser"
                ),
            ),
            table(
                "Follow",
                {
                    "verbose_name": "follow",
                    "verbose_name_plural": "follows",
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "followed"), name="unique_follow"),
                        models.CheckConstraint(
                            condition=models.Q(("user", models.F("followed")), _negated=True), name="follow_not_self"
                        ),
                    ],
                },
                id=key(),
                since=models.DateTimeField(auto_now_add=True, verbose_name="since"),
                followed=models.ForeignKey(USER, models.CASCADE, related_name="followers", verbose_name="followed"),
                user=models.ForeignKey(USER, models.CASCADE, related_name="follows", verbose_name="user"),
            ),
            table(
                "Note",
                {
                    "verbose_name": "note",
                    "verbose_name_plural": "notes",
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "about"), name="unique_note"),
                        models.CheckConstraint(
                            condition=models.Q(("user", models.F("about")), _negated=True), name="note_not_about_self"
                        ),
                    ],
                },
                id=key(),
                text=models.CharField(max_length=300, verbose_name="text"),
                about=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="about"),
                user=models.ForeignKey(USER, models.CASCADE, related_name="notes", verbose_name="user"),
            ),
        ),
        migrations.AddField(
            "user",
            "notification_channels",
            models.JSONField(blank=True, default=dict, db_column="told_by", verbose_name="notification channels"),
        ),
        migrations.AddField(
            "user",
            "online_to",
            models.CharField(
                choices=[("all", "everybody"), ("followed", "my friends"), ("nobody", "nobody")],
                max_length=8,
                default="all",
                verbose_name="who may see that I am online",
            ),
        ),
        migrations.AddField(
            "user",
            "vacation_days",
            models.PositiveSmallIntegerField(default=0, verbose_name="vacation days used in that year"),
        ),
        migrations.AddField(
            "user", "vacation_until", models.DateTimeField(null=True, blank=True, verbose_name="on vacation until")
        ),
        migrations.AddField(
            "user",
            "vacation_year",
            models.PositiveSmallIntegerField(default=0, verbose_name="year of the vacation days"),
        ),
        migrations.AddField("user", "look_key", NameKeyField(db_default="", editable=False, max_length=96)),
        migrations.AddField("user", "latin_key", NameKeyField(db_default="", editable=False, max_length=96)),
        migrations.AddIndex("user", models.Index(fields=["look_key"], name="players_by_look")),
        migrations.AddIndex("user", models.Index(fields=["latin_key"], name="players_by_latin_look")),
        migrations.AddField(
            "user",
            "browser_time_zone",
            models.CharField(
                max_length=40, blank=True, default="", db_default="", verbose_name="time zone of the browser"
            ),
        ),
        migrations.AddField(
            "user",
            "time_zone",
            models.CharField(max_length=40, blank=True, default="", db_default="", verbose_name="time zone"),
        ),
        migrations.RunPython(fill_in_keys, migrations.RunPython.noop),
    ]
