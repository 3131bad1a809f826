"""What accounts had soon after version 0.2.0: felts, backs of cards and decks to choose."""

from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("accounts", name) for name in ("0002_felts_backs_decks", "0003_sounds_help")]
    dependencies = [("accounts", "0001_initial")]
    operations = [
        migrations.AddField(
            "user",
            "back",
            models.CharField(
                choices=[("", "Lattice"), ("dots", "Dots"), ("waves", "Waves")],
                max_length=5,
                blank=True,
                default="",
                verbose_name="backs of the cards",
            ),
        ),
        migrations.AddField(
            "user",
            "deck",
            models.CharField(
                choices=[("", "Pips and figures"), ("clear", "Large print")],
                max_length=5,
                blank=True,
                default="",
                verbose_name="deck",
            ),
        ),
        migrations.AddField(
            "user",
            "felt",
            models.CharField(
                choices=[("", "Green"), ("blue", "Blue"), ("wine", "Wine"), ("slate", "Slate")],
                max_length=5,
                blank=True,
                default="",
                verbose_name="felt",
            ),
        ),
    ]
