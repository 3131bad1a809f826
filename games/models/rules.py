"""The rules of a game as columns (`games.engine.Rules` explains them)."""

from functools import lru_cache

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.engine import BiddingStyle, PeekRule, Rules


class Variant(models.Model):
    """The peek rule and the bidding style, by which results are grouped."""

    peek = models.CharField(_("peeking"), max_length=8, choices=[(rule, rule.value) for rule in PeekRule])
    bidding = models.CharField(
        _("bidding style"), max_length=8, choices=[(style, style.value) for style in BiddingStyle]
    )

    class Meta:
        abstract = True


class AllRules(Variant):
    """All rules of a game."""

    target = models.PositiveSmallIntegerField(_("target"))
    bag_limit = models.PositiveSmallIntegerField(_("bag limit"), null=True, blank=True)
    floor = models.IntegerField(_("floor"), null=True, blank=True)

    class Meta:
        abstract = True


def rules_of(row: AllRules) -> Rules:
    """Return the rules stored in a row: of a game or of a preset."""
    return _rules(row.peek, row.bidding, row.target, row.bag_limit, row.floor)


@lru_cache(maxsize=1024)
def _rules(peek: str, bidding: str, target: int, bag_limit: int | None, floor: int | None) -> Rules:
    return Rules(PeekRule(peek), BiddingStyle(bidding), target, bag_limit, floor)
