from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0020_chosen_avatar")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="daily_alerts",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="A reminder each morning, as long as you play, and your place when results are in.",
                verbose_name="daily deals",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_hours",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Only turns and tables that cannot wait still ring.",
                verbose_name="quiet from 22:00 to 8:00",
            ),
        ),
    ]
