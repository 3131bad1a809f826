"""The staff actions on players, games and reports, and their forms."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib.auth.models import Group
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.models import User
from accounts.moderation import services as moderation
from accounts.personal_data import deletion, export
from accounts.site_config.models import LONGEST_REASON
from games.competitions.sets import moderation as sets
from games.components.cards import face_of
from games.engine import DUMMY, PLAYERS, sort_cards
from games.models import Game, Report
from games.people import reports
from games.play import game_moderation
from games.staff.markup import role_name
from games.values import ENDED, RUNNING, Stage
from games.web.fields import MomentField
from games.web.row_actions import Action, ReasonForm

PERIODS: Final = (
    (1, _("an hour")),
    (24, _("a day")),
    (7 * 24, _("a week")),
    (30 * 24, _("30 days")),
    (365 * 24, _("a year")),
)
"""Usual periods, in hours."""


def period_field(label: StrOrPromise, none: StrOrPromise) -> forms.TypedChoiceField:
    """Return a choice of usual periods. The empty choice has the label `none`."""
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=lambda hours: timedelta(hours=int(hours)),
        empty_value=None,
        choices=[("", none), *PERIODS],
    )


class UntilForm(ReasonForm):
    """End of a restriction: a usual period from now, or a date."""

    period = period_field(_("For"), _("until the date below"))
    until = MomentField(label=_("Until"), required=False)
    field_order = ("period", "until", "reason")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        period, until = data.get("period"), data.get("until")
        if (period is None) == (until is None) and not self.errors:
            raise forms.ValidationError(_("Choose a period or a date, not both."))
        return {"reason": data.get("reason"), "until": timezone.now() + period if period else until}


class PublicReasonForm(UntilForm):
    """Like `UntilForm`, but the player is shown the reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Shown to the player word for word.")
    )


class VoidForm(ReasonForm):
    """What everybody reads about a void game, and the reason for other staff."""

    public_reason = forms.CharField(
        label=_("Reason for the players"),
        max_length=LONGEST_REASON,
        help_text=_("Shown to everybody with the game, word for word."),
    )
    field_order = ("public_reason", "reason")


