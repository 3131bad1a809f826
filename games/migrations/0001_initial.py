from typing import Any

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.bots.levels
import games.engine.rules
import games.models.values

PRESETS: list[tuple[str, str, str, str, str, dict[str, Any]]] = [
    (
        "classic",
        "Classic 500",
        "Clásica a 500",
        "No peeking, first to 500. The game as it is meant.",
        "Sin mirar y a 500 puntos. El juego tal como es.",
        {},
    ),
    (
        "short",
        "Short 300",
        "Corta a 300",
        "The same to 300: about six deals.",
        "Lo mismo a 300: unos seis repartos.",
        {"target": 300},
    ),
    (
        "three",
        "Three Peeky",
        "Mirar tres",
        "Each of you sees three cards of the dummy.",
        "Cada cual ve tres cartas del muerto.",
        {"peek": "three"},
    ),
    (
        "flip2",
        "Flip 2",
        "Destapar 2",
        "Six cards of the dummy lie open while you bid.",
        "Se puja con seis cartas del muerto a la vista.",
        {"peek": "flip2"},
    ),
    (
        "suicide",
        "Suicide",
        "Suicida",
        "One hand of every side is nil.",
        "Una mano de cada bando va a nil.",
        {"bidding": "suicide"},
    ),
    (
        "mirror",
        "Mirror",
        "Espejo",
        "You bid your spades, no more and no less.",
        "Pujas tus picas, ni una más ni una menos.",
        {"bidding": "mirror"},
    ),
]


