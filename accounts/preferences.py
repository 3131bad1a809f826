"""How a player likes the table: chosen under /you/, written on every page's root element by base.html."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    """Light or dark."""

    DEVICE = "", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class CardSize(models.TextChoices):
    """How large the cards are. A phone has one size for all, and larger figures on the large ones."""

    SMALL = "small", _("Small")
    NORMAL = "", _("Normal")
    LARGE = "large", _("Large")


class HandOrder(models.TextChoices):
    """How the own hand is sorted. The dummy lies the same for everybody."""

    ALTERNATING = "", _("Spades left, colours alternate")
    BY_SUIT = "suits", _("Spades, hearts, diamonds, clubs")
    RISING = "rising", _("Low to high, spades right")


class Taste(models.Model):
    """What is a matter of taste; an account has it, a guest's too. Everything off or empty is the usual way."""

    theme = models.CharField(_("colours"), max_length=5, choices=Theme, blank=True, default=Theme.DEVICE)
    card_size = models.CharField(_("card size"), max_length=5, choices=CardSize, blank=True, default=CardSize.NORMAL)
    hand_order = models.CharField(
        _("order of my cards"), max_length=6, choices=HandOrder, blank=True, default=HandOrder.ALTERNATING
    )
    four_colours = models.BooleanField(
        _("four colours"), default=False, help_text=_("Clubs green and diamonds blue, so that no two suits look alike.")
    )
    asks_twice = models.BooleanField(
        _("ask before a card is played"), default=False, help_text=_("The first tap picks a card, the second plays it.")
    )
    plays_last = models.BooleanField(
        _("play the last card by itself"), default=False, help_text=_("In the thirteenth trick there is no choice.")
    )
    plays_forced = models.BooleanField(
        _("play a forced card by itself"), default=False, help_text=_("When only one card may be played, it is.")
    )
    is_still = models.BooleanField(_("no animation"), default=False, help_text=_("Cards appear where they belong."))
    has_sound = models.BooleanField(
        _("sounds"), default=False, help_text=_("A soft tap for each card and two notes on your turn.")
    )
    as_text = models.BooleanField(
        _("table as text"), default=False, help_text=_("The table as headings and lists, with every card in words.")
    )

    class Meta:
        abstract = True
