"""From the tables of version 0.3.0 to those of 30 November 2026: the API, groups of notifications, avatars."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import migrations, models
from django.utils import timezone

from accounts.base.migration_tools import USER, Tables, key, table
from accounts.migrations import _addresses_in_one_form, _groups_of_notifications


class Migration(migrations.Migration):
    replaces = [
        ("accounts", name)
        for name in (
            "0011_cards_ahead",
            "0012_user_called",
            "0013_api_tokens",
            "0014_bots",
            "0015_name_of_notification_channels",
            "0016_name_of_a_constraint",
            "0017_notification_expires_at",
            "0018_addresses_in_one_form",
            "0019_answers_to_programs",
            "0020_chosen_avatar",
            "0021_quiet_hours_and_daily_alerts",
            "0022_groups_of_notifications",
            "0023_sounds_from_the_start",
            "0024_friends",
        )
    ]
    dependencies = [("account", "0009_emailaddress_unique_primary_email"), ("accounts", "0003_version_0_3_0")]
    operations = [
        Tables(
            table(
                "ApiToken",
                {
                    "verbose_name": "API token",
                    "verbose_name_plural": "API tokens",
                    "ordering": ["-created_at", "-pk"],
                    "default_permissions": [],
                },
                id=key(),
                name=models.CharField(max_length=40, verbose_name="name"),
                digest=models.CharField(max_length=64, unique=True),
                scopes=models.JSONField(default=list, verbose_name="allows"),
                created_at=models.DateTimeField(default=timezone.now, verbose_name="created"),
                used_on=models.DateField(null=True, blank=True, verbose_name="last used"),
                user=models.ForeignKey(USER, models.CASCADE, related_name="api_tokens", verbose_name="user"),
            ),
            table(
                "ApiAnswer",
                {
                    "default_permissions": [],
                    "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_a_key")],
                },
                id=key(),
                key=models.CharField(max_length=100),
                digest=models.CharField(max_length=64),
                answer=models.JSONField(null=True, encoder=DjangoJSONEncoder),
                created_at=models.DateTimeField(default=timezone.now),
                user=models.ForeignKey(USER, models.CASCADE, db_index=False, related_name="api_answers"),
            ),
        ),
        migrations.AddField(
            "user",
            "no_card_ahead",
            models.BooleanField(
                default=False,
                db_default=False,
                help_text="Before your turn, a tap on a card does nothing. Otherwise it is played in your turn, if it may be.",
                verbose_name="no card before my turn",
            ),
        ),
        migrations.AddField(
            "user",
            "called",
            models.CharField(
                max_length=16, blank=True, default="", db_default="", verbose_name="name given as a guest"
            ),
        ),
        migrations.AddField("user", "is_bot", models.BooleanField(default=False, db_default=False, verbose_name="bot")),
        migrations.RemoveConstraint("notification", "told_once"),
        migrations.AddConstraint(
            "notification", models.UniqueConstraint(fields=("user", "kind", "about"), name="notified_once")
        ),
        migrations.AddField(
            "notification", "expires_at", models.DateTimeField(null=True, blank=True, verbose_name="expires")
        ),
        migrations.AddField(
            "user",
            "chosen_avatar",
            models.CharField(max_length=5, blank=True, default="", db_default="", verbose_name="chosen avatar"),
        ),
        migrations.AddField(
            "user",
            "daily_alerts",
            models.BooleanField(
                default=False,
                db_default=False,
                help_text="A reminder each morning, as long as you play, and your place when results are in.",
                verbose_name="daily deals",
            ),
        ),
        migrations.AddField(
            "user",
            "quiet_hours",
            models.BooleanField(
                default=False,
                db_default=False,
                help_text="Only turns and tables that cannot wait still ring.",
                verbose_name="quiet from 22:00 to 8:00",
            ),
        ),
        migrations.RunPython(_addresses_in_one_form.bring_into_one_form, migrations.RunPython.noop),
        migrations.RunPython(_groups_of_notifications.choose_groups, migrations.RunPython.noop),
    ]
