from django.db import migrations, models

ACTIONS = [
    ("suspend", "suspended"),
    ("lift", "suspension lifted"),
    ("take_name", "name taken away"),
    ("sign_out", "signed out everywhere"),
    ("mute", "muted"),
    ("unmute", "mute lifted"),
    ("delete_account", "account removed"),
    ("export", "data exported"),
    ("give_roles", "roles given"),
    ("void", "game voided"),
    ("end", "game ended"),
    ("nudge", "game nudged"),
    ("seat_bot", "player replaced by a bot"),
    ("close_to_spectators", "closed to spectators"),
    ("show_cards", "hidden cards shown"),
    ("close_set", "set of deals closed"),
    ("void_set", "set of deals voided"),
    ("remove_participant", "participant removed"),
    ("next_round", "round begun now"),
    ("pause_tournament", "tournament paused"),
    ("resume_tournament", "pause of tournament ended"),
    ("end_tournament", "tournament ended"),
    ("adjust_score", "score adjusted"),
    ("disqualify", "participant disqualified"),
    ("resolve", "report resolved"),
    ("add", "added"),
    ("change", "changed"),
    ("remove", "removed"),
]


class Migration(migrations.Migration):
    dependencies = [("site_config", "0003_actions_on_sets")]

    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="action",
            field=models.CharField(choices=ACTIONS, max_length=20, verbose_name="action"),
        )
    ]
