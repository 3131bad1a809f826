"""What players keep at a table beside its game: looks for which the next deal waits, reviews that they look at
together, moments that they have marked, and cards chosen for turns to come. Those are secrets of their seats until they
are played.
"""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.deals import Deal
from games.models.games import Game, Seat


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
