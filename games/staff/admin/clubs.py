"""Admin of clubs and standing trios: their names, texts and people, and what staff do about them."""

from typing import Final

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN
from accounts.site_config.models import LONGEST_REASON
from games.clubs import moderation, queries
from games.models import Club, Report
from games.staff import markup
from games.staff.action_admin import LATEST, ActionAdmin
from games.web.row_actions import Action, ReasonForm


class HideForm(ReasonForm):
    """What members read, and the reason for other staff."""

    public_reason = forms.CharField(
        label=_("Reason for the members"),
        max_length=LONGEST_REASON,
        help_text=_("Shown on the page of the club, word for word."),
    )
    field_order = ("public_reason", "reason")


class MemberForm(ReasonForm):
    """Somebody who belongs to the club."""

    player = forms.CharField(label=_("Player"), max_length=LONGEST_WRITTEN, help_text=_("The name as it is listed."))
    field_order = ("player", "reason")


def _is_club(club: Club) -> bool:
    """Return whether members and officers differ: in a trio all are officers."""
    return not club.is_trio


CLUB_ACTIONS: Final = {
    "take-name": Action[Club](
        _("Take the name away"),
        _("The club has a neutral name and no text, until its officers choose others."),
        moderation.take_name,
        permission="games.change_club",
    ),
    "hide": Action[Club](
        _("Hide"),
        _("Only members see the club, and nobody joins by its link."),
        moderation.hide,
        HideForm,
        lambda club: not club.hidden_reason,
        permission="games.change_club",
    ),
    "show": Action[Club](
        _("Show again"),
        _("A public club is listed again, and the link works again."),
        moderation.show,
        is_possible=lambda club: bool(club.hidden_reason),
        permission="games.change_club",
    ),
    "make-officer": Action[Club](
        _("Make an officer"),
        _("A member becomes an officer, and is notified."),
        moderation.make_officer,
        MemberForm,
        _is_club,
        permission="games.change_club",
    ),
    "unmake-officer": Action[Club](
        _("Take an office away"),
        _("An officer becomes a member, even the founder, who is then no longer protected."),
        moderation.unmake_officer,
        MemberForm,
        _is_club,
        permission="games.change_club",
    ),
    "remove-member": Action[Club](
        _("Remove a member"),
        _("The player leaves the club and comes back only if an officer invites them."),
        moderation.remove_member,
        MemberForm,
        permission="games.change_club",
    ),
}


@admin.register(Club)
class ClubAdmin(ActionAdmin[Club]):
    """Clubs, found by name and code. The link by which one joins is not shown."""

    staff_actions = CLUB_ACTIONS
    allowed_lookups = ("kind", "public")
    list_display = ("__str__", "kind", "public", "hidden_reason", "created_at")
    list_filter = ("kind", "public")
    search_fields = ("name", "=code")
    ordering = ("-pk",)
    fieldsets = (
        (None, {"fields": ("name", "code", "kind", "text", "public", "hidden_reason", "founder", "created_at")}),
        (_("Members"), {"fields": ("people",)}),
        (_("Conduct"), {"fields": ("reports", "audit_entries")}),
    )

    @admin.display(description=_("members"))
    def people(self, club: Club) -> str:
        rows = (
            (markup.row_link(member.user), member.get_role_display(), markup.moment(member.since))
            for member in queries.members_of(club)
        )
        return markup.table((_("player"), _("role"), _("since")), rows)

    @admin.display(description=_("reports"))
    def reports(self, club: Club) -> str:
        return markup.bullet_list(map(markup.row_link, Report.objects.filter(club=club).order_by("-pk")[:LATEST]))
