"""An index is named after what it is for."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0037_names_of_notifications")]

    operations = [migrations.RenameIndex("clubevening", new_name="evenings_to_announce", old_name="evenings_to_tell")]
