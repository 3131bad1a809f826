"""Errors that say why a board of a set of deals can't be begun. Nothing has changed then."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.base.refusals import Refusal


class NotOpen(Refusal):
    """The set has not opened, has closed, or is void."""

    message = _("This set is not open now, so its deals can’t be begun.")


class NotClosed(Refusal):
    """The set has not closed, so its boards can't be practised."""

    message = _("A deal can be played for practice once its set has closed.")


class CardsSeen(Refusal):
    """The player has seen the cards of this board as a member of the staff."""

    message = _("You have seen the cards of this deal as staff, so you can’t play it.")
    status = HTTPStatus.FORBIDDEN


class TakenOut(Refusal):
    """The staff has removed the player from this set."""

    message = _("The staff has taken you out of this set, so you can’t begin more of its deals.")
    status = HTTPStatus.FORBIDDEN
