"""Reports of players to the staff: made by other players, resolved by staff, answered to who made them."""

from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.base.statements import Statement
from accounts.models import User
from accounts.notifications.services import notify_on_commit
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction
from games.models import Game, Report, ReportReason
from games.people.services import lock_other
from games.play import queries as table_queries
from games.play.errors import UnknownPlayer
from games.play.spectators import check_may_watch


def reportable_at(game: Game, reporter: User) -> dict[str, str]:
    """Return the names at a table of the other people with a seat there, by account. Raises NotForSpectators."""
    check_may_watch(game, game.stage, table_queries.player_of(game, reporter), finished_deals=True)
    return {seat.account: seat.player_name for seat in game.seats.all() if seat.user_id not in (None, reporter.pk)}


@transaction.atomic
def report_player(*, reporter: User, name: str, reason: ReportReason, text: str, game: Game | None = None) -> None:
    """Report a player's conduct, at a table or anywhere. While a report is open, the same one again replaces its text.

    Raises UnknownPlayer (also for the reporter, and for who has no seat at the table), NotForSpectators or
    AccountDeleted.
    """
    if game is not None and name not in reportable_at(game, reporter):
        raise UnknownPlayer
    subject = lock_other(reporter, name)
    about = {"reporter": reporter, "subject": subject, "game": game, "reason": reason, "resolved": False}
    if not Report.objects.filter(**about).update(text=text):  # two, if a guest has made the same one and was merged
        Report.objects.create(**about, text=text)


@transaction.atomic
def resolve(report: Report, *, by: User, note: str, answer: str) -> None:
    """Mark a report as resolved, with a note for staff and an answer to the reporter.

    Raises ActionDenied if it is resolved already.
    """
    resolved = {"resolved": True, "resolved_at": timezone.now(), "resolved_by": by, "note": note, "answer": answer}
    if not Report.objects.filter(pk=report.pk, resolved=False).update(**resolved):
        raise ActionDenied(_("This report is resolved already."))
    audit.record(by=by, action=AuditAction.RESOLVE, target=report, reason=note)
    name = report.subject.get_username() if report.subject else report.club.name if report.club else ""
    if answer and report.reporter_id is not None and name:
        path = reverse("games:home")
        notify_on_commit(report.reporter_id, "report", about=str(report.pk), path=path, subject=name)


def answers_for(user: User | AnonymousUser) -> list[Report]:
    """Return the reports of this user that have an answer which the user has not seen yet."""
    return [] if isinstance(user, AnonymousUser) else _ANSWERS.all(user.pk)


_ANSWERS: Final = Statement(
    lambda user: (
        Report.objects.filter(reporter=user, resolved=True, answer_seen=False)
        .exclude(answer="")
        .select_related("subject", "club")
        .order_by("resolved_at")
    )
)


def mark_as_seen(user: User, number: int) -> None:
    """Do not show this answer to the user again."""
    Report.objects.filter(reporter=user, resolved=True, pk=number).exclude(answer="").update(answer_seen=True)
