"""Boards that an Expert is to play are marked, so that nobody has to look through all boards for them."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def mark_finished(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Mark the boards of challenges that somebody has finished; sets that close mark theirs then."""
    board = apps.get_model("games", "Board")
    finished = apps.get_model("games", "BoardPlay").objects.filter(points__isnull=False).values("board")
    board.objects.filter(deal_set__closes_at=None, pk__in=finished).update(expert_wanted=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0020_sets_of_deals")]

    operations = [
        migrations.RemoveIndex(model_name="board", name="boards_without_expert"),
        migrations.AddField(
            model_name="board",
            name="expert_wanted",
            field=models.BooleanField(db_default=False, default=False, verbose_name="an Expert is to play"),
        ),
        migrations.RunPython(mark_finished, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="board",
            index=models.Index(
                condition=models.Q(expert_points__isnull=True, expert_wanted=True),
                fields=["id"],
                name="boards_for_expert",
            ),
        ),
    ]
