import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="chat",
            field=models.BooleanField(default=True, verbose_name="chat"),
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "channel",
                    models.CharField(
                        choices=[("everyone", "everyone"), ("players", "players"), ("watchers", "spectators")],
                        max_length=8,
                        verbose_name="channel",
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="text")),
                (
                    "phrase",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("hello", "hello"),
                            ("good_luck", "good_luck"),
                            ("well_played", "well_played"),
                            ("thank_you", "thank_you"),
                            ("sorry", "sorry"),
                            ("one_moment", "one_moment"),
                            ("good_game", "good_game"),
                        ],
                        max_length=16,
                        verbose_name="phrase",
                    ),
                ),
                ("sent_at", models.DateTimeField(auto_now_add=True, verbose_name="sent")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="muted",
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
                "verbose_name": "mute",
                "verbose_name_plural": "mutes",
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("context", models.JSONField(verbose_name="context")),
                ("reported_at", models.DateTimeField(auto_now_add=True, verbose_name="reported")),
                ("resolved", models.BooleanField(default=False, verbose_name="resolved")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.message",
                        verbose_name="message",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ["resolved", "-reported_at"],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="blocked",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "block",
                "verbose_name_plural": "blocks",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "blocked"), name="one_block_a_person"),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("blocked")), _negated=True),
                        name="nobody_blocks_themselves",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("text", ""), models.Q(("phrase", ""), _negated=True)),
                    models.Q(models.Q(("text", ""), _negated=True), ("phrase", "")),
                    _connector="OR",
                ),
                name="either_text_or_phrase",
            ),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("game", "user", "muted"), name="one_mute_a_person"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", models.F("muted")), _negated=True), name="nobody_mutes_themselves"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                fields=("message", "reporter"), name="one_report_a_message_and_reporter"
            ),
        ),
    ]
