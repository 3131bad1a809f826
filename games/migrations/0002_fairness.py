"""What games had soon after version 0.2.0: chains of secrets, reports of players, watches, and checks of values."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery

from accounts.base.migration_tools import USER, Tables, key, table


def begin_anew(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Drop the proofs of deals that one secret each decided; the games go on with a chain of secrets.

    What was drawn for their first deals came from another secret: those who dealt are stored instead.
    """
    deals, games, seats = (apps.get_model("games", name).objects for name in ("Deal", "Game", "Seat"))
    first = deals.filter(game=OuterRef("pk"), number=1).values("dealer")
    games.filter(opening_dealer=None, deal_number__gt=0).update(opening_dealer=Subquery(first))
    deals.update(secret="")
    seats.filter(user=None).exclude(bot_name="").exclude(game__stage="open").update(seed="bot")


def name_subjects(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Store in each report of a message whom it is about."""
    author = apps.get_model("games", "Message").objects.filter(reports=OuterRef("pk")).values("author")
    apps.get_model("games", "Report").objects.filter(message__isnull=False).update(subject=Subquery(author[:1]))


class Migration(migrations.Migration):
    replaces = [
        ("games", name)
        for name in ("0002_chains_of_secrets", "0003_fair_company", "0004_collusion_watch", "0005_possible_values")
    ]
    dependencies = [("games", "0001_initial")]
    operations = [
        Tables(
            table(
                "DealCount",
                {
                    "verbose_name": "count of deals",
                    "verbose_name_plural": "counts of deals",
                    "default_permissions": [],
                    "constraints": [models.UniqueConstraint(fields=("statistic", "value"), name="unique_deal_count")],
                },
                id=key(),
                statistic=models.CharField(max_length=12, verbose_name="statistic"),
                value=models.PositiveSmallIntegerField(verbose_name="value"),
                count=models.PositiveBigIntegerField(verbose_name="count"),
            ),
            table(
                "SoftPlay",
                {
                    "verbose_name": "soft play",
                    "verbose_name_plural": "collusion watch",
                    "default_permissions": [],
                    "constraints": [models.UniqueConstraint(fields=("player", "declarer"), name="unique_soft_play")],
                },
                id=key(),
                deals=models.PositiveIntegerField(default=0, verbose_name="deals"),
                total=models.FloatField(default=0.0),
                squares=models.FloatField(default=0.0),
                strongest=models.JSONField(default=list, verbose_name="deals that speak for it"),
                score=models.FloatField(null=True, verbose_name="standard score"),
                flagged=models.BooleanField(default=False, verbose_name="conspicuous"),
                games=models.PositiveIntegerField(default=0, verbose_name="games"),
                shared_games=models.PositiveIntegerField(default=0, verbose_name="games together"),
                declarer=models.ForeignKey(USER, models.CASCADE, null=True, related_name="+", verbose_name="declarer"),
                player=models.ForeignKey(USER, models.CASCADE, db_index=False, related_name="+", verbose_name="player"),
            ),
        ),
        migrations.RenameField(model_name="game", old_name="secret", new_name="chain_root"),
        migrations.AddField("seat", "seed", models.CharField(max_length=64, blank=True, verbose_name="seed")),
        migrations.AddField("game", "seed_versions", models.PositiveIntegerField(default=0)),
        migrations.RunPython(begin_anew, migrations.RunPython.noop),
        migrations.AddField("deal", "counted", models.BooleanField(default=False, verbose_name="counted")),
        migrations.AddField("game", "hinted", models.BooleanField(default=False, verbose_name="a hint was asked for")),
        migrations.AddField(
            "report", "answer", models.CharField(max_length=300, blank=True, verbose_name="answer to the reporter")
        ),
        migrations.AddField(
            "report",
            "reason",
            models.CharField(
                choices=[
                    ("message", "a message in the chat"),
                    ("stalling", "plays slowly on purpose, or leaves"),
                    ("together", "plays together with another player"),
                    ("name", "an offensive name"),
                    ("chat", "insults or advertising in the chat"),
                    ("club", "the name or the text of a club"),
                ],
                max_length=8,
                default="message",
                verbose_name="reason",
            ),
        ),
        migrations.AddField(
            "report",
            "subject",
            models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name="player"),
        ),
        migrations.AddField("report", "text", models.CharField(max_length=300, blank=True, verbose_name="text")),
        migrations.AddField(
            "report",
            "answer_seen",
            models.BooleanField(default=False, db_column="told", verbose_name="the reporter has seen the answer"),
        ),
        migrations.AlterField(
            "report",
            "game",
            models.ForeignKey("games.game", models.CASCADE, null=True, related_name="reports", verbose_name="game"),
        ),
        migrations.AddIndex(
            "deal", models.Index(condition=models.Q(counted=False, finished=True), fields=["id"], name="deals_to_count")
        ),
        migrations.AddIndex(
            "report",
            models.Index(
                condition=models.Q(answer_seen=False, resolved=True), fields=["reporter"], name="reports_to_answer"
            ),
        ),
        migrations.AddField("deal", "watched", models.BooleanField(default=False, verbose_name="watched")),
        migrations.AddIndex(
            "deal", models.Index(condition=models.Q(finished=True, watched=False), fields=["id"], name="deals_to_watch")
        ),
        migrations.AddConstraint(
            "deal",
            models.CheckConstraint(
                condition=models.Q(dealer__lte=2, declarer__lte=2, number__gte=1), name="possible_deal"
            ),
        ),
        migrations.AddConstraint(
            "dealresult", models.CheckConstraint(condition=models.Q(position__lte=2), name="possible_deal_result")
        ),
        migrations.AddConstraint(
            "dealscore",
            models.CheckConstraint(
                condition=models.Q(bid__lte=13, player__lte=2, side_tricks__lte=13), name="possible_deal_score"
            ),
        ),
        migrations.AddConstraint(
            "event", models.CheckConstraint(condition=models.Q(sequence__gte=1), name="possible_event")
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=models.Q(opening_dealer__lte=2, proposed_by__lte=2, winner__lte=2), name="possible_game"
            ),
        ),
        migrations.AddConstraint(
            "gameresult",
            models.CheckConstraint(
                condition=models.Q(place__gte=1, place__lte=3, player__lte=2), name="possible_game_result"
            ),
        ),
        migrations.AddConstraint(
            "ratingchange",
            models.CheckConstraint(condition=models.Q(number__gte=1, player__lte=2), name="possible_rating_change"),
        ),
        migrations.AddConstraint(
            "tally", models.CheckConstraint(condition=models.Q(position__lte=2, tricks__lte=13), name="possible_tally")
        ),
        migrations.RunPython(name_subjects, migrations.RunPython.noop),
    ]
