"""The tables that came after version 0.3.0 for clubs, tournaments and seasons."""

from typing import Final

from django.db import models

from accounts.base.migration_tools import USER, key, table
from games.migrations._columns import CLOCKS, rules_columns

TABLES: Final = [
    table(
        "Club",
        {
            "verbose_name": "club",
            "verbose_name_plural": "clubs",
            "ordering": ["-pk"],
            "default_permissions": ["view", "change"],
        },
        id=key(),
        code=models.CharField(max_length=12, unique=True, verbose_name="code"),
        kind=models.CharField(choices=[("trio", "standing trio"), ("club", "club")], max_length=4, verbose_name="kind"),
        name=models.CharField(max_length=40, blank=True, verbose_name="name"),
        text=models.TextField(max_length=500, blank=True, default="", db_default="", verbose_name="text"),
        public=models.BooleanField(default=False, db_default=False, verbose_name="public"),
        preset=models.CharField(max_length=16, blank=True, verbose_name="rules"),
        link=models.CharField(max_length=24, unique=True, null=True, blank=True),
        hidden_reason=models.CharField(
            max_length=200, blank=True, default="", db_default="", verbose_name="hidden because"
        ),
        created_at=models.DateTimeField(auto_now_add=True, verbose_name="created"),
        founder=models.ForeignKey(
            USER, models.SET_NULL, null=True, blank=True, related_name="founded_clubs", verbose_name="founder"
        ),
        calendar_sequence=models.PositiveIntegerField(default=0, db_default=0, verbose_name="changes for calendars"),
    ),
    table(
        "Tournament",
        {
            "verbose_name": "tournament",
            "verbose_name_plural": "tournaments",
            "ordering": ["-starts_at", "-pk"],
            "default_permissions": ["view", "add", "change"],
            "indexes": [models.Index(fields=["stage", "starts_at"], name="tournaments_by_stage")],
        },
        id=key(),
        **rules_columns(),
        code=models.CharField(max_length=12, unique=True, verbose_name="code"),
        name=models.CharField(max_length=40, verbose_name="name"),
        text=models.TextField(max_length=500, blank=True, verbose_name="text"),
        root=models.CharField(max_length=64),
        starts_at=models.DateTimeField(verbose_name="begins"),
        rounds=models.PositiveSmallIntegerField(verbose_name="rounds"),
        boards=models.PositiveSmallIntegerField(verbose_name="boards in a round"),
        minutes=models.PositiveSmallIntegerField(verbose_name="minutes for a round"),
        clock=models.CharField(choices=CLOCKS, max_length=8, default="normal", verbose_name="clock"),
        limit=models.PositiveSmallIntegerField(verbose_name="most participants"),
        fill_up=models.CharField(
            choices=[("out", "one or two sit out in each round"), ("bots", "bots fill up the tables")],
            max_length=4,
            default="out",
            verbose_name="empty places",
        ),
        stage=models.CharField(
            choices=[("open", "open for entries"), ("running", "running"), ("over", "over"), ("off", "called off")],
            max_length=7,
            default="open",
            verbose_name="state",
        ),
        next_round_at=models.DateTimeField(null=True, blank=True, verbose_name="next round"),
        paused_at=models.DateTimeField(null=True, blank=True, verbose_name="paused since"),
        reminded_at=models.DateTimeField(null=True, blank=True, verbose_name="participants reminded"),
        ended_at=models.DateTimeField(null=True, blank=True, verbose_name="ended"),
        host=models.ForeignKey(USER, models.PROTECT, related_name="tournaments", verbose_name="host"),
        kind=models.CharField(max_length=8, default="movement", db_default="movement", verbose_name="kind"),
        club=models.ForeignKey(
            "games.club", models.PROTECT, null=True, blank=True, related_name="tournaments", verbose_name="club"
        ),
        calendar_sequence=models.PositiveIntegerField(default=0, db_default=0, verbose_name="changes for calendars"),
    ),
    table(
        "TournamentEntry",
        {
            "verbose_name": "participant of a tournament",
            "verbose_name_plural": "participants of tournaments",
            "ordering": ["tournament", "entered_at", "pk"],
            "default_permissions": [],
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "user"), name="one_entry_a_user"),
                models.UniqueConstraint(fields=("tournament", "number"), name="unique_number_in_tournament"),
            ],
        },
        id=key(),
        bot_name=models.CharField(max_length=16, blank=True, verbose_name="bot"),
        entered_at=models.DateTimeField(verbose_name="entered"),
        checked_in_at=models.DateTimeField(null=True, blank=True, verbose_name="checked in"),
        number=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="number"),
        disqualified=models.CharField(max_length=200, blank=True, verbose_name="disqualified because"),
        tournament=models.ForeignKey(
            "games.tournament", models.CASCADE, db_index=False, related_name="entries", verbose_name="tournament"
        ),
        user=models.ForeignKey(
            USER, models.PROTECT, null=True, blank=True, related_name="tournament_entries", verbose_name="user"
        ),
        warning=models.CharField(max_length=200, blank=True, default="", db_default="", verbose_name="warned because"),
        left_at=models.DateTimeField(null=True, blank=True, verbose_name="left"),
    ),
    table(
        "TournamentRound",
        {
            "verbose_name": "round of a tournament",
            "verbose_name_plural": "rounds of tournaments",
            "ordering": ["tournament", "number"],
            "default_permissions": [],
            "indexes": [
                models.Index(condition=models.Q(ended_at__isnull=True), fields=["ends_at"], name="rounds_in_play")
            ],
            "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="unique_round")],
        },
        id=key(),
        number=models.PositiveSmallIntegerField(verbose_name="number"),
        started_at=models.DateTimeField(verbose_name="begun"),
        ends_at=models.DateTimeField(verbose_name="ends at the latest"),
        ended_at=models.DateTimeField(null=True, blank=True, verbose_name="ended"),
        tournament=models.ForeignKey(
            "games.tournament", models.CASCADE, db_index=False, related_name="played_rounds", verbose_name="tournament"
        ),
    ),
    table(
        "TournamentSeat",
        {
            "verbose_name": "place in a round",
            "verbose_name_plural": "places in rounds",
            "ordering": ["round", "table", "player"],
            "default_permissions": [],
            "constraints": [
                models.UniqueConstraint(fields=("round", "table", "player"), name="unique_place_in_round"),
                models.UniqueConstraint(fields=("round", "entry"), name="one_place_a_round"),
                models.CheckConstraint(condition=models.Q(player__lte=2), name="place_is_0_to_2"),
            ],
        },
        id=key(),
        table=models.PositiveSmallIntegerField(verbose_name="table"),
        player=models.PositiveSmallIntegerField(verbose_name="player"),
        entry=models.ForeignKey(
            "games.tournamententry", models.CASCADE, related_name="places", verbose_name="participant"
        ),
        game=models.ForeignKey(
            "games.game", models.PROTECT, null=True, blank=True, related_name="tournament_places", verbose_name="game"
        ),
        round=models.ForeignKey(
            "games.tournamentround", models.CASCADE, db_index=False, related_name="places", verbose_name="round"
        ),
    ),
    table(
        "TournamentScore",
        {
            "verbose_name": "result in a tournament",
            "verbose_name_plural": "results in tournaments",
            "default_permissions": [],
            "constraints": [models.UniqueConstraint(fields=("place", "board"), name="one_score_a_board")],
        },
        id=key(),
        board=models.PositiveSmallIntegerField(verbose_name="board"),
        points=models.SmallIntegerField(null=True, blank=True, verbose_name="points"),
        by_bot=models.BooleanField(default=False, verbose_name="played by a bot"),
        percent=models.FloatField(null=True, blank=True, verbose_name="per cent given"),
        reason=models.CharField(max_length=200, blank=True, verbose_name="reason"),
        place=models.ForeignKey(
            "games.tournamentseat", models.CASCADE, db_index=False, related_name="scores", verbose_name="place"
        ),
        overrun=models.IntegerField(null=True, blank=True, verbose_name="seconds too slow"),
    ),
    table(
        "ClubEvening",
        {
            "verbose_name": "evening of a club",
            "verbose_name_plural": "evenings of clubs",
            "ordering": ["club", "starts_at"],
            "default_permissions": [],
            "indexes": [
                models.Index(
                    condition=models.Q(reminded_at__isnull=True), fields=["starts_at"], name="evenings_to_announce"
                )
            ],
            "constraints": [models.UniqueConstraint(fields=("club", "starts_at"), name="one_evening_at_a_time")],
        },
        id=key(),
        starts_at=models.DateTimeField(verbose_name="begins"),
        reminded_at=models.DateTimeField(null=True, blank=True, verbose_name="members reminded"),
        club=models.ForeignKey(
            "games.club", models.CASCADE, db_index=False, related_name="evenings", verbose_name="club"
        ),
        tournament=models.OneToOneField(
            "games.tournament",
            models.SET_NULL,
            null=True,
            blank=True,
            related_name="evening",
            verbose_name="tournament",
        ),
        called_off_at=models.DateTimeField(null=True, blank=True, verbose_name="called off"),
        of_series=models.BooleanField(default=False, db_default=False, verbose_name="of the series"),
        reason=models.CharField(max_length=200, blank=True, default="", db_default="", verbose_name="reason"),
    ),
    table(
        "ClubMember",
        {
            "verbose_name": "member of a club",
            "verbose_name_plural": "members of clubs",
            "ordering": ["club", "pk"],
            "default_permissions": [],
            "constraints": [models.UniqueConstraint(fields=("club", "user"), name="one_membership_a_user")],
        },
        id=key(),
        role=models.CharField(
            choices=[
                ("asked", "has asked to join"),
                ("invited", "invited"),
                ("member", "member"),
                ("officer", "officer"),
            ],
            max_length=7,
            verbose_name="role",
        ),
        since=models.DateTimeField(auto_now_add=True, verbose_name="since"),
        club=models.ForeignKey(
            "games.club", models.CASCADE, db_index=False, related_name="members", verbose_name="club"
        ),
        invited_by=models.ForeignKey(
            USER, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name="invited by"
        ),
        user=models.ForeignKey(USER, models.CASCADE, related_name="clubs", verbose_name="user"),
    ),
    table(
        "ClubSeries",
        {
            "verbose_name": "series of a club",
            "verbose_name_plural": "series of clubs",
            "default_permissions": [],
            "indexes": [models.Index(fields=["next_at"], name="next_evenings")],
            "constraints": [models.CheckConstraint(condition=models.Q(weekday__lte=6), name="possible_weekday")],
        },
        id=key(),
        weekday=models.PositiveSmallIntegerField(verbose_name="weekday"),
        at=models.TimeField(verbose_name="time"),
        time_zone=models.CharField(max_length=40, verbose_name="time zone"),
        kind=models.CharField(
            choices=[("tables", "tables, as members come"), ("event", "a tournament")],
            max_length=6,
            default="tables",
            verbose_name="kind",
        ),
        rounds=models.PositiveSmallIntegerField(default=3, verbose_name="rounds"),
        boards=models.PositiveSmallIntegerField(default=3, verbose_name="boards in a round"),
        minutes=models.PositiveSmallIntegerField(default=25, verbose_name="minutes for a round"),
        next_at=models.DateTimeField(verbose_name="next evening"),
        by=models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name="host"),
        club=models.OneToOneField("games.club", models.CASCADE, related_name="series", verbose_name="club"),
        first_at=models.DateTimeField(null=True, blank=True, verbose_name="first evening"),
    ),
    table(
        "ClubRemoval",
        {
            "verbose_name": "removal from a club",
            "verbose_name_plural": "removals from clubs",
            "ordering": ["club", "pk"],
            "default_permissions": [],
            "constraints": [models.UniqueConstraint(fields=("club", "user"), name="one_removal_a_user")],
        },
        id=key(),
        at=models.DateTimeField(auto_now_add=True, verbose_name="removed"),
        club=models.ForeignKey(
            "games.club", models.CASCADE, db_index=False, related_name="removals", verbose_name="club"
        ),
        user=models.ForeignKey(USER, models.CASCADE, related_name="club_removals", verbose_name="user"),
    ),
    table(
        "Season",
        {
            "verbose_name": "season",
            "verbose_name_plural": "seasons",
            "default_permissions": ["view", "change"],
            "constraints": [models.UniqueConstraint(fields=("ladder", "month"), name="one_season_a_month")],
        },
        id=key(),
        ladder=models.CharField(
            choices=[("tables", "tables"), ("sets", "sets of deals"), ("events", "tournaments")],
            max_length=6,
            verbose_name="ladder",
        ),
        month=models.CharField(max_length=7, verbose_name="month"),
        closing_until=models.DateTimeField(null=True, blank=True, editable=False),
        closed_at=models.DateTimeField(null=True, blank=True, verbose_name="closed"),
        players_notified_at=models.DateTimeField(
            null=True, blank=True, db_column="told_at", verbose_name="players notified"
        ),
    ),
    table(
        "SeasonResult",
        {
            "verbose_name": "result of a season",
            "verbose_name_plural": "results of seasons",
            "default_permissions": [],
            "constraints": [models.UniqueConstraint(fields=("season", "user"), name="unique_season_result")],
        },
        id=key(),
        division=models.PositiveSmallIntegerField(verbose_name="division"),
        place=models.PositiveIntegerField(null=True, blank=True, verbose_name="place"),
        score=models.FloatField(null=True, blank=True, verbose_name="score"),
        played=models.PositiveIntegerField(default=0, verbose_name="played"),
        medal=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="medal"),
        next_division=models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="next division"),
        missed=models.PositiveSmallIntegerField(default=0, verbose_name="seasons missed"),
        removed=models.BooleanField(default=False, verbose_name="removed by the staff"),
        season=models.ForeignKey(
            "games.season", models.CASCADE, db_index=False, related_name="results", verbose_name="season"
        ),
        user=models.ForeignKey(USER, models.CASCADE, related_name="season_results", verbose_name="user"),
    ),
]
