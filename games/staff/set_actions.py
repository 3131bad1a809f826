"""The staff actions on sets of deals, and their forms."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN
from games.competitions.sets import moderation
from games.models import DealSet
from games.staff.action_admin import ReasonForm, StaffAction
from games.staff.actions import VoidForm


class ParticipantForm(ReasonForm):
    """The participant who is to be removed."""

    name = forms.CharField(label=_("Name of a player"), max_length=LONGEST_WRITTEN)
    field_order = ("name", "reason")


SET_ACTIONS: Final = {
    "close": StaffAction[DealSet](
        _("Close now"),
        "games.change_dealset",
        _("Nobody can begin a board any more. Experts finish what was begun, and then the results are stored."),
        moderation.close,
        is_possible=lambda deal_set: deal_set.closed_at is None and not deal_set.void_reason,
    ),
    "void": StaffAction[DealSet](
        _("Void the set"),
        "games.change_dealset",
        _("Nobody can begin a board any more, boards under way end, and there is no ladder."),
        moderation.void,
        VoidForm,
        lambda deal_set: not deal_set.void_reason,
    ),
    "remove": StaffAction[DealSet](
        _("Remove a participant"),
        "games.change_dealset",
        _("All results of this player in this set count no more, and the player can’t begin more of its boards."),
        moderation.remove_participant,
        ParticipantForm,
    ),
}
