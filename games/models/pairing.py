"""Players who want to be paired with two others: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.games import Game
from games.models.rules import Clock


class PairingState(models.TextChoices):
    """What has become of a request. A table is found, and then played; or the player missed it."""

    WAITING = "waiting", _("waiting")
    FOUND = "found", _("table found")
    PLAYED = "played", _("played")
    MISSED = "missed", _("missed")


ACTIVE = (PairingState.WAITING, PairingState.FOUND)
"""A player has one such request at most, so nobody sits at two paired tables."""


class PairingRequest(models.Model):
    """A player's wish to be paired, with the rules that the player wants: "" or None if any will do.

    `since` is the place in the queue, `seen_at` the last sign of a browser. `game` is the table found last, at
    `found_at`: a player who waits again because another one did not come still has it. `meanwhile` is the game with
    bots that ends when a table is found. The row is deleted a day after `ended_at`, and at once for who stops waiting.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="pairing_requests", verbose_name=_("user"))
    bidding = models.CharField(_("bidding style"), max_length=8, blank=True)
    peek = models.CharField(_("peeking"), max_length=8, blank=True)
    target = models.PositiveSmallIntegerField(_("target"), null=True, blank=True)
    clock = models.CharField(_("clock"), max_length=8, choices=Clock.choices, blank=True)
    since = models.DateTimeField(_("since"))
    seen_at = models.DateTimeField(_("last seen"))
    state = models.CharField(
        _("state"), max_length=7, choices=PairingState.choices, default=PairingState.WAITING, db_index=True
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="pairing_requests", verbose_name=_("game"))
    found_at = models.DateTimeField(_("table found"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    meanwhile = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+", verbose_name=_("game meanwhile"))

    class Meta:
        verbose_name = _("search for players")
        verbose_name_plural = _("searches for players")
        default_permissions: ClassVar[list[str]] = []
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state__in=ACTIVE), name="one_search_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.state})"
