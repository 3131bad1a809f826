"""How requests of programs were answered is remembered, for those that come again."""

import django.core.serializers.json
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_addresses_in_one_form")]

    operations = [
        migrations.CreateModel(
            name="ApiAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("digest", models.CharField(max_length=64)),
                ("answer", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": [],
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_a_key")],
            },
        )
    ]
