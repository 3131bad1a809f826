"""Errors that say why something can't be done in a club. Nothing has changed then."""

from django.utils.translation import gettext_lazy as _

from accounts.base.refusals import Refusal


class NotOpenToAll(Refusal):
    """The club is not public, or staff have hidden it."""

    message = _("You can’t ask to join this club.")


class NotInClub(Refusal):
    """The player does not belong to the club, lacks the role, or is no longer invited."""

    message = _("Only members of this club can do that.")


class RemovedFromClub(Refusal):
    """An officer has removed the player from the club, or refused them."""

    message = _(
        "An officer has removed you from this club, or refused you. You can join again if an officer invites you."
    )


class OnlyOfficersInvite(Refusal):
    """An officer has removed this player from the club, so only officers can invite them."""

    message = _("An officer has removed this player, or refused them: only an officer can invite them.")


class IsFounder(Refusal):
    """Officers cannot demote or remove the founder of the club."""

    message = _("This player has founded the club: only they themselves or the staff can change that.")


class LastOfficer(Refusal):
    """The officer is the only one, and so can't become a member."""

    message = _("A club needs an officer. Make another member one first.")


class ClubFull(Refusal):
    """A trio has three people, or a club as many as it may have, members and invited ones."""

    message = _("There is no place left here.")


class TooManyClubs(Refusal):
    """The player belongs to as many clubs as anybody may."""

    message = _("You are in as many trios and clubs as the site allows. Leave one first.")


class AlreadyInClub(Refusal):
    """The player belongs to the club, or is invited."""

    message = _("This player is a member, or is invited already.")


class NoTrio(Refusal):
    """The game has not ended, was not one of three people, or the user did not play in it."""

    message = _("After a game of three people, each of them can keep the trio.")


class AlreadyAsked(Refusal):
    """The player belongs to the club, is invited or has asked already."""

    message = _("You have asked already. An officer of the club will answer.")


class EveningTaken(Refusal):
    """The club meets at that time already."""

    message = _("The club meets at that time already. Choose another one.")


class NoSuchEvening(Refusal):
    """The club does not meet then, or that evening has begun or was called off."""

    message = _("This evening has begun, is called off or was moved.")


class TooManyEvenings(Refusal):
    """As many evenings are announced as a club may announce at a time."""

    message = _("This club has announced as many evenings as it can. Wait until the next one is over.")
