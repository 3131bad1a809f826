"""Three fields are named after what they say. Their columns keep the old names, which the version before uses
(docs/scaling.md), so the database does not change.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0036_clubs_keep_tournaments")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("report", "reports_to_answer"),
                migrations.AlterField(
                    model_name="report",
                    name="told",
                    field=models.BooleanField(
                        db_column="told", default=False, verbose_name="the reporter has seen the answer"
                    ),
                ),
                migrations.RenameField("report", "told", "answer_seen"),
                migrations.AddIndex(
                    model_name="report",
                    index=models.Index(
                        condition=models.Q(("answer_seen", False), ("resolved", True)),
                        fields=["reporter"],
                        name="reports_to_answer",
                    ),
                ),
                migrations.AlterField(
                    model_name="seat",
                    name="told_since",
                    field=models.DateTimeField(
                        blank=True, db_column="told_since", null=True, verbose_name="notified of the turn since"
                    ),
                ),
                migrations.RenameField("seat", "told_since", "notified_since"),
                migrations.AlterField(
                    model_name="season",
                    name="told_at",
                    field=models.DateTimeField(
                        blank=True, db_column="told_at", null=True, verbose_name="players notified"
                    ),
                ),
                migrations.RenameField("season", "told_at", "players_notified_at"),
            ]
        )
    ]
