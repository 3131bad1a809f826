"""The tables of version 0.2.0 for games, and for what people do at them."""

from typing import Final

from django.core.validators import MaxValueValidator
from django.db import models

from accounts.base.migration_tools import USER, key, table
from games.bots.levels import Level
from games.migrations._columns import CLOCKS, PROPOSALS, rules_columns
from games.models import rules
from games.models.games import style_choices
from games.values import Stage

TABLES: Final = [
    table(
        "Game",
        {
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
            "indexes": [
                models.Index(condition=models.Q(due_at__isnull=False), fields=["due_at"], name="game_due"),
                models.Index(
                    condition=models.Q(public=True, stage=Stage.OPEN), fields=["-created_at"], name="game_open"
                ),
                models.Index(fields=["-created_at", "-id"], name="newest_games"),
                models.Index(fields=["stage"], name="games_by_stage"),
            ],
        },
        id=key(),
        **rules_columns(),
        code=models.CharField(max_length=12, unique=True, verbose_name="code"),
        name=models.CharField(max_length=40, verbose_name="name"),
        public=models.BooleanField(default=False, verbose_name="public"),
        spectators=models.BooleanField(default=True, verbose_name="spectators"),
        clock=models.CharField(choices=CLOCKS, max_length=8, default="none", verbose_name="clock"),
        patience=models.PositiveSmallIntegerField(default=120, verbose_name="patience in seconds"),
        chat=models.BooleanField(default=True, verbose_name="chat"),
        bot_level=models.CharField(
            choices=rules.level_choices, max_length=8, default=Level.EXPERT, verbose_name="bots’ level"
        ),
        bot_style=models.CharField(
            choices=style_choices, max_length=8, default="mixed", verbose_name="bots’ playing style"
        ),
        bot_pause=models.CharField(
            choices=[("none", "none"), ("short", "short"), ("human", "like people")],
            max_length=5,
            default="human",
            verbose_name="bots’ pause",
        ),
        secret=models.CharField(max_length=64),
        opening_dealer=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="first dealer"),
        stage=models.CharField(
            choices=[
                (Stage.OPEN, "open"),
                (Stage.DRAWING, "drawing"),
                (Stage.DEAL, "deal"),
                (Stage.SCORED, "scored"),
                (Stage.OVER, "over"),
                (Stage.CLOSED, "closed"),
            ],
            max_length=8,
            default=Stage.OPEN,
            verbose_name="stage",
        ),
        version=models.PositiveIntegerField(default=0, verbose_name="version"),
        deal_number=models.PositiveIntegerField(default=0, verbose_name="deal"),
        due_at=models.DateTimeField(null=True, blank=True, verbose_name="due"),
        proposal=models.CharField(choices=PROPOSALS, max_length=4, blank=True, default="", verbose_name="proposal"),
        refused=models.CharField(
            choices=PROPOSALS, max_length=4, blank=True, default="", verbose_name="refused proposal"
        ),
        proposed_by=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="proposed by"),
        proposed_version=models.PositiveIntegerField(null=True, blank=True, verbose_name="proposed at version"),
        winner=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="winner"),
        created_at=models.DateTimeField(auto_now_add=True, verbose_name="created"),
        updated_at=models.DateTimeField(auto_now=True, verbose_name="updated"),
        host=models.ForeignKey(USER, models.PROTECT, related_name="hosted_games", verbose_name="host"),
        rematch_of=models.OneToOneField(
            "games.game", models.PROTECT, null=True, blank=True, related_name="rematch", verbose_name="rematch of"
        ),
    ),
    table(
        "Deal",
        {
            "verbose_name": "deal",
            "verbose_name_plural": "deals",
            "ordering": ["game", "number"],
            "constraints": [models.UniqueConstraint(fields=("game", "number"), name="unique_deal")],
        },
        id=key(),
        number=models.PositiveIntegerField(verbose_name="number"),
        dealer=models.PositiveSmallIntegerField(verbose_name="dealer"),
        declarer=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="declarer"),
        secret=models.CharField(max_length=64, blank=True),
        finished=models.BooleanField(default=False, verbose_name="finished"),
        finished_at=models.DateTimeField(null=True, blank=True, verbose_name="finished at"),
        dealt_at=models.DateTimeField(auto_now_add=True, verbose_name="dealt"),
        game=models.ForeignKey("games.game", models.CASCADE, db_index=False, related_name="deals", verbose_name="game"),
    ),
    table(
        "RulesPreset",
        {
            "verbose_name": "ready set of rules",
            "verbose_name_plural": "ready sets of rules",
            "ordering": ["position", "pk"],
        },
        id=key(),
        **rules_columns(),
        position=models.PositiveSmallIntegerField(
            help_text="The first one is the usual game.", verbose_name="position"
        ),
        code=models.SlugField(max_length=16, unique=True, help_text="What a form sends.", verbose_name="code"),
        name_en=models.CharField(max_length=30, verbose_name="name in English"),
        name_es=models.CharField(max_length=30, verbose_name="name in Spanish"),
        line_en=models.CharField(max_length=80, verbose_name="line in English"),
        line_es=models.CharField(max_length=80, verbose_name="line in Spanish"),
        clock=models.CharField(choices=CLOCKS, max_length=8, default="none", verbose_name="clock"),
        patience=models.PositiveSmallIntegerField(
            default=120, validators=[MaxValueValidator(3600)], verbose_name="patience in seconds"
        ),
        bot_level=models.CharField(
            choices=rules.level_choices, max_length=8, default=Level.EXPERT, verbose_name="bots’ level"
        ),
    ),
    table(
        "Event",
        {
            "verbose_name": "event",
            "verbose_name_plural": "events",
            "ordering": ["game", "sequence"],
            "constraints": [models.UniqueConstraint(fields=("game", "sequence"), name="unique_event")],
        },
        id=key(),
        sequence=models.PositiveIntegerField(verbose_name="sequence"),
        payload=models.JSONField(),
        author=models.CharField(
            choices=[("player", "player"), ("bot", "bot"), ("clock", "clock")],
            max_length=6,
            default="player",
            verbose_name="author",
        ),
        taken_back=models.BooleanField(default=False, verbose_name="taken back"),
        at=models.DateTimeField(auto_now_add=True, verbose_name="at"),
        deal=models.ForeignKey("games.deal", models.CASCADE, related_name="events", verbose_name="deal"),
        game=models.ForeignKey(
            "games.game", models.CASCADE, db_index=False, related_name="events", verbose_name="game"
        ),
    ),
    table(
        "Seat",
        {
            "verbose_name": "seat",
            "verbose_name_plural": "seats",
            "ordering": ["game", "player"],
            "constraints": [
                models.UniqueConstraint(fields=("game", "player"), name="unique_seat"),
                models.UniqueConstraint(fields=("game", "user"), name="unique_seat_of_user"),
                models.CheckConstraint(condition=models.Q(player__lte=2), name="player_is_0_to_2"),
            ],
        },
        id=key(),
        player=models.PositiveSmallIntegerField(verbose_name="player"),
        bot_name=models.CharField(max_length=16, blank=True, verbose_name="bot"),
        ready=models.BooleanField(default=False, verbose_name="ready"),
        agrees=models.BooleanField(default=False, verbose_name="agrees"),
        waiting_since=models.DateTimeField(null=True, blank=True, verbose_name="waiting since"),
        used=models.FloatField(default=0, verbose_name="seconds used before"),
        lag=models.FloatField(default=0, verbose_name="lag in seconds"),
        reserve=models.FloatField(default=0, verbose_name="reserve in seconds"),
        rules_changed=models.BooleanField(default=False, verbose_name="rules changed since sitting down"),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="seats", verbose_name="game"),
        user=models.ForeignKey(USER, models.PROTECT, null=True, blank=True, related_name="seats", verbose_name="user"),
    ),
    table(
        "Insight",
        {
            "verbose_name": "look at hidden cards",
            "verbose_name_plural": "looks at hidden cards",
            "default_permissions": [],
            "constraints": [models.UniqueConstraint(fields=("game", "user"), name="unique_insight")],
        },
        id=key(),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="insights", verbose_name="game"),
        user=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="user"),
    ),
    table(
        "Invitation",
        {
            "verbose_name": "invitation",
            "verbose_name_plural": "invitations",
            "constraints": [models.UniqueConstraint(fields=("game", "user"), name="unique_invitation")],
        },
        id=key(),
        sent_at=models.DateTimeField(auto_now_add=True, verbose_name="sent"),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="invitations", verbose_name="game"),
        inviter=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="invited by"),
        user=models.ForeignKey(USER, models.CASCADE, related_name="invitations", verbose_name="user"),
    ),
    table(
        "Message",
        {
            "verbose_name": "message",
            "verbose_name_plural": "messages",
            "ordering": ["pk"],
            "default_permissions": ["view"],
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("text", ""), models.Q(("phrase", ""), _negated=True)),
                        models.Q(models.Q(("text", ""), _negated=True), ("phrase", "")),
                        _connector="OR",
                    ),
                    name="text_or_phrase",
                )
            ],
        },
        id=key(),
        channel=models.CharField(
            choices=[("everyone", "everyone"), ("players", "players"), ("watchers", "spectators")],
            max_length=8,
            verbose_name="channel",
        ),
        text=models.CharField(max_length=300, blank=True, verbose_name="text"),
        phrase=models.CharField(max_length=16, blank=True, verbose_name="phrase"),
        sent_at=models.DateTimeField(auto_now_add=True, verbose_name="sent"),
        author=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="author"),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="messages", verbose_name="game"),
    ),
    table(
        "Mute",
        {
            "verbose_name": "mute",
            "verbose_name_plural": "mutes",
            "constraints": [
                models.UniqueConstraint(fields=("game", "user", "muted"), name="unique_mute"),
                models.CheckConstraint(
                    condition=models.Q(("user", models.F("muted")), _negated=True), name="mute_not_self"
                ),
            ],
        },
        id=key(),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="mutes", verbose_name="game"),
        muted=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="muted"),
        user=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="user"),
    ),
    table(
        "Block",
        {
            "verbose_name": "block",
            "verbose_name_plural": "blocks",
            "constraints": [
                models.UniqueConstraint(fields=("user", "blocked"), name="unique_block"),
                models.CheckConstraint(
                    condition=models.Q(("user", models.F("blocked")), _negated=True), name="block_not_self"
                ),
            ],
        },
        id=key(),
        blocked=models.ForeignKey(USER, models.CASCADE, related_name="+", verbose_name="blocked"),
        user=models.ForeignKey(USER, models.CASCADE, related_name="blocks", verbose_name="user"),
    ),
    table(
        "Report",
        {
            "verbose_name": "report",
            "verbose_name_plural": "reports",
            "ordering": ["resolved", "-reported_at"],
            "permissions": [("resolve_report", "Can resolve reports")],
            "default_permissions": ["view"],
            "indexes": [models.Index(condition=models.Q(resolved=False), fields=["-reported_at"], name="open_reports")],
            "constraints": [models.UniqueConstraint(fields=("message", "reporter"), name="unique_report")],
        },
        id=key(),
        context=models.JSONField(default=list, verbose_name="context"),
        reported_at=models.DateTimeField(auto_now_add=True, verbose_name="reported"),
        resolved=models.BooleanField(default=False, verbose_name="resolved"),
        resolved_at=models.DateTimeField(null=True, blank=True, verbose_name="resolved at"),
        note=models.CharField(max_length=300, blank=True, verbose_name="note"),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="reports", verbose_name="game"),
        message=models.ForeignKey(
            "games.message", models.SET_NULL, null=True, related_name="reports", verbose_name="message"
        ),
        reporter=models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name="reported by"),
        resolved_by=models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name="resolved by"),
    ),
    table(
        "Void",
        {"verbose_name": "void game", "verbose_name_plural": "void games"},
        id=key(),
        reason=models.CharField(max_length=200, verbose_name="reason"),
        at=models.DateTimeField(auto_now_add=True, verbose_name="at"),
        by=models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name="by"),
        game=models.OneToOneField("games.game", models.CASCADE, related_name="void", verbose_name="game"),
    ),
]
