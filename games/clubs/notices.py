"""Notifications of invitations, requests and their answers, each stored in the transaction of what happened.

Each refers to one row of membership; a second invitation or request has another row.
"""

from django.urls import reverse

from accounts.models import User
from accounts.notifications import services as notifications
from games.models import Block, Club, ClubMember, ClubRole


def invited(club: Club, row: ClubMember, by: User) -> None:
    """Notify a player of an invitation, unless they have blocked the inviter."""
    if not row.user.blocks.filter(blocked=by).exists():
        _notify(row.user_id, _invitation(club), club, row, by=by.get_username())


def asked(club: Club, row: ClubMember) -> None:
    """Notify the officers that somebody asks to join, except those who have blocked that player."""
    blocking = Block.objects.filter(blocked=row.user).values("user")
    for officer in club.members.filter(role=ClubRole.OFFICER).exclude(user__in=blocking):
        _notify(officer.user_id, "club_request", club, row, by=row.user.get_username())


def admitted(club: Club, row: ClubMember) -> None:
    """Notify somebody who has asked to join that they belong to the club."""
    _notify(row.user_id, "club_membership", club, row, club=club.name)


def removed(club: Club, row: ClubMember) -> None:
    """Notify a member who is removed, or somebody who has asked and is refused."""
    if row.role != ClubRole.INVITED:
        variant = "refused" if row.role == ClubRole.ASKED else "trio" if club.is_trio else "removed"
        path = reverse("games:people")
        _notify(row.user_id, "club_membership", club, row, variant, path, club=club.name, variant=variant)


def answered(club: Club, row: ClubMember) -> None:
    """Withdraw unsent notifications of an invitation or request that has been answered or taken back."""
    officers = club.members.filter(role=ClubRole.OFFICER).values_list("user", flat=True)
    notifications.withdraw([row.user_id], _invitation(club), about=_about(club, row))
    notifications.withdraw(list(officers), "club_request", about=_about(club, row))


def _invitation(club: Club) -> str:
    return "trio_invitation" if club.is_trio else "club_invitation"


def _about(club: Club, row: ClubMember, what: str = "") -> str:
    return f"{club.code}/{row.pk}/{what}"


def _notify(user: int, kind: str, of: Club, row: ClubMember, what: str = "", path: str = "", /, **values: str) -> None:
    """Notify a user of an event about this row; `what` distinguishes the events."""
    path = path or reverse("games:club", args=[of.code])
    notifications.notify_on_commit(user, kind, about=_about(of, row, what), path=path, expires_at=None, **values)
