from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_rules_changed"),
    ]

    operations = [
        migrations.RenameField(model_name="game", old_name="proposed_at", new_name="proposed_version"),
    ]
