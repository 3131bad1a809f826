"""The collusion watch: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SoftPlay(models.Model):
    """How softly a player defends against one declarer (`games.results.collusion`); `declarer` is null for all bots.

    `total` and `squares` are the sums over `deals` of the softness and of its square. `strongest` has the number of the
    deal and the softness for those that speak for it most. `score` is the standard score in comparison with the
    player's deals against all others, null while there are too few; `flagged` says that chance would hardly give it to
    any pair. `shared_games` of the player's `games` are with the declarer.
    """

    player = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, verbose_name=_("player"))
    declarer = models.ForeignKey(User, models.CASCADE, null=True, related_name="+", verbose_name=_("declarer"))
    deals = models.PositiveIntegerField(_("deals"), default=0)
    total = models.FloatField(default=0.0)
    squares = models.FloatField(default=0.0)
    strongest = models.JSONField(_("deals that speak for it"), default=list)
    score = models.FloatField(_("standard score"), null=True)
    flagged = models.BooleanField(_("conspicuous"), default=False)
    games = models.PositiveIntegerField(_("games"), default=0)
    shared_games = models.PositiveIntegerField(_("games together"), default=0)

    class Meta:
        verbose_name = _("soft play")
        verbose_name_plural = _("collusion watch")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["player", "declarer"], name="unique_soft_play")]

    def __str__(self) -> str:
        return f"{self.player} → {self.declarer or _('bots')}"
