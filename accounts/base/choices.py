"""Values that rows store, with their labels in forms: as Django's `TextChoices`, but they import no database.

This module has the choices of an account that markup at tables depends on.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Self

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Choice(StrEnum):
    """A value that a row stores. Its `label` is in the reader's language."""

    label: "StrOrPromise"

    def __new__(cls, value: str, label: "StrOrPromise" = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def choices(cls) -> "list[tuple[str, StrOrPromise]]":
        """Return the values with their labels, for a field."""
        return [(member.value, member.label) for member in cls]


class HandOrder(Choice):
    """Order of the player's own hand. The dummy's suits follow it, but its spades always lie on the left (docs/rules.md
    section 6)."""

    ALTERNATING = "", _("Spades left, colours alternate")
    BY_SUIT = "suits", _("Spades, hearts, diamonds, clubs")
    RISING = "rising", _("Low to high, spades right")


class Visibility(Choice):
    """Who may see a player's history, statistics and ratings."""

    PUBLIC = "public", _("everybody")
    PLAYERS = "players", _("signed-in players")
    PRIVATE = "private", _("only me")
