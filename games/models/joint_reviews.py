"""Reviews that the people of a table look at together."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class JointReview(models.Model):
    """The people of a game look at its last finished deal together; it is over when the next one begins.

    The player `leader` has led since `led_since`, and shows the others the position `at` of deal `deal_number`: as the
    player `seen_by` saw it, or with all hands open for None; and the mistakes `of` one player or of all, perhaps only
    the `costly` ones.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="joint_review", verbose_name=_("game"))
    deal_number = models.PositiveIntegerField(_("deal"))
    leader = models.PositiveSmallIntegerField(_("leader"))
    led_since = models.DateTimeField(_("led since"))
    at = models.PositiveSmallIntegerField(_("position"))
    seen_by = models.PositiveSmallIntegerField(_("as seen by"), null=True, blank=True)
    mistakes_of = models.PositiveSmallIntegerField(_("mistakes of"), null=True, blank=True)
    costly = models.BooleanField(_("costly mistakes only"), default=False)

    class Meta:
        verbose_name = _("joint review")
        verbose_name_plural = _("joint reviews")
        default_permissions: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return f"{self.game}: {self.deal_number}"
