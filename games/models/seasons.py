"""Seasons: the ladders of a month with divisions, and who ended where: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SeasonLadder(models.TextChoices):
    """What is compared in a season."""

    TABLES = "tables", _("tables")
    SETS = "sets", _("sets of deals")
    EVENTS = "events", _("tournaments")


class Season(models.Model):
    """The season of a ladder in a month, such as "2026-11" (UTC).

    While it runs there are no results: they follow from what has been played (docs/seasons.md). `closing_until` is
    until when a process that stores them keeps others from it; `closed_at` is when all were stored,
    `players_notified_at` when its players had been notified.
    """

    ladder = models.CharField(_("ladder"), max_length=6, choices=SeasonLadder.choices)
    month = models.CharField(_("month"), max_length=7)
    closing_until = models.DateTimeField(null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    players_notified_at = models.DateTimeField(_("players notified"), null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        default_permissions = ["view", "change"]
        constraints = [models.UniqueConstraint(fields=["ladder", "month"], name="one_season_a_month")]

    def __str__(self) -> str:
        return f"{self.month} {self.get_ladder_display()}"


class SeasonResult(models.Model):
    """Where a player ended in a closed season.

    `place` is that in the division, null for who has not played; `score` and `played` are what it was decided by;
    `medal` is 1 to 3 for the best of a division. The player goes on in `next_division`, null if they have left the
    ladder; `missed` is for how many seasons in a row they have not played. Staff have taken out who is `removed`.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="results", db_index=False, verbose_name=_("season"))
    user = models.ForeignKey(User, models.CASCADE, related_name="season_results", verbose_name=_("user"))
    division = models.PositiveSmallIntegerField(_("division"))
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)
    score = models.FloatField(_("score"), null=True, blank=True)
    played = models.PositiveIntegerField(_("played"), default=0)
    medal = models.PositiveSmallIntegerField(_("medal"), null=True, blank=True)
    next_division = models.PositiveSmallIntegerField(_("next division"), null=True, blank=True)
    missed = models.PositiveSmallIntegerField(_("seasons missed"), default=0)
    removed = models.BooleanField(_("removed by the staff"), default=False)

    class Meta:
        verbose_name = _("result of a season")
        verbose_name_plural = _("results of seasons")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="unique_season_result")]

    def __str__(self) -> str:
        return f"{self.season}: {self.user}"
