"""A constraint is named after what it says."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_name_of_notification_channels")]

    operations = [
        migrations.RemoveConstraint("notification", "told_once"),
        migrations.AddConstraint(
            "notification", models.UniqueConstraint(fields=["user", "kind", "about"], name="notified_once")
        ),
    ]
