"""What staff do to players."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _

from accounts import account_deletion, data_export, moderation
from accounts.models import User
from games.staff.actions import Act
from games.staff.forms import RolesForm, ShownReasonForm, UntilForm


def _export(user: User, by: User, chosen: dict[str, Any]) -> HttpResponse:
    data = data_export.all_about_on_request(user, by=by, **chosen)
    response = JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="player-{user.pk}.json"'
    return response


ACTS: Final = (
    Act[User](
        "suspend",
        _("Suspend"),
        "accounts.suspend_user",
        _("The player sees one page only until then: that the account is suspended, until when and why."),
        lambda user, by, chosen: moderation.suspend(user, by=by, **chosen),
        ShownReasonForm,
        lambda user: user.is_active,
    ),
    Act[User](
        "lift",
        _("Lift the suspension"),
        "accounts.suspend_user",
        _("The player can play again at once."),
        lambda user, by, chosen: moderation.lift(user, by=by, **chosen),
        is_possible=lambda user: user.is_suspended,
    ),
    Act[User](
        "mute",
        _("Mute"),
        "accounts.mute_user",
        _("The player can play, and say nothing at any table until then."),
        lambda user, by, chosen: moderation.mute(user, by=by, **chosen),
        UntilForm,
        lambda user: user.is_active,
    ),
    Act[User](
        "unmute",
        _("Lift the mute"),
        "accounts.mute_user",
        _("The player can talk again at once."),
        lambda user, by, chosen: moderation.unmute(user, by=by, **chosen),
        is_possible=lambda user: user.is_muted,
    ),
    Act[User](
        "take-name",
        _("Take the name away"),
        "accounts.rename_user",
        _("The player has a neutral name at once and chooses another on the next page. Games and scores stay."),
        lambda user, by, chosen: moderation.take_name(user, by=by, **chosen),
        is_possible=lambda user: user.is_active,
    ),
    Act[User](
        "sign-out",
        _("Sign out everywhere"),
        "accounts.sign_out_user",
        _("All of the player’s sessions end, in every browser."),
        lambda user, by, chosen: moderation.sign_out_everywhere(user, by=by, **chosen),
        is_possible=lambda user: not user.is_guest,
    ),
    Act[User](
        "roles",
        _("Give roles"),
        "accounts.give_roles_user",
        _("Exactly the roles that are ticked; without any the player does not belong to the staff."),
        lambda user, by, chosen: moderation.give_roles(user, by=by, **chosen),
        RolesForm,
        lambda user: not user.is_guest,
    ),
    Act[User](
        "export",
        _("Export the player’s data"),
        "accounts.export_user",
        _("A file with all that is kept about the player, to hand over to nobody else."),
        _export,
    ),
    Act[User](
        "forget",
        _("Remove the account"),
        "accounts.forget_user",
        _("On the player’s request, for good: name, addresses and messages go, scores stay as a former player’s."),
        lambda user, by, chosen: account_deletion.forget_on_request(user, by=by, **chosen),
        is_possible=lambda user: user.is_active and not user.is_staff,
    ),
)
