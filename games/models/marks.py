"""Moments of deals that players have marked while they played, to look at later."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.deals import Deal
from games.models.games import Seat


class Mark(models.Model):
    """A player wants to look at the position after the event number `position` of a deal, counted from 0."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="marks", verbose_name=_("seat"))
    deal = models.ForeignKey(Deal, models.CASCADE, related_name="marks", verbose_name=_("deal"))
    position = models.PositiveSmallIntegerField(_("position"))

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["seat", "deal", "position"], name="unique_mark")]

    def __str__(self) -> str:
        return f"{self.deal}: {self.position}"
