from typing import Any

from django.db import migrations, models


def begin_anew(apps: Any, schema_editor: Any) -> None:
    """Drop the proofs of deals that one secret each decided; the games go on with a chain of secrets.

    What was drawn for their first deals came from another secret: those who dealt are stored instead.
    """
    deals, games, seats = (apps.get_model("games", name).objects for name in ("Deal", "Game", "Seat"))
    first = deals.filter(game=models.OuterRef("pk"), number=1).values("dealer")
    dealt = games.filter(opening_dealer=None, deal_number__gt=0)
    dealt.update(opening_dealer=models.Subquery(first))
    deals.update(secret="")
    seats.filter(user=None).exclude(bot_name="").exclude(game__stage="open").update(seed="bot")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RenameField("game", "secret", "chain_root"),
        migrations.AlterField("deal", "secret", models.CharField(blank=True, max_length=64)),
        migrations.AddField("seat", "seed", models.CharField(blank=True, max_length=64, verbose_name="seed")),
        migrations.AddField("game", "seed_versions", models.PositiveIntegerField(default=0)),
        migrations.RunPython(begin_anew, migrations.RunPython.noop),
    ]
