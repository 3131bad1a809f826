"""A field is named after what it holds. Its column keeps the old name, which the version before uses (docs/scaling.md),
so the database does not change.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_bots")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="user",
                    name="told_by",
                    field=models.JSONField(
                        blank=True, db_column="told_by", default=dict, verbose_name="notification channels"
                    ),
                ),
                migrations.RenameField("user", "told_by", "notification_channels"),
            ]
        )
    ]
