"""Errors that say why something can't be done in a tournament. Nothing has changed then."""

from django.utils.translation import gettext_lazy as _

from accounts.base.refusals import Refusal


class EntriesClosed(Refusal):
    """The tournament has begun, or was called off."""

    message = _("This tournament takes no more entries, and nobody can withdraw from it now.")


class NotPlaying(Refusal):
    """The player does not take part in the tournament now, or has left it."""

    message = _("You do not play in this tournament.")


class TooManyGuestsHere(Refusal):
    """Guests from one address have as many places as they may."""

    message = _("Guests from your network have as many places here as they can. Registered players can still enter.")


class CheckInClosed(Refusal):
    """Check-in has not opened, or the player has not entered."""

    message = _("You can check in during the half hour before the tournament begins, once you have entered it.")


class ForMembersOnly(Refusal):
    """The tournament is one of a club, and the player does not belong to it."""

    message = _("This tournament is for the members of its club.")
