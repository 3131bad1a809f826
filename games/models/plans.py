"""Cards that players have chosen for turns to come. They are secrets of their seats until they are played."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Seat


class Led(models.TextChoices):
    """What has been led when the hand's turn comes: a suit, or nothing yet."""

    ANYTHING = "", _("anything")
    NOTHING = "lead", _("nothing yet")
    SPADES = "S", _("spades")
    HEARTS = "H", _("hearts")
    DIAMONDS = "D", _("diamonds")
    CLUBS = "C", _("clubs")


class PlannedCard(models.Model):
    """A card, of the player's own hand or of the dummy, that is played when its hand's turn comes, if it is legal then.

    A card for `ANYTHING` is chosen for the next turn only; others wait for a turn at which just that is `led`, and the
    oldest that fits is played. All are for one deal. `seen_since` is `waiting_since` of the turn at which the card was
    last thought of, so that it is thought of once.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="planned", verbose_name=_("seat"))
    deal_number = models.PositiveIntegerField(_("deal"))
    card = models.CharField(_("card"), max_length=2)
    led = models.CharField(_("if led"), max_length=4, choices=Led.choices, blank=True)
    seen_since = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("planned card")
        verbose_name_plural = _("planned cards")
        default_permissions: ClassVar[list[str]] = []
        constraints = [models.UniqueConstraint(fields=["seat", "deal_number", "card", "led"], name="planned_once")]

    def __str__(self) -> str:
        return f"{self.seat}"
