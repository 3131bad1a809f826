"""The rules of a game as columns: what they mean says `games.engine.Rules`."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine import BiddingStyle, PeekRule


class Variant(models.Model):
    """How players look into the dummy, and how they bid."""

    peek = models.CharField(_("peeking"), max_length=8, choices=[(rule, rule.value) for rule in PeekRule])
    bidding = models.CharField(
        _("bidding style"), max_length=8, choices=[(style, style.value) for style in BiddingStyle]
    )

    class Meta:
        abstract = True


class AllRules(Variant):
    """All that can be chosen for a game."""

    target = models.PositiveSmallIntegerField(_("target"))
    bag_limit = models.PositiveSmallIntegerField(_("bag limit"), null=True, blank=True)
    floor = models.IntegerField(_("floor"), null=True, blank=True)

    class Meta:
        abstract = True
