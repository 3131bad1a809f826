"""Receivers of the signals of accounts about clubs: members whose account is deleted, merged or exported."""

from typing import Any, Final

from django.db.models import F
from django.utils.translation import ngettext

from accounts.models import User
from games.clubs import locks, membership
from games.models import BELONGING, Club, ClubMember, ClubRemoval, ClubRole, ClubSeries

_RANK: Final = {role: rank for rank, role in enumerate(ClubRole)}


def lock_clubs(user: User, **_sent: Any) -> None:
    """Lock the clubs of a player until the end of the transaction. They are locked before games."""
    locks.lock_all(user.clubs.values_list("club", flat=True))


def leave_all(user: User, **_sent: Any) -> None:
    """Let an account that is deleted leave its clubs."""
    for row in user.clubs.select_related("club").order_by("club"):
        membership.remove_from(row.club, user)
    user.club_removals.all().delete()


def offer(guest: User, **_sent: Any) -> list[str]:
    """Return a sentence about the clubs that the user would take over; [] without any."""
    count = guest.clubs.filter(role__in=BELONGING).count()
    words = ngettext("your place in %(count)d club or trio", "your places in %(count)d clubs and trios", count)
    return [words % {"count": count}] if count else []


def take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's memberships to the user, who keeps the higher role where both belong.

    The limit of clubs a player does not count here: nothing that belongs to a person is lost.
    """
    own = {row.club_id: row for row in user.clubs.all()}
    for row in guest.clubs.order_by("club"):
        mine = own.get(row.club_id)
        if mine is None:
            ClubMember.objects.filter(pk=row.pk).update(user=user)
        elif _RANK[ClubRole(row.role)] > _RANK[ClubRole(mine.role)]:
            ClubMember.objects.filter(pk=mine.pk).update(role=row.role, invited_by=None)
    guest.clubs.all().delete()
    _take_over_removals(guest, user)
    Club.objects.filter(founder=guest).update(founder=user)
    ClubMember.objects.filter(invited_by=guest).update(invited_by=user)
    ClubSeries.objects.filter(by=guest).update(by=user)


def _take_over_removals(guest: User, user: User) -> None:
    """Let clubs from which the guest was removed keep out the user too, who does not belong to them."""
    known = ClubRemoval.objects.filter(user=user).values("club")
    guest.club_removals.exclude(club__in=known).exclude(club__in=user.clubs.values("club")).update(user=user)
    guest.club_removals.all().delete()


def export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's clubs, as plain values by name."""
    rows = user.clubs.order_by("pk").annotate(code=F("club__code"), name=F("club__name"), kind=F("club__kind"))
    return {"clubs": list(rows.values("code", "name", "kind", "role", "since"))}