class RoleField(forms.ModelMultipleChoiceField[Group]):
    """Choice of roles, named in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        return role_name(obj.name)


class RolesForm(ReasonForm):
    """The roles an account is to have."""

    roles = RoleField(
        label=_("Roles"), queryset=Group.objects.order_by("name"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("roles", "reason")


def _export(user: User, by: User, reason: str) -> HttpResponse:
    exported = export.export_on_request(user, by=by, reason=reason)
    response = JsonResponse(exported, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="player-{user.pk}.json"'
    return response


PLAYER_ACTIONS: Final = {
    "suspend": Action[User](
        _("Suspend"),
        _("Until then the player sees only a page that says that the account is suspended, until when and why."),
        moderation.suspend,
        PublicReasonForm,
        lambda user: user.is_active,
        permission="accounts.suspend_user",
    ),
    "lift": Action[User](
        _("Lift the suspension"),
        _("The player can play again at once."),
        moderation.lift,
        is_possible=lambda user: user.is_suspended,
        permission="accounts.suspend_user",
    ),
    "mute": Action[User](
        _("Mute"),
        _("Until then the player can play, but not chat at any table."),
        moderation.mute,
        UntilForm,
        lambda user: user.is_active,
        permission="accounts.mute_user",
    ),
    "unmute": Action[User](
        _("Lift the mute"),
        _("The player can chat again at once."),
        moderation.unmute,
        is_possible=lambda user: user.is_muted,
        permission="accounts.mute_user",
    ),
    "take-name": Action[User](
        _("Take the name away"),
        _("The player has a neutral name at once and chooses another on the next page. Games and scores stay."),
        moderation.take_name,
        is_possible=lambda user: user.is_active,
        permission="accounts.rename_user",
    ),
    "sign-out": Action[User](
        _("Sign out everywhere"),
        _("All of the player’s sessions end, in every browser."),
        moderation.sign_out_everywhere,
        is_possible=lambda user: not user.is_guest,
        permission="accounts.sign_out_user",
    ),
    "roles": Action[User](
        _("Give roles"),
        _("The player will have exactly the ticked roles. Without any, the player is not staff."),
        moderation.give_roles,
        RolesForm,
        lambda user: not user.is_guest,
        permission="accounts.give_roles_user",
    ),
    "export": Action[User](
        _("Export the player’s data"),
        _("A file with all data stored about the player. Don’t give it to anybody else."),
        _export,
        permission="accounts.export_user",
    ),
    "delete-account": Action[User](
        _("Remove the account"),
        _("At the player’s request: name, addresses and messages are deleted; scores stay, as a former player’s."),
        deletion.delete_account_on_request,
        is_possible=lambda user: user.is_active and not user.is_staff,
        permission="accounts.delete_account_user",
    ),
}


class BotSeatForm(ReasonForm):
    """The player whom a bot is to replace."""

    player = forms.TypedChoiceField(
        label=_("Seat"), coerce=int, choices=lambda: [(player, gettext("seat %d") % (player + 1)) for player in PLAYERS]
    )
    field_order = ("player", "reason")


def _show_cards(game: Game, by: User, reason: str) -> dict[str, Any]:
    state = game_moderation.show_cards(code=game.code, by=by, reason=reason)
    names = [*(seat.player_name for seat in game.seats.all()), _("the dummy")]
    hands = [(names[hand], [face_of(card) for card in sort_cards(state.hands[hand])]) for hand in (*PLAYERS, DUMMY)]
    return {"hands": hands}


GAME_ACTIONS: Final = {
    "nudge": Action[Game](
        _("Nudge"),
        _("The site works out again whose turn it is and what is due. No move is made or lost."),
        lambda game, **data: game_moderation.nudge(code=game.code, **data),
        is_possible=lambda game: game.stage in RUNNING,
        permission="games.nudge_game",
    ),
    "seat-bot": Action[Game](
        _("Replace a player with a bot"),
        _("A bot plays for somebody who is not at the table; the player can take the seat back."),
        lambda game, **data: game_moderation.seat_bot(code=game.code, **data),
        BotSeatForm,
        lambda game: game.stage in RUNNING,
        permission="games.seat_bot_game",
    ),
    "close-to-spectators": Action[Game](
        _("Close to spectators"),
        _("Only the players see this table from now on."),
        lambda game, **data: game_moderation.close_to_spectators(code=game.code, **data),
        is_possible=lambda game: game.spectators,
        permission="games.close_to_spectators_game",
    ),
    "end": Action[Game](
        _("End the game"),
        _("It ends without a winner. Deals that were scored stay in the statistics; no rating changes."),
        lambda game, **data: game_moderation.end(code=game.code, **data),
        is_possible=lambda game: game.stage not in ENDED,
        permission="games.end_game",
    ),
    "void": Action[Game](
        _("Void the game"),
        _("It ends if it is still running. Statistics and ratings become what they would be without it."),
        lambda game, **data: sets.void_game(code=game.code, **data),
        VoidForm,
        is_possible=lambda game: not hasattr(game, "void"),
        permission="games.void_game",
    ),
    "show-cards": Action[Game](
        _("Show the hidden cards"),
        _("You see all hands of the running deal. This is logged, and you can no longer watch or chat at this table."),
        _show_cards,
        is_possible=lambda game: game.stage == Stage.DEAL,
        result="admin/cards.html",
        permission="games.show_cards_game",
    ),
}


class ResolveReportForm(forms.Form):
    """Resolution of a report, optionally muting the player."""

    answer = forms.CharField(
        label=_("Answer"), max_length=LONGEST_REASON, help_text=_("Shown to the reporter word for word.")
    )
    note = forms.CharField(
        label=_("Note"), max_length=LONGEST_REASON, help_text=_("For other staff; kept in the audit log.")
    )
    mute = period_field(_("Mute the player for"), _("no time"))


@transaction.atomic
def _resolve(report: Report, by: User, answer: str, note: str, mute: timedelta | None) -> None:
    """Resolve the report and mute the player if requested. Locks the player first, in the order of account deletion."""
    if mute and report.subject is not None:
        moderation.mute(report.subject, by=by, until=timezone.now() + mute, reason=note)
    reports.resolve(report, by=by, note=note, answer=answer)


REPORT_ACTIONS: Final = {
    "resolve": Action[Report](
        _("Resolve"),
        _("The report leaves the queue, and the reporter reads the answer under Play."),
        _resolve,
        ResolveReportForm,
        lambda report: not report.resolved,
        permission="games.resolve_report",
    )
}
