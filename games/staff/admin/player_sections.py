"""What a player's page tells, each part in few queries however much the player has played."""

from __future__ import annotations

from typing import Final

from allauth.usersessions.models import UserSession
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.history.ratings import Skill
from games.models import Rating, Report, Seat
from games.presenters.chat import words_of
from games.presenters.options import STYLES
from games.staff import markup
from games.staff.admin.game_sections import state
from games.staff.audit_actions import deeds_to
from games.staff.roles import role_name

LATEST: Final = 20


def kind(user: User) -> str:
    """Guest, registered, staff."""
    if user.is_staff:
        return _("staff")
    return _("guest") if user.is_guest else _("registered")


def standing(user: User) -> str:
    """All that is not as usual, or that all is."""
    found = []
    if not user.is_active:
        found.append(_("closed"))
    if user.is_suspended:
        found.append(_("suspended until %(moment)s") % {"moment": markup.moment(user.suspended_until)})
    if user.is_muted:
        found.append(_("muted until %(moment)s") % {"moment": markup.moment(user.muted_until)})
    if user.must_rename:
        found.append(_("has to choose a name"))
    return ", ".join(found) or _("active")


def roles(user: User) -> str:
    """The roles the player has."""
    return (
        ", ".join(role_name(name) for name in user.groups.order_by("name").values_list("name", flat=True))
        or markup.NOTHING
    )


def sessions(user: User) -> SafeString | str:
    """Where the player is signed in."""
    rows = UserSession.objects.filter(user=user).order_by("-last_seen_at")[:LATEST]
    head = (_("address"), _("browser"), _("since"))
    return markup.table(head, ((row.ip, row.user_agent, markup.moment(row.created_at)) for row in rows))


def games(user: User) -> SafeString | str:
    """The latest games, and the way to all of them."""
    seats = Seat.objects.filter(user=user).select_related("game__void").order_by("-pk")[:LATEST]
    rows = [(markup.row_link(seat.game), state(seat.game), markup.moment(seat.game.created_at)) for seat in seats]
    everything = f"{reverse('admin:games_game_changelist')}?q={user.username}"
    public = reverse("games:player", args=[user.username])
    ways = [markup.link(everything, _("All games")), markup.link(public, _("Page for everybody"))]
    return markup.table((_("game"), _("stage"), _("begun")), rows) + markup.lines(ways)


def ratings(user: User) -> SafeString | str:
    """Where the player stands on the ladders of all time, in the figures the player's own page has."""
    rows = Rating.objects.filter(user=user, ladder__month="").select_related("ladder").order_by("ladder")
    head = (_("ladder"), _("rating"), _("games"))
    return markup.table(head, ((_ladder(row), _skill(row), row.games) for row in rows))


def reports(user: User) -> SafeString | str:
    """What others reported, the latest first."""
    found = Report.objects.filter(message__author=user).order_by("-reported_at")[:LATEST]
    return markup.lines(markup.link(_address(report), _words(report)) for report in found)


def deeds(user: User) -> SafeString | str:
    """What the staff did to this account."""
    return deeds_to(user)


def _ladder(rating: Rating) -> str:
    company, style = rating.ladder.get_company_display(), rating.ladder.bidding
    named = next((str(name) for value, name, _line in STYLES if value == style), "")
    return f"{company} · {named}" if named else company


def _skill(rating: Rating) -> str:
    skill = Skill(rating.mu, rating.sigma)
    return f"{skill.points} ± {skill.give_or_take}"


def _address(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def _words(report: Report) -> str:
    said = report.context[-1]
    return f"{markup.moment(report.reported_at)}: {words_of(said['text'], said['phrase'])}"
