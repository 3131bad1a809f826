"""Officers of clubs: promotion and demotion, and heirs for clubs whose officers are gone."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.base import names
from accounts.models import User, may_act
from accounts.notifications.services import notify_on_commit
from games.clubs import locks
from games.clubs.errors import IsFounder, LastOfficer, NotInClub
from games.models import Club, ClubMember, ClubRole

PATIENCE: Final = timedelta(days=7)
"""For how long a club waits for officers none of whom may act; after that a member becomes one."""


@transaction.atomic
def make_officer(club: Club, *, by: User, name: str) -> None:
    """Let an officer make a member an officer, who is notified. Raises NotInClub."""
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    promote(locked, member_named(locked, name, ClubRole.MEMBER))


@transaction.atomic
def unmake_officer(club: Club, *, by: User, name: str) -> None:
    """Let an officer make another one a member again, or themselves, but not in a trio.

    Raises NotInClub, IsFounder, LastOfficer.
    """
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    if locked.is_trio:
        raise NotInClub
    demoted = member_named(locked, name, ClubRole.OFFICER)
    if demoted.user != by:
        check_is_not_founder(locked, demoted.user)
    demote(locked, demoted)


def member_named(club: Club, name: str, *roles: ClubRole) -> ClubMember:
    """Return the row of the member with this name, in one of these roles. Raises NotInClub."""
    rows = club.members.filter(user__name_key=names.fold(name), role__in=roles)
    member = rows.select_related("user").first()
    if member is None:
        raise NotInClub
    return member


def promote(club: Club, member: ClubMember) -> None:
    """Make a member of a locked club an officer, who is notified."""
    member.role = ClubRole.OFFICER
    member.save(update_fields=["role"])
    about, path = f"{club.code}/{timezone.now():%Y%m%d%H%M%S}", reverse("games:club", args=[club.code])
    notify_on_commit(member.user_id, "club_officer", about=about, path=path, club=club.name)


def demote(club: Club, officer: ClubMember) -> None:
    """Make an officer of a locked club a member. Raises LastOfficer."""
    if not club.members.filter(role=ClubRole.OFFICER).exclude(pk=officer.pk).exists():
        raise LastOfficer
    officer.role = ClubRole.MEMBER
    officer.save(update_fields=["role"])
    forget_founder(club, officer.user)


def check_is_not_founder(club: Club, user: User) -> None:
    """Raise IsFounder if this member has founded the club."""
    if club.founder_id == user.pk:
        raise IsFounder


def forget_founder(club: Club, user: User) -> None:
    """If the founder of a locked club is no longer an officer, end the founder's protection."""
    if club.founder_id == user.pk:
        club.founder = None
        club.save(update_fields=["founder"])


def give_to_heir(club: Club) -> None:
    """Make the first member of a locked club an officer, preferring those who may act."""
    members = club.members.filter(role=ClubRole.MEMBER).select_related("user").order_by("pk")
    heir = members.filter(may_act("user")).first() or members.first()
    if heir is not None:
        promote(club, heir)


def find_heirs(now: datetime) -> int:
    """Give an heir to each club none of whose officers may act within the time of patience; return the number of
    clubs.
    """
    leaderless = list(_leaderless(now).values_list("pk", flat=True))
    for number in leaderless:
        _find_heir(number, now)
    return len(leaderless)


@transaction.atomic
def _find_heir(number: int, now: datetime) -> None:
    for locked in locks.lock_all([number]):
        if _leaderless(now).filter(pk=number).exists():
            give_to_heir(locked)


def _leaderless(now: datetime) -> QuerySet[Club]:
    """Return the clubs with members who may act, but without an officer who may do so within the time of patience."""
    of_club = ClubMember.objects.filter(club=OuterRef("pk"))
    officers = of_club.filter(may_act("user", at=now + PATIENCE), role=ClubRole.OFFICER)
    heirs = of_club.filter(may_act("user"), role=ClubRole.MEMBER)
    return Club.objects.filter(~Exists(officers), Exists(heirs)).order_by("pk")
