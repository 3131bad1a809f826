"""The rules of a game as columns (`games.engine.Rules` explains them), and the presets that the staff edits."""

from collections.abc import Iterable
from functools import lru_cache

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.base.staff_texts import in_readers_language
from accounts.site_config.models import StaffEditable
from games.bots import Level
from games.engine import BiddingStyle, PeekRule, Rules
from games.values import Clock


def choices_of(values: Iterable[str]) -> list[tuple[str, str]]:
    """Return values as the choices of a field; they are their own labels."""
    return [(str(value), str(value)) for value in values]


# Fields get these functions, not their values, so that a new rule or level needs no migration.
def peek_choices() -> list[tuple[str, str]]:
    """Return the choices of peek rules."""
    return choices_of(PeekRule)


def bidding_choices() -> list[tuple[str, str]]:
    """Return the choices of bidding styles."""
    return choices_of(BiddingStyle)


def level_choices() -> list[tuple[str, str]]:
    """Return the choices of bots' levels."""
    return choices_of(Level)


class Variant(models.Model):
    """The peek rule and the bidding style, by which results are grouped."""

    peek = models.CharField(_("peeking"), max_length=8, choices=peek_choices)
    bidding = models.CharField(_("bidding style"), max_length=8, choices=bidding_choices)

    class Meta:
        abstract = True


class AllRules(Variant):
    """All rules of a game."""

    target = models.PositiveSmallIntegerField(_("target"))
    bag_limit = models.PositiveSmallIntegerField(_("bag limit"), null=True, blank=True)
    floor = models.IntegerField(_("floor"), null=True, blank=True)

    class Meta:
        abstract = True


class RulesPreset(AllRules, StaffEditable):
    """A named set of rules and options, offered when a table is opened; the default has the lowest `position`."""

    cache_name = "presets"

    position = models.PositiveSmallIntegerField(_("position"), help_text=_("The first one is the usual game."))
    code = models.SlugField(_("code"), max_length=16, unique=True, help_text=_("What a form sends."))
    name_en = models.CharField(_("name in English"), max_length=30)
    name_es = models.CharField(_("name in Spanish"), max_length=30)
    line_en = models.CharField(_("line in English"), max_length=80)
    line_es = models.CharField(_("line in Spanish"), max_length=80)
    clock = models.CharField(_("clock"), max_length=8, choices=Clock.choices(), default=Clock.NONE)
    patience = models.PositiveSmallIntegerField(
        _("patience in seconds"), default=120, validators=[MaxValueValidator(3600)]
    )
    bot_level = models.CharField(_("bots’ level"), max_length=8, choices=level_choices, default=Level.EXPERT)

    class Meta:
        verbose_name = _("ready set of rules")
        verbose_name_plural = _("ready sets of rules")
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.words[0]

    @property
    def words(self) -> tuple[str, str]:
        """The name and the line in the active language."""
        return in_readers_language(self, "name"), in_readers_language(self, "line")


_rules = lru_cache(maxsize=1024)(Rules)


def rules_of(row: AllRules) -> Rules:
    """Return the rules stored in a row: of a game or of a preset."""
    return _rules(PeekRule(row.peek), BiddingStyle(row.bidding), row.target, row.bag_limit, row.floor)
