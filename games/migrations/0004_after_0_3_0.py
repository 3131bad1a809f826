"""From the tables of version 0.3.0 to those of 30 November 2026: tournaments, clubs, seasons, pauses, marks."""

from typing import Final

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.base.migration_tools import USER, Tables, key, table
from games.migrations import _clubs_and_tournaments

PHRASES: Final = (
    ("hello", "☺", "Hello!", "¡Hola!"),
    ("good_luck", "☘", "Good luck!", "¡Suerte!"),
    ("well_played", "★", "Well played!", "¡Bien jugado!"),
    ("thank_you", "✿", "Thank you!", "¡Gracias!"),
    ("sorry", "☹", "Sorry!", "¡Perdón!"),
    ("one_moment", "☕", "One moment, please.", "Un momento, por favor."),
    ("good_game", "✌", "Good game!", "¡Buena partida!"),
)


def mark_finished(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Mark the boards of challenges that somebody has finished; sets that close mark theirs then."""
    board = apps.get_model("games", "Board")
    finished = apps.get_model("games", "BoardPlay").objects.filter(points__isnull=False).values("board")
    board.objects.filter(deal_set__closes_at=None, pk__in=finished).update(expert_wanted=True)


def note_guests(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Who is a guest now has sat down as one."""
    seats = apps.get_model("games", "Seat").objects
    guests = apps.get_model("accounts", "User").objects.filter(is_guest=True)
    seats.filter(user__in=guests).update(by_guest=True)


def store_phrases(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Store the phrases that were in the code: messages have their codes."""
    rows = apps.get_model("games", "ReadyPhrase").objects
    for position, (code, sign, english, spanish) in enumerate(PHRASES, start=1):
        rows.create(position=10 * position, code=code, sign=sign, words_en=english, words_es=spanish)


class Migration(migrations.Migration):
    replaces = [
        ("games", name)
        for name in (
            "0021_boards_for_expert",
            "0022_cards_ahead",
            "0023_seat_called",
            "0024_joincode",
            "0025_weekends_off",
            "0026_duplicate_tables",
            "0027_ready_phrases",
            "0028_pauses",
            "0029_marks",
            "0030_joint_reviews",
            "0031_company_of_bots",
            "0032_tournaments",
            "0033_tournament_kinds",
            "0034_clubs",
            "0035_seasons",
            "0036_clubs_keep_tournaments",
            "0037_names_of_notifications",
            "0038_index_of_evenings",
            "0039_who_played",
            "0040_leaving_and_overruns",
            "0041_founders_and_removals",
            "0042_rated_for_whom",
            "0043_evenings_called_off",
            "0044_watch_of_guests",
            "0045_holds",
            "0046_late_hints",
        )
    ]
    dependencies = [("games", "0003_version_0_3_0")]
    operations = [
        migrations.RemoveIndex("board", "boards_without_expert"),
        migrations.AddField(
            "board",
            "expert_wanted",
            models.BooleanField(default=False, db_default=False, verbose_name="an Expert is to play"),
        ),
        migrations.RunPython(mark_finished, migrations.RunPython.noop),
        migrations.AddIndex(
            "board",
            models.Index(
                condition=models.Q(expert_points__isnull=True, expert_wanted=True),
                fields=["id"],
                name="boards_for_expert",
            ),
        ),
        migrations.AddField(
            "seat",
            "called",
            models.CharField(max_length=16, blank=True, default="", db_default="", verbose_name="name at this table"),
        ),
        migrations.AddField(
            "seat",
            "has_paused",
            models.BooleanField(default=False, db_default=False, verbose_name="has paused the game"),
        ),
        migrations.RemoveIndex("boardplay", "field_of_board"),
        migrations.AddIndex(
            "boardplay",
            models.Index(fields=["board", "points", "bid", "nils", "removed", "by_expert"], name="field_of_people"),
        ),
        migrations.AddField(
            "seat", "spent", models.FloatField(default=0, db_default=0.0, verbose_name="seconds used for all moves")
        ),
        migrations.AddField(
            "seat", "by_guest", models.BooleanField(default=False, db_default=False, verbose_name="sat down as a guest")
        ),
        migrations.RunPython(note_guests, migrations.RunPython.noop),
        migrations.AddField(
            "seat",
            "rated_as",
            models.ForeignKey(
                USER, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="rated as the guest"
            ),
        ),
        Tables(
            table(
                "PlannedCard",
                {
                    "verbose_name": "planned card",
                    "verbose_name_plural": "planned cards",
                    "default_permissions": [],
                    "constraints": [
                        models.UniqueConstraint(fields=("seat", "deal_number", "card", "led"), name="planned_once")
                    ],
                },
                id=key(),
                deal_number=models.PositiveIntegerField(verbose_name="deal"),
                card=models.CharField(max_length=2, verbose_name="card"),
                led=models.CharField(
                    choices=[
                        ("", "anything"),
                        ("lead", "nothing yet"),
                        ("S", "spades"),
                        ("H", "hearts"),
                        ("D", "diamonds"),
                        ("C", "clubs"),
                    ],
                    max_length=4,
                    blank=True,
                    verbose_name="if led",
                ),
                seen_since=models.DateTimeField(null=True),
                seat=models.ForeignKey("games.seat", models.CASCADE, related_name="planned", verbose_name="seat"),
            ),
            table(
                "JoinCode",
                {
                    "verbose_name": "code of a table",
                    "verbose_name_plural": "codes of tables",
                    "default_permissions": [],
                },
                id=key(),
                digits=models.CharField(max_length=8, unique=True, verbose_name="code"),
                game=models.OneToOneField("games.game", models.CASCADE, related_name="join_code", verbose_name="game"),
            ),
            table(
                "ReadyPhrase",
                {
                    "verbose_name": "ready phrase",
                    "verbose_name_plural": "ready phrases",
                    "ordering": ["position", "pk"],
                },
                id=key(),
                position=models.PositiveSmallIntegerField(
                    default=50, help_text="The lowest is first.", verbose_name="position"
                ),
                code=models.SlugField(
                    max_length=16, unique=True, help_text="Messages keep it: it stays.", verbose_name="code"
                ),
                sign=models.CharField(
                    max_length=8, blank=True, help_text="A character before the words.", verbose_name="sign"
                ),
                words_en=models.CharField(max_length=60, help_text="Nothing about cards.", verbose_name="in English"),
                words_es=models.CharField(max_length=60, verbose_name="in Spanish"),
                offered=models.BooleanField(default=True, verbose_name="offered"),
            ),
            table(
                "Mark",
                {
                    "verbose_name": "mark",
                    "verbose_name_plural": "marks",
                    "default_permissions": [],
                    "constraints": [models.UniqueConstraint(fields=("seat", "deal", "position"), name="unique_mark")],
                },
                id=key(),
                position=models.PositiveSmallIntegerField(verbose_name="position"),
                deal=models.ForeignKey("games.deal", models.CASCADE, related_name="marks", verbose_name="deal"),
                seat=models.ForeignKey("games.seat", models.CASCADE, related_name="marks", verbose_name="seat"),
            ),
            table(
                "JointReview",
                {"verbose_name": "joint review", "verbose_name_plural": "joint reviews", "default_permissions": []},
                id=key(),
                deal_number=models.PositiveIntegerField(verbose_name="deal"),
                leader=models.PositiveSmallIntegerField(verbose_name="leader"),
                led_since=models.DateTimeField(verbose_name="led since"),
                at=models.PositiveSmallIntegerField(verbose_name="position"),
                seen_by=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="as seen by"),
                mistakes_of=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="mistakes of"),
                costly=models.BooleanField(default=False, verbose_name="costly mistakes only"),
                game=models.OneToOneField(
                    "games.game", models.CASCADE, related_name="joint_review", verbose_name="game"
                ),
            ),
            table(
                "TableRemoval",
                {
                    "verbose_name": "removal from a table",
                    "verbose_name_plural": "removals from tables",
                    "default_permissions": [],
                    "constraints": [models.UniqueConstraint(fields=("game", "user"), name="one_removal_a_table")],
                },
                id=key(),
                game=models.ForeignKey(
                    "games.game", models.CASCADE, db_index=False, related_name="removals", verbose_name="game"
                ),
                user=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="user"),
            ),
            table(
                "Hold",
                {
                    "verbose_name": "look at a finished deal",
                    "verbose_name_plural": "looks at finished deals",
                    "default_permissions": [],
                    "constraints": [models.UniqueConstraint(fields=("game", "player"), name="one_hold_a_player")],
                },
                id=key(),
                player=models.PositiveSmallIntegerField(verbose_name="player"),
                deal_number=models.PositiveIntegerField(verbose_name="deal"),
                used=models.FloatField(default=0, verbose_name="seconds used before"),
                since=models.DateTimeField(null=True, verbose_name="looks since"),
                due_before=models.DateTimeField(null=True, verbose_name="next deal due otherwise"),
                game=models.ForeignKey(
                    "games.game", models.CASCADE, db_index=False, related_name="holds", verbose_name="game"
                ),
            ),
            *_clubs_and_tournaments.TABLES,
        ),
        migrations.RunPython(store_phrases, migrations.RunPython.noop),
        migrations.AddField(
            "game", "weekends_off", models.BooleanField(default=False, db_default=False, verbose_name="weekends off")
        ),
        migrations.AddField(
            "game", "duplicate", models.BooleanField(default=False, db_default=False, verbose_name="duplicate table")
        ),
        migrations.AddField(
            "game",
            "pause",
            models.CharField(
                choices=[
                    ("", "not paused"),
                    ("own", "paused by a player"),
                    ("away", "waits for an absent player"),
                    ("all", "paused by all"),
                ],
                max_length=4,
                blank=True,
                default="",
                db_default="",
                verbose_name="pause",
            ),
        ),
        migrations.AddField(
            "game",
            "pause_reason",
            models.CharField(
                choices=[
                    ("moment", "one moment"),
                    ("door", "the door"),
                    ("phone", "the phone"),
                    ("drink", "something to drink"),
                    ("line", "trouble with the connection"),
                ],
                max_length=6,
                blank=True,
                default="",
                db_default="",
            ),
        ),
        migrations.AddField("game", "paused_by", models.PositiveSmallIntegerField(null=True, blank=True)),
        migrations.AddField(
            "game", "paused_until", models.DateTimeField(null=True, blank=True, verbose_name="paused until")
        ),
        migrations.AddField(
            "game",
            "round",
            models.ForeignKey(
                "games.tournamentround",
                models.PROTECT,
                null=True,
                blank=True,
                related_name="games",
                verbose_name="round",
            ),
        ),
        migrations.AddField(
            "game",
            "club",
            models.ForeignKey(
                "games.club", models.SET_NULL, null=True, blank=True, related_name="games", verbose_name="club"
            ),
        ),
        migrations.AddField(
            "report",
            "club",
            models.ForeignKey(
                "games.club", models.SET_NULL, null=True, blank=True, related_name="reports", verbose_name="club"
            ),
        ),
        migrations.AddField("dealscore", "by_bot", models.BooleanField(null=True, verbose_name="played by a bot")),
        migrations.AlterField(
            "softplay",
            "player",
            models.ForeignKey(USER, models.CASCADE, null=True, db_index=False, related_name="+", verbose_name="player"),
        ),
        migrations.AddField(
            "game",
            "hinted_late",
            models.BooleanField(
                default=False, db_default=False, verbose_name="the first hint came after a scored deal"
            ),
        ),
    ]
