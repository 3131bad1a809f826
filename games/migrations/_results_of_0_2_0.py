"""The tables of version 0.2.0 for results, ratings and what is counted."""

from typing import Final

from django.db import models

from accounts.base.migration_tools import USER, key, table
from games.migrations._columns import COMPANIES, style_columns

TABLES: Final = [
    table(
        "DealScore",
        {
            "verbose_name": "deal score",
            "verbose_name_plural": "deal scores",
            "ordering": ["deal", "player"],
            "constraints": [models.UniqueConstraint(fields=("deal", "player"), name="unique_deal_score")],
        },
        id=key(),
        player=models.PositiveSmallIntegerField(verbose_name="player"),
        bid=models.PositiveSmallIntegerField(verbose_name="bid"),
        declared_nils=models.JSONField(default=list, verbose_name="declared nils"),
        contract=models.PositiveSmallIntegerField(verbose_name="contract"),
        side_tricks=models.PositiveSmallIntegerField(verbose_name="tricks of the side"),
        contract_points=models.SmallIntegerField(verbose_name="contract points"),
        bags=models.PositiveSmallIntegerField(verbose_name="bags"),
        nils=models.JSONField(default=list, verbose_name="nils"),
        bag_penalty=models.SmallIntegerField(verbose_name="bag penalty"),
        total=models.SmallIntegerField(verbose_name="total"),
        points_after=models.IntegerField(verbose_name="points after"),
        bags_after=models.PositiveIntegerField(verbose_name="bags after"),
        deal=models.ForeignKey(
            "games.deal", models.CASCADE, db_index=False, related_name="scores", verbose_name="deal"
        ),
    ),
    table(
        "Analysis",
        {
            "verbose_name": "analysis",
            "verbose_name_plural": "analyses",
            "indexes": [models.Index(condition=models.Q(due_at__isnull=False), fields=["due_at"], name="analysis_due")],
        },
        id=key(),
        key=models.CharField(max_length=64, unique=True, verbose_name="key"),
        record=models.TextField(verbose_name="record"),
        tricks=models.JSONField(null=True, blank=True, verbose_name="tricks"),
        thoughts=models.JSONField(null=True, blank=True, verbose_name="thoughts"),
        bids=models.JSONField(null=True, blank=True, verbose_name="bids"),
        due_at=models.DateTimeField(null=True, blank=True, verbose_name="due"),
        attempts=models.PositiveSmallIntegerField(default=0, verbose_name="attempts"),
        expires_at=models.DateTimeField(null=True, blank=True, verbose_name="expires"),
        requested_at=models.DateTimeField(auto_now_add=True, verbose_name="requested"),
    ),
    table(
        "GameResult",
        {
            "verbose_name": "game of a player",
            "verbose_name_plural": "games of players",
            "indexes": [
                models.Index(
                    fields=["user", "at", "id", "bidding", "peek", "company", "left", "right"], name="games_by_date"
                ),
                models.Index(
                    fields=["user", "points", "id", "bidding", "peek", "company", "left", "right", "at"],
                    name="games_by_points",
                ),
            ],
            "constraints": [models.UniqueConstraint(fields=("game", "player"), name="unique_game_result")],
        },
        id=key(),
        **style_columns(),
        at=models.DateTimeField(verbose_name="at"),
        company=models.CharField(choices=COMPANIES, max_length=6, verbose_name="company"),
        left=models.BigIntegerField(null=True, verbose_name="account on the left"),
        right=models.BigIntegerField(null=True, verbose_name="account on the right"),
        points=models.IntegerField(verbose_name="points"),
        player=models.PositiveSmallIntegerField(verbose_name="player"),
        deals=models.PositiveSmallIntegerField(verbose_name="deals"),
        bags=models.PositiveIntegerField(verbose_name="bags"),
        place=models.PositiveSmallIntegerField(null=True, verbose_name="place"),
        game=models.ForeignKey(
            "games.game", models.CASCADE, db_index=False, related_name="results", verbose_name="game"
        ),
        user=models.ForeignKey(USER, models.CASCADE, db_index=False, related_name="+", verbose_name="user"),
    ),
    table(
        "Ladder",
        {
            "verbose_name": "ladder",
            "verbose_name_plural": "ladders",
            "constraints": [models.UniqueConstraint(fields=("company", "bidding", "month"), name="unique_ladder")],
        },
        id=key(),
        company=models.CharField(choices=COMPANIES, max_length=6, verbose_name="company"),
        bidding=models.CharField(max_length=8, blank=True, verbose_name="bidding style"),
        month=models.CharField(max_length=7, blank=True, verbose_name="month"),
    ),
    table(
        "Rating",
        {
            "verbose_name": "rating",
            "verbose_name_plural": "ratings",
            "indexes": [models.Index(fields=["ladder", "-lower_bound", "user"], name="best_of_ladder")],
            "constraints": [models.UniqueConstraint(fields=("ladder", "user"), name="unique_rating")],
        },
        id=key(),
        mu=models.FloatField(),
        sigma=models.FloatField(),
        lower_bound=models.FloatField(),
        games=models.PositiveIntegerField(verbose_name="games"),
        wins=models.PositiveIntegerField(verbose_name="games won"),
        ladder=models.ForeignKey(
            "games.ladder", models.CASCADE, db_index=False, related_name="ratings", verbose_name="ladder"
        ),
        user=models.ForeignKey(USER, models.CASCADE, related_name="ratings", verbose_name="user"),
    ),
    table(
        "RatingChange",
        {
            "verbose_name": "rating change",
            "verbose_name_plural": "rating changes",
            "indexes": [models.Index(fields=["user", "ladder", "number"], name="changes_of_player")],
            "constraints": [
                models.UniqueConstraint(fields=("ladder", "at", "game", "player"), name="unique_rating_change")
            ],
        },
        id=key(),
        at=models.DateTimeField(verbose_name="at"),
        player=models.PositiveSmallIntegerField(verbose_name="player"),
        places=models.CharField(max_length=3, verbose_name="places"),
        number=models.PositiveIntegerField(verbose_name="number"),
        mu_before=models.FloatField(),
        sigma_before=models.FloatField(),
        mu=models.FloatField(),
        sigma=models.FloatField(),
        game=models.ForeignKey("games.game", models.CASCADE, related_name="rating_changes", verbose_name="game"),
        ladder=models.ForeignKey(
            "games.ladder", models.CASCADE, db_index=False, related_name="changes", verbose_name="ladder"
        ),
        user=models.ForeignKey(
            USER, models.CASCADE, db_index=False, related_name="rating_changes", verbose_name="user"
        ),
    ),
    table(
        "Tally",
        {
            "verbose_name": "tally",
            "verbose_name_plural": "tallies",
            "constraints": [
                models.UniqueConstraint(
                    fields=("user", "bidding", "company", "declarer", "position", "contract", "tricks"),
                    name="unique_tally",
                )
            ],
        },
        id=key(),
        bidding=models.CharField(max_length=8, verbose_name="bidding style"),
        company=models.CharField(max_length=6, verbose_name="company"),
        declarer=models.BooleanField(verbose_name="declarer"),
        position=models.PositiveSmallIntegerField(verbose_name="position in the bidding"),
        contract=models.PositiveSmallIntegerField(verbose_name="contract"),
        tricks=models.PositiveSmallIntegerField(verbose_name="tricks of the side"),
        deals=models.IntegerField(verbose_name="deals"),
        points=models.IntegerField(verbose_name="points"),
        penalties=models.IntegerField(verbose_name="points of bag penalties"),
        own_made=models.IntegerField(verbose_name="nils on own hand made"),
        own_failed=models.IntegerField(verbose_name="nils on own hand failed"),
        partner_made=models.IntegerField(verbose_name="nils on the partner’s hand made"),
        partner_failed=models.IntegerField(verbose_name="nils on the partner’s hand failed"),
        dummy_made=models.IntegerField(verbose_name="nils on the dummy made"),
        dummy_failed=models.IntegerField(verbose_name="nils on the dummy failed"),
        user=models.ForeignKey(USER, models.CASCADE, db_index=False, related_name="tallies", verbose_name="user"),
    ),
    table(
        "DealResult",
        {
            "verbose_name": "deal of a player",
            "verbose_name_plural": "deals of players",
            "indexes": [
                models.Index(
                    fields=["user", "at", "score", "bidding", "peek", "company", "declarer", "left", "right"],
                    name="deals_by_date",
                ),
                models.Index(
                    fields=["user", "points", "score", "bidding", "peek", "company", "declarer", "left", "right", "at"],
                    name="deals_by_points",
                ),
            ],
        },
        **style_columns(),
        at=models.DateTimeField(verbose_name="at"),
        company=models.CharField(choices=COMPANIES, max_length=6, verbose_name="company"),
        left=models.BigIntegerField(null=True, verbose_name="account on the left"),
        right=models.BigIntegerField(null=True, verbose_name="account on the right"),
        points=models.IntegerField(verbose_name="points"),
        score=models.OneToOneField(
            "games.dealscore", models.CASCADE, primary_key=True, serialize=False, related_name="result"
        ),
        declarer=models.BooleanField(verbose_name="declarer"),
        position=models.PositiveSmallIntegerField(verbose_name="position in the bidding"),
        user=models.ForeignKey(USER, models.CASCADE, db_index=False, related_name="+", verbose_name="user"),
    ),
]
