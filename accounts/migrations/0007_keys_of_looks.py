from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_by_turns")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="look_key",
            field=accounts.models.NameKeyField(db_default="", editable=False, max_length=96),
        ),
        migrations.AddField(
            model_name="user",
            name="latin_key",
            field=accounts.models.NameKeyField(db_default="", editable=False, max_length=96),
        ),
        migrations.AddIndex(model_name="user", index=models.Index(fields=["look_key"], name="players_by_look")),
        migrations.AddIndex(model_name="user", index=models.Index(fields=["latin_key"], name="players_by_latin_look")),
    ]
