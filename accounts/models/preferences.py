"""Display preferences: chosen in the settings and rendered as attributes of every page's root element by base.html."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.base.choices import HandOrder


class Theme(models.TextChoices):
    """Colour scheme."""

    DEVICE = "", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Felt(models.TextChoices):
    """Colour of the felt."""

    GREEN = "", _("Green")
    BLUE = "blue", _("Blue")
    WINE = "wine", _("Wine")
    SLATE = "slate", _("Slate")


class Back(models.TextChoices):
    """Backs of the cards."""

    LATTICE = "", _("Lattice")
    DOTS = "dots", _("Dots")
    WAVES = "waves", _("Waves")


class Deck(models.TextChoices):
    """Faces of the cards."""

    PICTURES = "", _("Pips and figures")
    CLEAR = "clear", _("Large print")


class CardSize(models.TextChoices):
    """Size of the cards. On a phone all cards have one size; "large" only enlarges the ranks and suits."""

    SMALL = "small", _("Small")
    NORMAL = "", _("Normal")
    LARGE = "large", _("Large")


AUTOPLAY: Final = ("autoplays_last", "autoplays_forced")
"""The fields that say which cards are played for the player."""


class Preferences(models.Model):
    """Fields of the user model, guests included. Empty or False is the default."""

    theme = models.CharField(_("colours"), max_length=5, choices=Theme, blank=True, default=Theme.DEVICE)
    felt = models.CharField(_("felt"), max_length=5, choices=Felt, blank=True, default=Felt.GREEN)
    back = models.CharField(_("backs of the cards"), max_length=5, choices=Back, blank=True, default=Back.LATTICE)
    deck = models.CharField(_("deck"), max_length=5, choices=Deck, blank=True, default=Deck.PICTURES)
    card_size = models.CharField(_("card size"), max_length=5, choices=CardSize, blank=True, default=CardSize.NORMAL)
    hand_order = models.CharField(
        _("order of my cards"), max_length=6, choices=HandOrder.choices(), blank=True, default=HandOrder.ALTERNATING
    )
    four_colours = models.BooleanField(
        _("four colours"), default=False, help_text=_("Clubs green and diamonds blue, so that no two suits look alike.")
    )
    confirms_card = models.BooleanField(
        _("ask before a card is played"), default=False, help_text=_("The first tap picks a card, the second plays it.")
    )
    no_card_ahead = models.BooleanField(
        _("no card before my turn"),
        default=False,
        db_default=False,
        help_text=_(
            "Before your turn, a tap on a card does nothing. Otherwise it is played in your turn, if it may be."
        ),
    )
    autoplays_last = models.BooleanField(
        _("play the last card by itself"), default=False, help_text=_("In the thirteenth trick there is no choice.")
    )
    autoplays_forced = models.BooleanField(
        _("play a forced card by itself"),
        default=False,
        help_text=_(
            "The site plays your card when you have no choice. In games by turns it does so even while you are away, up"
            " to half an hour after your turn begins. How soon it comes may tell the others that you had no choice."
        ),
    )
    no_animation = models.BooleanField(_("no animation"), default=False, help_text=_("Cards appear where they belong."))
    sounds = models.BooleanField(
        _("sounds"),
        default=True,
        help_text=_("A tap for each card, and notes on your turn, for a trick of your side and at a deal’s end."),
    )
    text_table = models.BooleanField(
        _("table as text"), default=False, help_text=_("The table as headings and lists, with every card in words.")
    )

    class Meta:
        abstract = True
