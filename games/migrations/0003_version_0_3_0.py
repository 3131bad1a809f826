"""From the tables of version 0.2.0 to those of 0.3.0: search for players, trainer, mistakes, sets of deals."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.base.migration_tools import USER, Tables, key, table
from games.bots.levels import Level, PlayingStyle
from games.migrations import _presets
from games.migrations._columns import CLOCKS, rules_columns
from games.models import rules
from games.models.games import style_choices


def forget_analyses(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Let analyses be computed again when somebody looks at a review: their form and their rules have changed."""
    apps.get_model("games", "Analysis").objects.all().delete()


class Migration(migrations.Migration):
    replaces = [
        ("games", name)
        for name in (
            "0006_turn_notifications",
            "0007_by_turns",
            "0008_pairing",
            "0009_one_deal_behind",
            "0010_analyses_anew",
            "0011_trainer",
            "0012_points",
            "0013_analysis_asked_by",
            "0014_archived_log",
            "0015_what_deals_teach",
            "0016_preset_in_full",
            "0017_preset_length",
            "0018_tricks_by_our_rules",
            "0019_choices_as_callables",
            "0020_sets_of_deals",
        )
    ]
    dependencies = [("games", "0002_fairness")]
    operations = [
        migrations.RunPython(forget_analyses, migrations.RunPython.noop),
        migrations.RunPython(_presets.bring_up_to_date, migrations.RunPython.noop),
        Tables(
            table(
                "PairingRequest",
                {
                    "verbose_name": "search for players",
                    "verbose_name_plural": "searches for players",
                    "default_permissions": [],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(state__in=("waiting", "found")),
                            fields=("user",),
                            name="one_search_at_a_time",
                        )
                    ],
                },
                id=key(),
                bidding=models.CharField(max_length=8, blank=True, verbose_name="bidding style"),
                peek=models.CharField(max_length=8, blank=True, verbose_name="peeking"),
                target=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="target"),
                clock=models.CharField(choices=CLOCKS, max_length=8, blank=True, verbose_name="clock"),
                since=models.DateTimeField(verbose_name="since"),
                seen_at=models.DateTimeField(verbose_name="last seen"),
                state=models.CharField(
                    choices=[
                        ("waiting", "waiting"),
                        ("found", "table found"),
                        ("played", "played"),
                        ("missed", "missed"),
                    ],
                    max_length=7,
                    default="waiting",
                    db_index=True,
                    verbose_name="state",
                ),
                found_at=models.DateTimeField(null=True, verbose_name="table found"),
                ended_at=models.DateTimeField(null=True, verbose_name="ended"),
                game=models.ForeignKey(
                    "games.game", models.CASCADE, null=True, related_name="pairing_requests", verbose_name="game"
                ),
                meanwhile=models.ForeignKey(
                    "games.game", models.SET_NULL, null=True, related_name="+", verbose_name="game meanwhile"
                ),
                user=models.ForeignKey(USER, models.CASCADE, related_name="pairing_requests", verbose_name="user"),
            ),
            table(
                "Attempt",
                {
                    "verbose_name": "answer to an exercise",
                    "verbose_name_plural": "answers to exercises",
                    "default_permissions": (),
                    "indexes": [models.Index(fields=["kind", "number", "choice"], name="attempts_at_exercise")],
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "kind", "number"), name="unique_attempt"),
                        models.CheckConstraint(condition=models.Q(lost__gte=0), name="possible_attempt"),
                    ],
                },
                id=key(),
                kind=models.CharField(max_length=5, verbose_name="kind"),
                number=models.PositiveIntegerField(verbose_name="number"),
                choice=models.CharField(max_length=12, verbose_name="choice"),
                lost=models.FloatField(verbose_name="lost"),
                right=models.BooleanField(verbose_name="right"),
                at=models.DateTimeField(auto_now_add=True, verbose_name="at"),
                user=models.ForeignKey(
                    USER, models.CASCADE, db_index=False, related_name="attempts", verbose_name="user"
                ),
            ),
            table(
                "ArchivedLog",
                {"verbose_name": "archived log", "verbose_name_plural": "archived logs", "default_permissions": []},
                deal=models.OneToOneField(
                    "games.deal",
                    models.CASCADE,
                    primary_key=True,
                    serialize=False,
                    related_name="archived_log",
                    verbose_name="deal",
                ),
                packed=models.BinaryField(verbose_name="packed events"),
            ),
            table(
                "JudgedDeal",
                {
                    "verbose_name": "judged deal of a player",
                    "verbose_name_plural": "judged deals of players",
                    "default_permissions": (),
                    "indexes": [models.Index(fields=["user", "at", "result"], name="judged_deals_by_date")],
                },
                result=models.OneToOneField(
                    "games.dealresult", models.CASCADE, primary_key=True, serialize=False, related_name="judged"
                ),
                at=models.DateTimeField(verbose_name="at"),
                user=models.ForeignKey(USER, models.CASCADE, db_index=False, related_name="+", verbose_name="user"),
            ),
            table(
                "Mistake",
                {
                    "verbose_name": "mistake",
                    "verbose_name_plural": "mistakes",
                    "default_permissions": (),
                    "constraints": [
                        models.UniqueConstraint(fields=("judged", "move"), name="unique_mistake"),
                        models.CheckConstraint(condition=models.Q(lost__gte=0, move__lte=54), name="possible_mistake"),
                    ],
                },
                id=key(),
                move=models.PositiveSmallIntegerField(verbose_name="move"),
                kind=models.CharField(
                    choices=[
                        ("high", "bid too high"),
                        ("low", "bid too low"),
                        ("called", "nil declared"),
                        ("missed", "nil missed"),
                        ("lead", "opening lead"),
                        ("declarer", "card as declarer"),
                        ("defender", "card as defender"),
                    ],
                    max_length=8,
                    verbose_name="kind",
                ),
                lost=models.FloatField(verbose_name="points lost"),
                judged=models.ForeignKey(
                    "games.judgeddeal",
                    models.CASCADE,
                    db_index=False,
                    related_name="mistakes",
                    verbose_name="judged deal",
                ),
            ),
            table(
                "DealSet",
                {
                    "verbose_name": "set of deals",
                    "verbose_name_plural": "sets of deals",
                    "ordering": ["-opens_at", "-pk"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(closed_at__isnull=True, closes_at__isnull=False),
                            fields=["closes_at"],
                            name="sets_to_close",
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(day__isnull=False), fields=("kind", "day"), name="one_set_a_day"
                        )
                    ],
                },
                id=key(),
                code=models.CharField(max_length=24, unique=True, verbose_name="code"),
                kind=models.CharField(max_length=9, verbose_name="kind"),
                day=models.DateField(null=True, blank=True, verbose_name="day"),
                name_en=models.CharField(max_length=40, blank=True, verbose_name="name in English"),
                name_es=models.CharField(max_length=40, blank=True, verbose_name="name in Spanish"),
                text_en=models.TextField(max_length=500, blank=True, verbose_name="text in English"),
                text_es=models.TextField(max_length=500, blank=True, verbose_name="text in Spanish"),
                root=models.CharField(max_length=64),
                bot_level=models.CharField(
                    choices=rules.level_choices, max_length=8, default=Level.EXPERT, verbose_name="bots’ level"
                ),
                bot_style=models.CharField(
                    choices=style_choices, max_length=8, default=PlayingStyle.STEADY, verbose_name="bots’ playing style"
                ),
                opens_at=models.DateTimeField(verbose_name="opens"),
                closes_at=models.DateTimeField(null=True, blank=True, verbose_name="closes"),
                closed_at=models.DateTimeField(null=True, blank=True, verbose_name="closed"),
                void_reason=models.CharField(max_length=200, blank=True, verbose_name="void because"),
                host=models.ForeignKey(
                    USER, models.SET_NULL, null=True, blank=True, related_name="challenges", verbose_name="host"
                ),
            ),
            table(
                "Board",
                {
                    "verbose_name": "board",
                    "verbose_name_plural": "boards",
                    "ordering": ["deal_set", "number"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(expert_points__isnull=True), fields=["id"], name="boards_without_expert"
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("deal_set", "number"), name="unique_board"),
                        models.CheckConstraint(
                            condition=models.Q(dealer__lte=2, number__gte=1, player__lte=2), name="possible_board"
                        ),
                    ],
                },
                id=key(),
                **rules_columns(),
                deal_set=models.ForeignKey(
                    "games.dealset", models.CASCADE, db_index=False, related_name="boards", verbose_name="set of deals"
                ),
                number=models.PositiveSmallIntegerField(verbose_name="number"),
                dealer=models.PositiveSmallIntegerField(verbose_name="dealer"),
                player=models.PositiveSmallIntegerField(verbose_name="seat"),
                points=models.JSONField(verbose_name="points before"),
                bags=models.JSONField(verbose_name="bags before"),
                expert_points=models.SmallIntegerField(null=True, blank=True, verbose_name="points of an Expert"),
                expert_bid=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="bid of an Expert"),
                expert_tricks=models.PositiveSmallIntegerField(
                    null=True, blank=True, verbose_name="tricks of an Expert"
                ),
            ),
            table(
                "SetResult",
                {
                    "verbose_name": "result of a set",
                    "verbose_name_plural": "results of sets",
                    "default_permissions": [],
                    "indexes": [
                        models.Index(fields=["deal_set", "place"], name="ladder_of_set"),
                        models.Index(fields=["user", "at"], name="sets_of_player"),
                    ],
                    "constraints": [models.UniqueConstraint(fields=("deal_set", "user"), name="unique_set_result")],
                },
                id=key(),
                at=models.DateTimeField(verbose_name="closed"),
                place=models.PositiveIntegerField(null=True, blank=True, verbose_name="place"),
                points=models.IntegerField(verbose_name="points"),
                percent=models.FloatField(null=True, blank=True, verbose_name="mean per cent"),
                error=models.FloatField(null=True, blank=True, verbose_name="standard error"),
                boards=models.PositiveSmallIntegerField(verbose_name="boards played"),
                deal_set=models.ForeignKey(
                    "games.dealset", models.CASCADE, db_index=False, related_name="results", verbose_name="set of deals"
                ),
                user=models.ForeignKey(
                    USER, models.PROTECT, db_index=False, related_name="set_results", verbose_name="user"
                ),
            ),
            table(
                "BoardPlay",
                {
                    "verbose_name": "play of a board",
                    "verbose_name_plural": "plays of boards",
                    "indexes": [
                        models.Index(fields=["board", "points", "bid", "nils", "removed"], name="field_of_board")
                    ],
                    "constraints": [models.UniqueConstraint(fields=("board", "user"), name="one_try_a_board")],
                },
                id=key(),
                started_at=models.DateTimeField(verbose_name="begun"),
                finished_at=models.DateTimeField(null=True, blank=True, verbose_name="finished"),
                points=models.SmallIntegerField(null=True, blank=True, verbose_name="points"),
                bid=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="bid"),
                nils=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="nils declared"),
                contract=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="contract"),
                tricks=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="tricks of the side"),
                declarer=models.BooleanField(null=True, blank=True, verbose_name="declarer"),
                by_expert=models.BooleanField(default=False, verbose_name="played by an Expert"),
                removed=models.BooleanField(default=False, verbose_name="removed by the staff"),
                board=models.ForeignKey(
                    "games.board", models.CASCADE, db_index=False, related_name="plays", verbose_name="board"
                ),
                game=models.OneToOneField("games.game", models.PROTECT, related_name="board_play", verbose_name="game"),
                user=models.ForeignKey(USER, models.PROTECT, related_name="board_plays", verbose_name="user"),
            ),
            table(
                "BotChoice",
                {
                    "verbose_name": "choice of a bot",
                    "verbose_name_plural": "choices of bots",
                    "default_permissions": [],
                    "constraints": [
                        models.UniqueConstraint(fields=("board", "position"), name="one_choice_a_position")
                    ],
                },
                id=key(),
                position=models.CharField(max_length=64, verbose_name="position"),
                event=models.JSONField(verbose_name="event"),
                board=models.ForeignKey(
                    "games.board", models.CASCADE, db_index=False, related_name="choices", verbose_name="board"
                ),
            ),
        ),
        migrations.AddField(
            "seat",
            "notified_since",
            models.DateTimeField(
                null=True, blank=True, db_column="told_since", verbose_name="notified of the turn since"
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                condition=models.Q(bot_name="", user__isnull=False, waiting_since__isnull=False),
                fields=["waiting_since"],
                name="people_on_turn",
            ),
        ),
        migrations.AddField("game", "paired", models.BooleanField(default=False, verbose_name="paired by the site")),
        migrations.AddField(
            "game",
            "delayed",
            models.BooleanField(default=False, verbose_name="spectators see the game one deal behind"),
        ),
        migrations.AddField(
            "game",
            "replay_of",
            models.ForeignKey(
                "games.deal",
                models.SET_NULL,
                null=True,
                blank=True,
                related_name="replays",
                verbose_name="replay of the deal",
            ),
        ),
        migrations.AddField("game", "replayed", models.TextField(blank=True, default="")),
        migrations.AddField("analysis", "points", models.JSONField(null=True, blank=True, verbose_name="points")),
        migrations.AddField(
            "analysis",
            "asked_by",
            models.CharField(max_length=40, blank=True, default="", db_default="", verbose_name="asked by"),
        ),
        migrations.AddField(
            "analysis",
            "deal",
            models.ForeignKey(
                "games.deal", models.SET_NULL, null=True, blank=True, related_name="analyses", verbose_name="deal"
            ),
        ),
        migrations.AddField(
            "dealresult", "strength", models.FloatField(null=True, verbose_name="strength of the hand in tricks")
        ),
        migrations.AddField(
            "game",
            "board",
            models.ForeignKey(
                "games.board",
                models.PROTECT,
                null=True,
                blank=True,
                related_name="games",
                verbose_name="board of a set of deals",
            ),
        ),
    ]
