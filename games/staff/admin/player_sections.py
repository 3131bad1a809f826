"""Sections of a player's admin page. The number of queries does not grow with the player's history."""

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
from games.staff.audit_actions import audit_table
from games.staff.roles import role_name

LATEST: Final = 20


def kind(user: User) -> str:
    """Return the kind of account: guest, registered or staff."""
    if user.is_staff:
        return _("staff")
    return _("guest") if user.is_guest else _("registered")


def status(user: User) -> str:
    """Return all restrictions of the account, or "active"."""
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
    """Return the player's roles."""
    return (
        ", ".join(role_name(name) for name in user.groups.order_by("name").values_list("name", flat=True))
        or markup.EMPTY
    )


def sessions(user: User) -> SafeString | str:
    """Return a table of the player's latest sessions."""
    rows = UserSession.objects.filter(user=user).order_by("-last_seen_at")[:LATEST]
    head = (_("address"), _("browser"), _("since"))
    return markup.table(head, ((row.ip, row.user_agent, markup.moment(row.created_at)) for row in rows))


def games(user: User) -> SafeString | str:
    """Return a table of the latest games, with links to all games and to the public page."""
    seats = Seat.objects.filter(user=user).select_related("game__void").order_by("-pk")[:LATEST]
    rows = [(markup.row_link(seat.game), state(seat.game), markup.moment(seat.game.created_at)) for seat in seats]
    all_games = f"{reverse('admin:games_game_changelist')}?q={user.username}"
    public = reverse("games:player", args=[user.username])
    links = [markup.link(all_games, _("All games")), markup.link(public, _("Public page"))]
    return markup.table((_("game"), _("stage"), _("begun")), rows) + markup.bullet_list(links)


def ratings(user: User) -> SafeString | str:
    """Return a table of the player's all-time ratings, as shown on the public page."""
    rows = Rating.objects.filter(user=user, ladder__month="").select_related("ladder").order_by("ladder")
    head = (_("ladder"), _("rating"), _("games"))
    return markup.table(head, ((_ladder(row), _skill(row), row.games) for row in rows))


def reports(user: User) -> SafeString | str:
    """Return links to the latest reports of the player's messages."""
    found = Report.objects.filter(message__author=user).order_by("-reported_at")[:LATEST]
    return markup.bullet_list(markup.link(_url(report), _summary(report)) for report in found)


def audit_entries(user: User) -> SafeString | str:
    """Return a table of the staff actions on this account."""
    return audit_table(user)


def _ladder(rating: Rating) -> str:
    company, bidding = rating.ladder.get_company_display(), rating.ladder.bidding
    style = next((str(name) for value, name, _line in STYLES if value == bidding), "")
    return f"{company} · {style}" if style else company


def _skill(rating: Rating) -> str:
    skill = Skill(rating.mu, rating.sigma)
    return f"{skill.points} ± {skill.give_or_take}"


def _url(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def _summary(report: Report) -> str:
    message = report.context[-1]
    return f"{markup.moment(report.reported_at)}: {words_of(message['text'], message['phrase'])}"
