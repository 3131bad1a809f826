"""Players who look at a finished deal, for whom the next one waits."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Hold(models.Model):
    """A player looks at deal `deal_number`, the last one of a live game, and the next deal waits (`games.play.holds`).

    `used` are the seconds of the player's minute that earlier looks at that deal have used. While a look goes on,
    `since` is when it began, and `due_before` when the next deal would begin if nobody looked.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="holds", db_index=False, verbose_name=_("game"))
    player = models.PositiveSmallIntegerField(_("player"))
    deal_number = models.PositiveIntegerField(_("deal"))
    used = models.FloatField(_("seconds used before"), default=0)
    since = models.DateTimeField(_("looks since"), null=True)
    due_before = models.DateTimeField(_("next deal due otherwise"), null=True)

    class Meta:
        verbose_name = _("look at a finished deal")
        verbose_name_plural = _("looks at finished deals")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_hold_a_player")]

    def __str__(self) -> str:
        return f"{self.game}: {self.deal_number}, {self.player}"
