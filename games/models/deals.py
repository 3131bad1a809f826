"""Deals, their events, scores and analyses: fields and constraints, no logic.

A unique constraint has an index, so the foreign key it begins with needs none: that saves a write for each card.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.values import Author


class Deal(models.Model):
    """A deal of a game.

    `secret` and the players' seeds determine the four hands; it must not be shown until `finished` is set. It is "" for
    deals from before there were chains of secrets, which cannot be proved. `counted` is set once the cards of the
    finished deal are part of the `DealCount`s, `watched` once its play is part of the collusion watch.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="deals", db_index=False, verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    declarer = models.PositiveSmallIntegerField(_("declarer"), null=True, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    finished = models.BooleanField(_("finished"), default=False)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    counted = models.BooleanField(_("counted"), default=False)
    watched = models.BooleanField(_("watched"), default=False)
    dealt_at = models.DateTimeField(_("dealt"), auto_now_add=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="unique_deal"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, dealer__lte=2, declarer__lte=2), name="possible_deal"
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="deals_to_count", condition=models.Q(finished=True, counted=False)),
            models.Index(fields=["id"], name="deals_to_watch", condition=models.Q(finished=True, watched=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.number}"


class Event(models.Model):
    """An event of a deal. `payload` is written by `engine.to_json`; it may hold hidden cards, so it is never shown.

    A move that was taken back stays in the log but no longer counts.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="events", db_index=False, verbose_name=_("game"))
    deal = models.ForeignKey(Deal, models.CASCADE, related_name="events", verbose_name=_("deal"))
    sequence = models.PositiveIntegerField(_("sequence"))
    payload = models.JSONField()
    author = models.CharField(_("author"), max_length=6, choices=Author.choices(), default=Author.PLAYER)
    taken_back = models.BooleanField(_("taken back"), default=False)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["game", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["game", "sequence"], name="unique_event"),
            models.CheckConstraint(condition=models.Q(sequence__gte=1), name="possible_event"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence}. {self.payload['kind']}"


class ArchivedLog(models.Model):
    """The events of a deal of a game that ended long ago, packed. They are nowhere else (`games.models.logs`)."""

    deal = models.OneToOneField(
        Deal, models.CASCADE, primary_key=True, related_name="archived_log", verbose_name=_("deal")
    )
    packed = models.BinaryField(_("packed events"))

    class Meta:
        verbose_name = _("archived log")
        verbose_name_plural = _("archived logs")
        default_permissions: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return f"{self.deal_id}"


class DealScore(models.Model):
    """One player's bid and score in a finished deal (docs/rules.md section 7).

    `by_bot` means that a bot or the clock has chosen more of the player's bid and cards than the player
    (`games.results.own_moves`); null in rows of before the column, until a rebuild fills it in.
    """

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="scores", db_index=False, verbose_name=_("deal"))
    player = models.PositiveSmallIntegerField(_("player"))
    bid = models.PositiveSmallIntegerField(_("bid"))
    declared_nils = models.JSONField(_("declared nils"), default=list)
    contract = models.PositiveSmallIntegerField(_("contract"))
    side_tricks = models.PositiveSmallIntegerField(_("tricks of the side"))
    contract_points = models.SmallIntegerField(_("contract points"))
    bags = models.PositiveSmallIntegerField(_("bags"))
    nils = models.JSONField(_("nils"), default=list)
    bag_penalty = models.SmallIntegerField(_("bag penalty"))
    total = models.SmallIntegerField(_("total"))
    points_after = models.IntegerField(_("points after"))
    bags_after = models.PositiveIntegerField(_("bags after"))
    by_bot = models.BooleanField(_("played by a bot"), null=True)

    class Meta:
        verbose_name = _("deal score")
        verbose_name_plural = _("deal scores")
        ordering = ["deal", "player"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "player"], name="unique_deal_score"),
            models.CheckConstraint(
                condition=models.Q(player__lte=2, bid__lte=13, side_tricks__lte=13), name="possible_deal_score"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal}: {self.player} {self.total:+d}"


class DealCount(models.Model):
    """In how many finished deals a statistic of the cards had this value (`games.fairness.deal_counts`)."""

    statistic = models.CharField(_("statistic"), max_length=12)
    value = models.PositiveSmallIntegerField(_("value"))
    count = models.PositiveBigIntegerField(_("count"))

    class Meta:
        verbose_name = _("count of deals")
        verbose_name_plural = _("counts of deals")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["statistic", "value"], name="unique_deal_count")]

    def __str__(self) -> str:
        return f"{self.statistic} {self.value}: {self.count}"


class Analysis(models.Model):
    """The analysis of a deal of a table or of an imported record; `key` is the hash of the record.

    `tricks`, `points`, `thoughts` and `bids` are the results of the steps of `games.analysis`, null until done.
    `due_at` is when the next step is due, null when all are done or have failed too often. `attempts` counts the
    attempts at the next step and at the failed ones before it; one that failed counts several times. `expires_at` is
    null for tables' deals, whose analyses are permanent. `asked_by` is a name for whoever asked first, while steps are
    due: nobody may fill the queue. `deal` is the table's, null for an imported record and for analyses from before this
    was stored.
    """

    deal = models.ForeignKey(
        Deal, models.SET_NULL, null=True, blank=True, related_name="analyses", verbose_name=_("deal")
    )
    key = models.CharField(_("key"), max_length=64, unique=True)
    record = models.TextField(_("record"))
    tricks = models.JSONField(_("tricks"), null=True, blank=True)
    points = models.JSONField(_("points"), null=True, blank=True)
    thoughts = models.JSONField(_("thoughts"), null=True, blank=True)
    bids = models.JSONField(_("bids"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    requested_at = models.DateTimeField(_("requested"), auto_now_add=True)
    asked_by = models.CharField(_("asked by"), max_length=40, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [models.Index(fields=["due_at"], name="analysis_due", condition=models.Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.key[:8]
