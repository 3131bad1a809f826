"""Reports of a club's name and text, and what staff do about them. Every staff action is recorded in the audit log."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import lock_account
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction
from games.clubs import locks, membership, roles
from games.clubs.errors import LastOfficer, NotInClub
from games.models import BELONGING, Club, ClubMember, ClubRole, Report, ReportReason


@transaction.atomic
def report(club: Club, *, reporter: User, text: str) -> None:
    """Report a club's name or text to the staff, with a copy. The same report again replaces its text.

    Raises AccountDeleted.
    """
    lock_account(reporter)  # of two clicks the second waits here for the first
    copy = {"author": club.name, "account": 0, "text": club.text, "phrase": "", "at": timezone.now().isoformat()}
    about = {"reporter": reporter, "club": club, "reason": ReportReason.CLUB, "resolved": False}
    if not Report.objects.filter(**about).update(text=text, context=[copy]):  # two, after a merger, as for players
        Report.objects.create(**about, text=text, context=[copy])


@transaction.atomic
def take_name(club: Club, *, by: User, reason: str) -> None:
    """Replace the name by a neutral one and delete the text; officers may choose others. Raises ActionDenied."""
    locked = _lock(club)
    neutral = "" if locked.is_trio else f"Club {locked.pk}"
    if (locked.name, locked.text) == (neutral, ""):
        raise ActionDenied(_("This club has no name or text of its own."))
    locked.name, locked.text = neutral, ""
    locked.save(update_fields=["name", "text"])
    audit.record(by=by, action=AuditAction.TAKE_NAME, target=locked, reason=reason)


@transaction.atomic
def hide(club: Club, *, by: User, public_reason: str, reason: str) -> None:
    """Let only members see a club, and nobody join by its link. They read the public reason. Raises ActionDenied."""
    locked = _lock(club)
    if locked.hidden_reason:
        raise ActionDenied(_("This club is hidden already."))
    locked.hidden_reason = public_reason
    locked.save(update_fields=["hidden_reason"])
    audit.record(by=by, action=AuditAction.HIDE_CLUB, target=locked, reason=reason)


@transaction.atomic
def show(club: Club, *, by: User, reason: str) -> None:
    """Show a hidden club to others again. Raises ActionDenied."""
    locked = _lock(club)
    if not locked.hidden_reason:
        raise ActionDenied(_("This club is not hidden."))
    locked.hidden_reason = ""
    locked.save(update_fields=["hidden_reason"])
    audit.record(by=by, action=AuditAction.SHOW_CLUB, target=locked, reason=reason)


@transaction.atomic
def make_officer(club: Club, *, by: User, player: str, reason: str) -> None:
    """Make a member an officer. Raises ActionDenied."""
    locked = _lock(club)
    member = _member(locked, player, ClubRole.MEMBER)
    roles.promote(locked, member)
    _record_role(locked, member, by, reason)


@transaction.atomic
def unmake_officer(club: Club, *, by: User, player: str, reason: str) -> None:
    """Make an officer, even the founder, a member. Raises ActionDenied."""
    locked = _lock(club)
    member = _member(locked, player, ClubRole.OFFICER)
    try:
        roles.demote(locked, member)
    except LastOfficer as refusal:
        raise ActionDenied(str(refusal.message)) from None
    _record_role(locked, member, by, reason)


def _record_role(club: Club, member: ClubMember, by: User, reason: str) -> None:
    details = {"player": member.account, "role": str(member.role)}
    audit.record(by=by, action=AuditAction.GIVE_ROLES, target=club, reason=reason, details=details)


@transaction.atomic
def remove_member(club: Club, *, by: User, player: str, reason: str) -> None:
    """Remove a member, even the founder, for good. Raises ActionDenied."""
    locked = _lock(club)
    member = _member(locked, player, *BELONGING)
    audit.record(by=by, action=AuditAction.REMOVE, target=locked, reason=reason, details={"player": member.account})
    membership.take_out(locked, member)


def _member(club: Club, player: str, *of: ClubRole) -> ClubMember:
    try:
        return roles.member_named(club, player, *of)
    except NotInClub:
        raise ActionDenied(_("Nobody of that name has this place in the club.")) from None


def _lock(club: Club) -> Club:
    locked = next(iter(locks.lock_all([club.pk])), None)
    if locked is None:
        raise ActionDenied(_("Everybody has left this club."))
    return locked
