from typing import Any

from django.db import migrations

from accounts.names import keys as name_keys


def fill_in(apps: Any, schema_editor: Any) -> None:
    name_keys.fill_in(apps.get_model("accounts", "User").objects)


class Migration(migrations.Migration):
    atomic = False  # or all accounts would be locked until the last one is done

    dependencies = [("accounts", "0007_keys_of_looks")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
