"""What follows from finished deals: histories, statistics and ratings. All of it can be worked out anew from the deals
(`services.rebuilding`) and is kept so that no page has to: fields and constraints, no logic."""

from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models import LONGEST_REASON
from games.models.deals import DealScore
from games.models.games import Game
from games.models.rules import Variant


class Company(models.TextChoices):
    """Who played a game: three people, or people and bots."""

    PEOPLE = "people", _("people only")
    BOTS = "bots", _("with bots")


class Result(Variant):
    """What lists of a player's deals and games are filtered and sorted by.

    `left` and `right` are the accounts of who sat there, clockwise from the player; None for a bot.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("user")
    )
    at = models.DateTimeField(_("at"))
    company = models.CharField(_("company"), max_length=6, choices=Company.choices)
    left = models.BigIntegerField(_("account on the left"), null=True)
    right = models.BigIntegerField(_("account on the right"), null=True)
    points = models.IntegerField(_("points"))

    class Meta:
        abstract = True


class DealResult(Result):
    """A person's line of a finished deal. `points` is the total of the deal; `position` 0 bid first, 2 last."""

    score = models.OneToOneField(DealScore, models.CASCADE, primary_key=True, related_name="result")
    declarer = models.BooleanField(_("declarer"))
    position = models.PositiveSmallIntegerField(_("position in the bidding"))

    class Meta:
        verbose_name = _("deal of a player")
        verbose_name_plural = _("deals of players")
        # What lists are filtered by stands in the index, so that rows are read only to be shown.
        indexes: ClassVar = [
            models.Index(
                fields=["user", "at", "score", "bidding", "peek", "company", "declarer", "left", "right"],
                name="deals_by_date",
            ),
            models.Index(
                fields=["user", "points", "score", "bidding", "peek", "company", "declarer", "left", "right", "at"],
                name="deals_by_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.points:+d}"


class GameResult(Result):
    """A person's game, from its first scored deal on. `place` is None until the game has a winner."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="results", db_index=False, verbose_name=_("game"))
    player = models.PositiveSmallIntegerField(_("player"))
    deals = models.PositiveSmallIntegerField(_("deals"))
    bags = models.PositiveIntegerField(_("bags"))
    place = models.PositiveSmallIntegerField(_("place"), null=True)

    class Meta:
        verbose_name = _("game of a player")
        verbose_name_plural = _("games of players")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player"], name="one_game_result_a_player")]
        indexes: ClassVar = [
            models.Index(
                fields=["user", "at", "id", "bidding", "peek", "company", "left", "right"], name="games_by_date"
            ),
            models.Index(
                fields=["user", "points", "id", "bidding", "peek", "company", "left", "right", "at"],
                name="games_by_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.user} {self.points}"


class Tally(models.Model):
    """How many of a player's deals were alike in everything named up to `tricks`, and what they came to.

    `contract` against `tricks` tells whether it was made and how many bags it brought. Nils are those that applied, on
    the own hand, on the partner's if that is a person's, and on the dummy.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies", db_index=False, verbose_name=_("user")
    )
    bidding = models.CharField(_("bidding style"), max_length=8)
    company = models.CharField(_("company"), max_length=6)
    declarer = models.BooleanField(_("declarer"))
    position = models.PositiveSmallIntegerField(_("position in the bidding"))
    contract = models.PositiveSmallIntegerField(_("contract"))
    tricks = models.PositiveSmallIntegerField(_("tricks of the side"))
    deals = models.IntegerField(_("deals"))
    points = models.IntegerField(_("points"))
    penalties = models.IntegerField(_("points of bag penalties"))
    own_made = models.IntegerField(_("nils on own hand made"))
    own_failed = models.IntegerField(_("nils on own hand failed"))
    mate_made = models.IntegerField(_("nils on the partner’s hand made"))
    mate_failed = models.IntegerField(_("nils on the partner’s hand failed"))
    dummy_made = models.IntegerField(_("nils on the dummy made"))
    dummy_failed = models.IntegerField(_("nils on the dummy failed"))

    KEY: ClassVar = ("user_id", "bidding", "company", "declarer", "position", "contract", "tricks")
    COUNTS: ClassVar = (
        "deals", "points", "penalties", "own_made", "own_failed", "mate_made", "mate_failed", "dummy_made",
        "dummy_failed",
    )  # fmt: skip

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "bidding", "company", "declarer", "position", "contract", "tricks"],
                name="one_tally_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.deals}"


class Ladder(models.Model):
    """One list on which players are rated: by company, by bidding style, for all time or one month.

    `bidding` "" stands for all styles, `month` "" for all time; a month is "2026-11" (UTC), and in it everybody begins
    anew.
    """

    company = models.CharField(_("company"), max_length=6, choices=Company.choices)
    bidding = models.CharField(_("bidding style"), max_length=8, blank=True)
    month = models.CharField(_("month"), max_length=7, blank=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["company", "bidding", "month"], name="one_ladder_a_kind")
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.company, self.bidding, self.month)))


ALL_TIME_ALL_STYLES: Final = models.Q(ladder__bidding="", ladder__month="")
"""Ratings and their changes on the ladders that count everything."""


class Rating(models.Model):
    """Where a player stands on a ladder, in openskill's units; `sure` is what the ladder is ordered by."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="ratings", db_index=False, verbose_name=_("ladder"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", verbose_name=_("user"))
    mu = models.FloatField()
    sigma = models.FloatField()
    sure = models.FloatField()
    games = models.PositiveIntegerField(_("games"))
    wins = models.PositiveIntegerField(_("games won"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["ladder", "user"], name="one_rating_a_ladder")]
        indexes: ClassVar = [models.Index(fields=["ladder", "-sure", "user"], name="best_of_ladder")]

    def __str__(self) -> str:
        return f"{self.user}: {self.mu:.1f} ± {self.sigma:.1f}"


class RatingChange(models.Model):
    """What one game did to one player's rating on one ladder.

    Ratings are the fold of a ladder's games in the order of (`at`, game). `places` are those of all three players, in
    seat order; `number` counts the player's games on the ladder.
    """

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="changes", db_index=False, verbose_name=_("ladder"))
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_changes", verbose_name=_("game"))
    at = models.DateTimeField(_("at"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_changes", db_index=False, verbose_name=_("user")
    )
    player = models.PositiveSmallIntegerField(_("player"))
    places = models.CharField(_("places"), max_length=3)
    number = models.PositiveIntegerField(_("number"))
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "at", "game", "player"], name="one_change_a_player")
        ]
        indexes: ClassVar = [models.Index(fields=["user", "ladder", "number"], name="changes_of_player")]

    def __str__(self) -> str:
        return f"{self.user}: {self.mu - self.mu_before:+.1f}"


class Void(models.Model):
    """A game the staff declared void: it stays to be looked at and counts for nothing."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="void", verbose_name=_("game"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("void game")
        verbose_name_plural = _("void games")

    def __str__(self) -> str:
        return f"{self.game}: {self.reason}"