def add_presets(apps: Any, schema_editor: Any) -> None:
    for position, (code, name_en, name_es, line_en, line_es, rules) in enumerate(PRESETS, start=1):
        usual = {"peek": "none", "bidding": "standard", "target": 500, "bag_limit": 10}
        apps.get_model("games", "RulesPreset").objects.create(
            position=position,
            code=code,
            name_en=name_en,
            name_es=name_es,
            line_en=line_en,
            line_es=line_es,
            **{**usual, **rules},
        )


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("dealer", models.PositiveSmallIntegerField(verbose_name="dealer")),
                ("declarer", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="declarer")),
                ("secret", models.CharField(max_length=64)),
                ("finished", models.BooleanField(default=False, verbose_name="finished")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished at")),
                ("dealt_at", models.DateTimeField(auto_now_add=True, verbose_name="dealt")),
            ],
            options={"verbose_name": "deal", "verbose_name_plural": "deals", "ordering": ["game", "number"]},
        ),
        migrations.CreateModel(
            name="DealScore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.PositiveSmallIntegerField(verbose_name="player")),
                ("bid", models.PositiveSmallIntegerField(verbose_name="bid")),
                ("declared_nils", models.JSONField(default=list, verbose_name="declared nils")),
                ("contract", models.PositiveSmallIntegerField(verbose_name="contract")),
                ("side_tricks", models.PositiveSmallIntegerField(verbose_name="tricks of the side")),
                ("contract_points", models.SmallIntegerField(verbose_name="contract points")),
                ("bags", models.PositiveSmallIntegerField(verbose_name="bags")),
                ("nils", models.JSONField(default=list, verbose_name="nils")),
                ("bag_penalty", models.SmallIntegerField(verbose_name="bag penalty")),
                ("total", models.SmallIntegerField(verbose_name="total")),
                ("points_after", models.IntegerField(verbose_name="points after")),
                ("bags_after", models.PositiveIntegerField(verbose_name="bags after")),
                (
                    "deal",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="games.deal",
                        verbose_name="deal",
                    ),
                ),
            ],
            options={
                "verbose_name": "deal score",
                "verbose_name_plural": "deal scores",
                "ordering": ["deal", "player"],
            },
        ),
        migrations.CreateModel(
            name="RulesPreset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "peek",
                    models.CharField(
                        choices=[
                            (games.engine.rules.PeekRule["NONE"], "none"),
                            (games.engine.rules.PeekRule["THREE"], "three"),
                            (games.engine.rules.PeekRule["FOUR"], "four"),
                            (games.engine.rules.PeekRule["FLIP1"], "flip1"),
                            (games.engine.rules.PeekRule["FLIP2"], "flip2"),
                            (games.engine.rules.PeekRule["FLIP3"], "flip3"),
                            (games.engine.rules.PeekRule["FLIP4"], "flip4"),
                        ],
                        max_length=8,
                        verbose_name="peeking",
                    ),
                ),
                (
                    "bidding",
                    models.CharField(
                        choices=[
                            (games.engine.rules.BiddingStyle["STANDARD"], "standard"),
                            (games.engine.rules.BiddingStyle["SUICIDE"], "suicide"),
                            (games.engine.rules.BiddingStyle["MIRROR"], "mirror"),
                            (games.engine.rules.BiddingStyle["WHIZ"], "whiz"),
                        ],
                        max_length=8,
                        verbose_name="bidding style",
                    ),
                ),
                ("target", models.PositiveSmallIntegerField(verbose_name="target")),
                ("bag_limit", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="bag limit")),
                ("floor", models.IntegerField(blank=True, null=True, verbose_name="floor")),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        help_text="The first one is the usual game.", verbose_name="position"
                    ),
                ),
                (
                    "code",
                    models.SlugField(help_text="What a form sends.", max_length=16, unique=True, verbose_name="code"),
                ),
                ("name_en", models.CharField(max_length=30, verbose_name="name in English")),
                ("name_es", models.CharField(max_length=30, verbose_name="name in Spanish")),
                ("line_en", models.CharField(max_length=80, verbose_name="line in English")),
                ("line_es", models.CharField(max_length=80, verbose_name="line in Spanish")),
                (
                    "clock",
                    models.CharField(
                        choices=[("none", "no clock"), ("relaxed", "relaxed"), ("normal", "normal"), ("fast", "fast")],
                        default="none",
                        max_length=8,
                        verbose_name="clock",
                    ),
                ),
                (
                    "patience",
                    models.PositiveSmallIntegerField(
                        default=120,
                        validators=[django.core.validators.MaxValueValidator(3600)],
                        verbose_name="patience in seconds",
                    ),
                ),
                (
                    "bot_level",
                    models.CharField(
                        choices=[
                            (games.bots.levels.Level["BEGINNER"], "beginner"),
                            (games.bots.levels.Level["CLUB"], "club"),
                            (games.bots.levels.Level["EXPERT"], "expert"),
                        ],
                        default=games.bots.levels.Level["EXPERT"],
                        max_length=8,
                        verbose_name="bots’ level",
                    ),
                ),
            ],
            options={
                "verbose_name": "ready set of rules",
                "verbose_name_plural": "ready sets of rules",
                "ordering": ["position", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True, verbose_name="key")),
                ("record", models.TextField(verbose_name="record")),
                ("tricks", models.JSONField(blank=True, null=True, verbose_name="tricks")),
                ("thoughts", models.JSONField(blank=True, null=True, verbose_name="thoughts")),
                ("bids", models.JSONField(blank=True, null=True, verbose_name="bids")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("requested_at", models.DateTimeField(auto_now_add=True, verbose_name="requested")),
            ],
            options={
                "verbose_name": "analysis",
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="analysis_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "peek",
                    models.CharField(
                        choices=[
                            (games.engine.rules.PeekRule["NONE"], "none"),
                            (games.engine.rules.PeekRule["THREE"], "three"),
                            (games.engine.rules.PeekRule["FOUR"], "four"),
                            (games.engine.rules.PeekRule["FLIP1"], "flip1"),
                            (games.engine.rules.PeekRule["FLIP2"], "flip2"),
                            (games.engine.rules.PeekRule["FLIP3"], "flip3"),
                            (games.engine.rules.PeekRule["FLIP4"], "flip4"),
                        ],
                        max_length=8,
                        verbose_name="peeking",
                    ),
                ),
                (
                    "bidding",
                    models.CharField(
                        choices=[
                            (games.engine.rules.BiddingStyle["STANDARD"], "standard"),
                            (games.engine.rules.BiddingStyle["SUICIDE"], "suicide"),
                            (games.engine.rules.BiddingStyle["MIRROR"], "mirror"),
                            (games.engine.rules.BiddingStyle["WHIZ"], "whiz"),
                        ],
                        max_length=8,
                        verbose_name="bidding style",
                    ),
                ),
                ("target", models.PositiveSmallIntegerField(verbose_name="target")),
                ("bag_limit", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="bag limit")),
                ("floor", models.IntegerField(blank=True, null=True, verbose_name="floor")),
                ("code", models.CharField(max_length=12, unique=True, verbose_name="code")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                ("spectators", models.BooleanField(default=True, verbose_name="spectators")),
                (
                    "clock",
                    models.CharField(
                        choices=[("none", "no clock"), ("relaxed", "relaxed"), ("normal", "normal"), ("fast", "fast")],
                        default="none",
                        max_length=8,
                        verbose_name="clock",
                    ),
                ),
                ("patience", models.PositiveSmallIntegerField(default=120, verbose_name="patience in seconds")),
                ("chat", models.BooleanField(default=True, verbose_name="chat")),
                (
                    "bot_level",
                    models.CharField(
                        choices=[
                            (games.bots.levels.Level["BEGINNER"], "beginner"),
                            (games.bots.levels.Level["CLUB"], "club"),
                            (games.bots.levels.Level["EXPERT"], "expert"),
                        ],
                        default=games.bots.levels.Level["EXPERT"],
                        max_length=8,
                        verbose_name="bots’ level",
                    ),
                ),
                (
                    "bot_style",
                    models.CharField(
                        choices=[
                            ("mixed", "mixed"),
                            (games.bots.levels.PlayingStyle["CAUTIOUS"], "cautious"),
                            (games.bots.levels.PlayingStyle["STEADY"], "steady"),
                            (games.bots.levels.PlayingStyle["BOLD"], "bold"),
                        ],
                        default="mixed",
                        max_length=8,
                        verbose_name="bots’ playing style",
                    ),
                ),
                (
                    "bot_pause",
                    models.CharField(
                        choices=[("none", "none"), ("short", "short"), ("human", "like people")],
                        default="human",
                        max_length=5,
                        verbose_name="bots’ pause",
                    ),
                ),
                ("secret", models.CharField(max_length=64)),
                (
                    "opening_dealer",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="first dealer"),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            (games.models.values.Stage["OPEN"], "open"),
                            (games.models.values.Stage["DRAWING"], "drawing"),
                            (games.models.values.Stage["DEAL"], "deal"),
                            (games.models.values.Stage["SCORED"], "scored"),
                            (games.models.values.Stage["OVER"], "over"),
                            (games.models.values.Stage["CLOSED"], "closed"),
                        ],
                        default=games.models.values.Stage["OPEN"],
                        max_length=8,
                        verbose_name="stage",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0, verbose_name="version")),
                ("deal_number", models.PositiveIntegerField(default=0, verbose_name="deal")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due")),
                (
                    "proposal",
                    models.CharField(
                        blank=True,
                        choices=[("", "nothing"), ("back", "take the last move back"), ("end", "end the game")],
                        default="",
                        max_length=4,
                        verbose_name="proposal",
                    ),
                ),
                (
                    "refused",
                    models.CharField(
                        blank=True,
                        choices=[("", "nothing"), ("back", "take the last move back"), ("end", "end the game")],
                        default="",
                        max_length=4,
                        verbose_name="refused proposal",
                    ),
                ),
                ("proposed_by", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="proposed by")),
                (
                    "proposed_version",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="proposed at version"),
                ),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="winner")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="updated")),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted_games",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="host",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematch",
                        to="games.game",
                        verbose_name="rematch of",
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "permissions": [
                    ("void_game", "Can void games"),
                    ("end_game", "Can end games"),
                    ("nudge_game", "Can nudge games that are stuck"),
                    ("seat_bot_game", "Can replace an absent player by a bot"),
                    ("close_to_spectators_game", "Can close games to spectators"),
                    ("show_cards_game", "Can see the hidden cards of a running deal, and is out of that table then"),
                ],
                "default_permissions": ["view"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField(verbose_name="sequence")),
                ("payload", models.JSONField()),
                (
                    "author",
                    models.CharField(
                        choices=[("player", "player"), ("bot", "bot"), ("clock", "clock")],
                        default="player",
                        max_length=6,
                        verbose_name="author",
                    ),
                ),
                ("taken_back", models.BooleanField(default=False, verbose_name="taken back")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.deal",
                        verbose_name="deal",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={"verbose_name": "event", "verbose_name_plural": "events", "ordering": ["game", "sequence"]},
        ),
        migrations.AddField(
            model_name="deal",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deals",
                to="games.game",
                verbose_name="game",
            ),
        ),
        migrations.CreateModel(
            name="GameResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "peek",
                    models.CharField(
                        choices=[
                            (games.engine.rules.PeekRule["NONE"], "none"),
                            (games.engine.rules.PeekRule["THREE"], "three"),
                            (games.engine.rules.PeekRule["FOUR"], "four"),
                            (games.engine.rules.PeekRule["FLIP1"], "flip1"),
                            (games.engine.rules.PeekRule["FLIP2"], "flip2"),
                            (games.engine.rules.PeekRule["FLIP3"], "flip3"),
                            (games.engine.rules.PeekRule["FLIP4"], "flip4"),
                        ],
                        max_length=8,
                        verbose_name="peeking",
                    ),
                ),
                (
                    "bidding",
                    models.CharField(
                        choices=[
                            (games.engine.rules.BiddingStyle["STANDARD"], "standard"),
                            (games.engine.rules.BiddingStyle["SUICIDE"], "suicide"),
                            (games.engine.rules.BiddingStyle["MIRROR"], "mirror"),
                            (games.engine.rules.BiddingStyle["WHIZ"], "whiz"),
                        ],
                        max_length=8,
                        verbose_name="bidding style",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "company",
                    models.CharField(
                        choices=[("people", "people only"), ("bots", "with bots")], max_length=6, verbose_name="company"
                    ),
                ),
                ("left", models.BigIntegerField(null=True, verbose_name="account on the left")),
                ("right", models.BigIntegerField(null=True, verbose_name="account on the right")),
                ("points", models.IntegerField(verbose_name="points")),
                ("player", models.PositiveSmallIntegerField(verbose_name="player")),
                ("deals", models.PositiveSmallIntegerField(verbose_name="deals")),
                ("bags", models.PositiveIntegerField(verbose_name="bags")),
                ("place", models.PositiveSmallIntegerField(null=True, verbose_name="place")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "game of a player", "verbose_name_plural": "games of players"},
        ),
        migrations.CreateModel(
            name="Insight",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="insights",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "look at hidden cards",
                "verbose_name_plural": "looks at hidden cards",
                "default_permissions": [],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sent_at", models.DateTimeField(auto_now_add=True, verbose_name="sent")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="invited by",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "invitation", "verbose_name_plural": "invitations"},
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "company",
                    models.CharField(
                        choices=[("people", "people only"), ("bots", "with bots")], max_length=6, verbose_name="company"
                    ),
                ),
                ("bidding", models.CharField(blank=True, max_length=8, verbose_name="bidding style")),
                ("month", models.CharField(blank=True, max_length=7, verbose_name="month")),
            ],
            options={
                "verbose_name": "ladder",
                "verbose_name_plural": "ladders",
                "constraints": [models.UniqueConstraint(fields=("company", "bidding", "month"), name="unique_ladder")],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "channel",
                    models.CharField(
                        choices=[("everyone", "everyone"), ("players", "players"), ("watchers", "spectators")],
                        max_length=8,
                        verbose_name="channel",
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="text")),
                (
                    "phrase",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("hello", "hello"),
                            ("good_luck", "good_luck"),
                            ("well_played", "well_played"),
                            ("thank_you", "thank_you"),
                            ("sorry", "sorry"),
                            ("one_moment", "one_moment"),
                            ("good_game", "good_game"),
                        ],
                        max_length=16,
                        verbose_name="phrase",
                    ),
                ),
                ("sent_at", models.DateTimeField(auto_now_add=True, verbose_name="sent")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["pk"],
                "default_permissions": ["view"],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="muted",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "mute", "verbose_name_plural": "mutes"},
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("lower_bound", models.FloatField()),
                ("games", models.PositiveIntegerField(verbose_name="games")),
                ("wins", models.PositiveIntegerField(verbose_name="games won")),
                (
                    "ladder",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="games.ladder",
                        verbose_name="ladder",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "rating", "verbose_name_plural": "ratings"},
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("player", models.PositiveSmallIntegerField(verbose_name="player")),
                ("places", models.CharField(max_length=3, verbose_name="places")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="games.ladder",
                        verbose_name="ladder",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "rating change", "verbose_name_plural": "rating changes"},
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("context", models.JSONField(verbose_name="context")),
                ("reported_at", models.DateTimeField(auto_now_add=True, verbose_name="reported")),
                ("resolved", models.BooleanField(default=False, verbose_name="resolved")),
                ("resolved_at", models.DateTimeField(blank=True, null=True, verbose_name="resolved at")),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="note")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.message",
                        verbose_name="message",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="resolved by",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ["resolved", "-reported_at"],
                "permissions": [("resolve_report", "Can resolve reports")],
                "default_permissions": ["view"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.PositiveSmallIntegerField(verbose_name="player")),
                ("bot_name", models.CharField(blank=True, max_length=16, verbose_name="bot")),
                ("ready", models.BooleanField(default=False, verbose_name="ready")),
                ("agrees", models.BooleanField(default=False, verbose_name="agrees")),
                ("waiting_since", models.DateTimeField(blank=True, null=True, verbose_name="waiting since")),
                ("used", models.FloatField(default=0, verbose_name="seconds used before")),
                ("lag", models.FloatField(default=0, verbose_name="lag in seconds")),
                ("reserve", models.FloatField(default=0, verbose_name="reserve in seconds")),
                ("rules_changed", models.BooleanField(default=False, verbose_name="rules changed since sitting down")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "seat", "verbose_name_plural": "seats", "ordering": ["game", "player"]},
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bidding", models.CharField(max_length=8, verbose_name="bidding style")),
                ("company", models.CharField(max_length=6, verbose_name="company")),
                ("declarer", models.BooleanField(verbose_name="declarer")),
                ("position", models.PositiveSmallIntegerField(verbose_name="position in the bidding")),
                ("contract", models.PositiveSmallIntegerField(verbose_name="contract")),
                ("tricks", models.PositiveSmallIntegerField(verbose_name="tricks of the side")),
                ("deals", models.IntegerField(verbose_name="deals")),
                ("points", models.IntegerField(verbose_name="points")),
                ("penalties", models.IntegerField(verbose_name="points of bag penalties")),
                ("own_made", models.IntegerField(verbose_name="nils on own hand made")),
                ("own_failed", models.IntegerField(verbose_name="nils on own hand failed")),
                ("partner_made", models.IntegerField(verbose_name="nils on the partner’s hand made")),
                ("partner_failed", models.IntegerField(verbose_name="nils on the partner’s hand failed")),
                ("dummy_made", models.IntegerField(verbose_name="nils on the dummy made")),
                ("dummy_failed", models.IntegerField(verbose_name="nils on the dummy failed")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "tally", "verbose_name_plural": "tallies"},
        ),
        migrations.CreateModel(
            name="Void",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="void",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={"verbose_name": "void game", "verbose_name_plural": "void games"},
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="blocked",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "block",
                "verbose_name_plural": "blocks",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "blocked"), name="unique_block"),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("blocked")), _negated=True), name="block_not_self"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DealResult",
            fields=[
                (
                    "peek",
                    models.CharField(
                        choices=[
                            (games.engine.rules.PeekRule["NONE"], "none"),
                            (games.engine.rules.PeekRule["THREE"], "three"),
                            (games.engine.rules.PeekRule["FOUR"], "four"),
                            (games.engine.rules.PeekRule["FLIP1"], "flip1"),
                            (games.engine.rules.PeekRule["FLIP2"], "flip2"),
                            (games.engine.rules.PeekRule["FLIP3"], "flip3"),
                            (games.engine.rules.PeekRule["FLIP4"], "flip4"),
                        ],
                        max_length=8,
                        verbose_name="peeking",
                    ),
                ),
                (
                    "bidding",
                    models.CharField(
                        choices=[
                            (games.engine.rules.BiddingStyle["STANDARD"], "standard"),
                            (games.engine.rules.BiddingStyle["SUICIDE"], "suicide"),
                            (games.engine.rules.BiddingStyle["MIRROR"], "mirror"),
                            (games.engine.rules.BiddingStyle["WHIZ"], "whiz"),
                        ],
                        max_length=8,
                        verbose_name="bidding style",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "company",
                    models.CharField(
                        choices=[("people", "people only"), ("bots", "with bots")], max_length=6, verbose_name="company"
                    ),
                ),
                ("left", models.BigIntegerField(null=True, verbose_name="account on the left")),
                ("right", models.BigIntegerField(null=True, verbose_name="account on the right")),
                ("points", models.IntegerField(verbose_name="points")),
                (
                    "score",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="result",
                        serialize=False,
                        to="games.dealscore",
                    ),
                ),
                ("declarer", models.BooleanField(verbose_name="declarer")),
                ("position", models.PositiveSmallIntegerField(verbose_name="position in the bidding")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={"verbose_name": "deal of a player", "verbose_name_plural": "deals of players"},
        ),
        migrations.AddConstraint(
            model_name="dealscore",
            constraint=models.UniqueConstraint(fields=("deal", "player"), name="unique_deal_score"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="game_due"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public", True), ("stage", games.models.values.Stage["OPEN"])),
                fields=["-created_at"],
                name="game_open",
            ),
        ),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["-created_at", "-id"], name="newest_games")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["stage"], name="games_by_stage")),
        migrations.AddConstraint(
            model_name="event", constraint=models.UniqueConstraint(fields=("game", "sequence"), name="unique_event")
        ),
        migrations.AddConstraint(
            model_name="deal", constraint=models.UniqueConstraint(fields=("game", "number"), name="unique_deal")
        ),
        migrations.AddIndex(
            model_name="gameresult",
            index=models.Index(
                fields=["user", "at", "id", "bidding", "peek", "company", "left", "right"], name="games_by_date"
            ),
        ),
        migrations.AddIndex(
            model_name="gameresult",
            index=models.Index(
                fields=["user", "points", "id", "bidding", "peek", "company", "left", "right", "at"],
                name="games_by_points",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameresult",
            constraint=models.UniqueConstraint(fields=("game", "player"), name="unique_game_result"),
        ),
        migrations.AddConstraint(
            model_name="insight", constraint=models.UniqueConstraint(fields=("game", "user"), name="unique_insight")
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="unique_invitation"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("text", ""), models.Q(("phrase", ""), _negated=True)),
                    models.Q(models.Q(("text", ""), _negated=True), ("phrase", "")),
                    _connector="OR",
                ),
                name="text_or_phrase",
            ),
        ),
        migrations.AddConstraint(
            model_name="mute", constraint=models.UniqueConstraint(fields=("game", "user", "muted"), name="unique_mute")
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", models.F("muted")), _negated=True), name="mute_not_self"
            ),
        ),
        migrations.AddIndex(
            model_name="rating", index=models.Index(fields=["ladder", "-lower_bound", "user"], name="best_of_ladder")
        ),
        migrations.AddConstraint(
            model_name="rating", constraint=models.UniqueConstraint(fields=("ladder", "user"), name="unique_rating")
        ),
        migrations.AddIndex(
            model_name="ratingchange", index=models.Index(fields=["user", "ladder", "number"], name="changes_of_player")
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("ladder", "at", "game", "player"), name="unique_rating_change"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(condition=models.Q(("resolved", False)), fields=["-reported_at"], name="open_reports"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("message", "reporter"), name="unique_report"),
        ),
        migrations.AddConstraint(
            model_name="seat", constraint=models.UniqueConstraint(fields=("game", "player"), name="unique_seat")
        ),
        migrations.AddConstraint(
            model_name="seat", constraint=models.UniqueConstraint(fields=("game", "user"), name="unique_seat_of_user")
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(condition=models.Q(("player__lte", 2)), name="player_is_0_to_2"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("user", "bidding", "company", "declarer", "position", "contract", "tricks"), name="unique_tally"
            ),
        ),
        migrations.AddIndex(
            model_name="dealresult",
            index=models.Index(
                fields=["user", "at", "score", "bidding", "peek", "company", "declarer", "left", "right"],
                name="deals_by_date",
            ),
        ),
        migrations.AddIndex(
            model_name="dealresult",
            index=models.Index(
                fields=["user", "points", "score", "bidding", "peek", "company", "declarer", "left", "right", "at"],
                name="deals_by_points",
            ),
        ),
        migrations.RunPython(add_presets, migrations.RunPython.noop),
    ]
