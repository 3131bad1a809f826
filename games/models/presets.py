"""Presets of rules that the staff edits: fields and constraints, no logic."""

from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models import StaffEditable
from games.bots import Level
from games.models.games import Clock
from games.models.rules import AllRules


class RulesPreset(AllRules, StaffEditable):
    """A named set of rules and options, offered when a table is opened.

    The preset with the lowest `position` is the default.
    """

    cache_name = "presets"

    position = models.PositiveSmallIntegerField(_("position"), help_text=_("The first one is the usual game."))
    code = models.SlugField(_("code"), max_length=16, unique=True, help_text=_("What a form sends."))
    name_en = models.CharField(_("name in English"), max_length=30)
    name_es = models.CharField(_("name in Spanish"), max_length=30)
    line_en = models.CharField(_("line in English"), max_length=80)
    line_es = models.CharField(_("line in Spanish"), max_length=80)
    clock = models.CharField(_("clock"), max_length=8, choices=Clock.choices, default=Clock.NONE)
    patience = models.PositiveSmallIntegerField(
        _("patience in seconds"), default=120, validators=[MaxValueValidator(3600)]
    )
    bot_level = models.CharField(
        _("bots’ level"), max_length=8, choices=[(level, level.value) for level in Level], default=Level.EXPERT
    )

    class Meta:
        verbose_name = _("ready set of rules")
        verbose_name_plural = _("ready sets of rules")
        ordering: ClassVar = ["position", "pk"]

    def __str__(self) -> str:
        return self.name_en
