"""Staff actions on players."""

from typing import Any, Final

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _

from accounts import account_deletion, data_export, moderation
from accounts.models import User
from games.staff.actions import StaffAction
from games.staff.forms import PublicReasonForm, RolesForm, UntilForm


def _export(user: User, by: User, data: dict[str, Any]) -> HttpResponse:
    exported = data_export.export_on_request(user, by=by, **data)
    response = JsonResponse(exported, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="player-{user.pk}.json"'
    return response


ACTIONS: Final = (
    StaffAction[User](
        "suspend",
        _("Suspend"),
        "accounts.suspend_user",
        _("Until then the player sees only a page that says that the account is suspended, until when and why."),
        lambda user, by, data: moderation.suspend(user, by=by, **data),
        PublicReasonForm,
        lambda user: user.is_active,
    ),
    StaffAction[User](
        "lift",
        _("Lift the suspension"),
        "accounts.suspend_user",
        _("The player can play again at once."),
        lambda user, by, data: moderation.lift(user, by=by, **data),
        is_possible=lambda user: user.is_suspended,
    ),
    StaffAction[User](
        "mute",
        _("Mute"),
        "accounts.mute_user",
        _("Until then the player can play, but not chat at any table."),
        lambda user, by, data: moderation.mute(user, by=by, **data),
        UntilForm,
        lambda user: user.is_active,
    ),
    StaffAction[User](
        "unmute",
        _("Lift the mute"),
        "accounts.mute_user",
        _("The player can chat again at once."),
        lambda user, by, data: moderation.unmute(user, by=by, **data),
        is_possible=lambda user: user.is_muted,
    ),
    StaffAction[User](
        "take-name",
        _("Take the name away"),
        "accounts.rename_user",
        _("The player has a neutral name at once and chooses another on the next page. Games and scores stay."),
        lambda user, by, data: moderation.take_name(user, by=by, **data),
        is_possible=lambda user: user.is_active,
    ),
    StaffAction[User](
        "sign-out",
        _("Sign out everywhere"),
        "accounts.sign_out_user",
        _("All of the player’s sessions end, in every browser."),
        lambda user, by, data: moderation.sign_out_everywhere(user, by=by, **data),
        is_possible=lambda user: not user.is_guest,
    ),
    StaffAction[User](
        "roles",
        _("Give roles"),
        "accounts.give_roles_user",
        _("The player will have exactly the ticked roles. Without any, the player is not staff."),
        lambda user, by, data: moderation.give_roles(user, by=by, **data),
        RolesForm,
        lambda user: not user.is_guest,
    ),
    StaffAction[User](
        "export",
        _("Export the player’s data"),
        "accounts.export_user",
        _("A file with all data stored about the player. Give it to nobody else."),
        _export,
    ),
    StaffAction[User](
        "delete-account",
        _("Remove the account"),
        "accounts.delete_account_user",
        _("At the player’s request: name, addresses and messages are deleted; scores stay, as a former player’s."),
        lambda user, by, data: account_deletion.delete_account_on_request(user, by=by, **data),
        is_possible=lambda user: user.is_active and not user.is_staff,
    ),
)
