"""Reads for clubs: who belongs to one, whom it invites, and the clubs of a player."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import starmap
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.base.names import isolated
from accounts.base.statements import Statement
from accounts.models import User
from games.models import (
    BELONGING,
    Block,
    Club,
    ClubEvening,
    ClubKind,
    ClubMember,
    ClubRemoval,
    ClubRole,
    ClubSeries,
    Game,
    Tournament,
    TournamentStage,
)
from games.values import Stage
from games.words.names import listing

EVENING: Final = timedelta(hours=3)
"""How long an evening without a tournament is shown after its beginning."""

MOST_LISTED: Final = 50
"""How many public clubs a page lists."""


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in a list of the reader. `name` is its name in the reader's language, `invited_by` who invites, or "".

    `has_asked` says whether the reader has asked to join.
    """

    code: str
    name: str
    is_trio: bool
    invited_by: str = ""
    has_asked: bool = False


def by_code(code: str) -> Club | None:
    return Club.objects.filter(code=code).first()


def by_link(link: str) -> Club | None:
    """Return the club with this invitation link."""
    return Club.objects.filter(link=link).first()


def membership(club: Club, user: User | AnonymousUser) -> ClubMember | None:
    """Return what the user is to the club: a member, an officer or invited; None for everybody else.

    An invitation from somebody the user has blocked does not count, and neither does a request to join: see
    `has_asked`.
    """
    if isinstance(user, AnonymousUser):
        return None
    member = club.members.filter(user=user).exclude(role=ClubRole.ASKED).first()
    if member is not None and not member.belongs and user.blocks.filter(blocked=member.invited_by_id).exists():
        return None
    return member


def has_asked(club: Club, user: User | AnonymousUser) -> bool:
    """Return whether the user has asked to join, and has no answer yet."""
    return isinstance(user, User) and club.members.filter(user=user, role=ClubRole.ASKED).exists()


def was_removed(club: Club, user: User | AnonymousUser) -> bool:
    """Return whether an officer has removed the user from the club, or refused them."""
    return isinstance(user, User) and club.removals.filter(user=user).exists()


def removals_of(club: Club) -> list[ClubRemoval]:
    """Return who was removed from the club, or refused, and has not been invited since, the latest first."""
    return list(club.removals.select_related("user").order_by("-pk")[:MOST_LISTED])


class PublicClub(NamedTuple):
    """A club that everybody may ask to join; `size` is how many belong to it."""

    code: str
    name: str
    size: int


_PUBLIC: Final = Statement(
    lambda: (
        Club.objects.filter(public=True, hidden_reason="")
        .annotate(size=Count("members", filter=Q(members__role__in=BELONGING)))
        .order_by("-size", "-pk")
        .values_list("code", "name", "size")[:MOST_LISTED]
    )
)


def public_clubs() -> list[PublicClub]:
    """Return the clubs that everybody may ask to join, those with most members first."""
    return list(starmap(PublicClub, _PUBLIC.all()))


def members_of(club: Club) -> list[ClubMember]:
    """Return all members, invited players and those who have asked, oldest first."""
    return list(club.members.select_related("user").order_by("pk"))


def trio_of(users: Collection[User]) -> Club | None:
    """Return the standing trio to which exactly these three belong or are invited."""
    trios = Club.objects.filter(kind=ClubKind.TRIO)
    for user in users:
        trios = trios.filter(members__user=user)
    return trios.first()


_MAY_HAVE_ASKED: Final = ~Q(role=ClubRole.ASKED) | Q(club__public=True, club__hidden_reason="")
_MEMBERSHIPS: Final = Statement(
    lambda user: (
        ClubMember.objects.filter(_MAY_HAVE_ASKED, user=user)
        .exclude(role=ClubRole.INVITED, invited_by__in=Block.objects.filter(user=user).values("blocked"))
        .select_related("club", "invited_by")
        .order_by("pk")
    )
)
_NAMES: Final = Statement(
    lambda clubs: ClubMember.objects.filter(club__in=clubs).order_by("pk").values_list("club", "user__username")
)


def clubs_of(user: User) -> list[ClubLine]:
    """Return the clubs to which the user belongs or has asked to, and then those that invite the user.

    A request does not make the user a member: a club that has since become visible to members only is left out.
    """
    rows, people = _MEMBERSHIPS.all(user.pk), defaultdict[int, list[str]](list)
    for club, name in _NAMES.all([row.club_id for row in rows if not row.club.name]):
        people[club].append(name)
    lines = [_line(row, people[row.club_id]) for row in rows]
    return sorted(lines, key=lambda line: bool(line.invited_by))


def _line(row: ClubMember, people: Collection[str]) -> ClubLine:
    inviter = row.invited_by.get_username() if row.invited_by and not row.belongs else ""
    asked = row.role == ClubRole.ASKED
    return ClubLine(row.club.code, _name(row.club, people), row.club.is_trio, inviter, asked)


def name_of(club: Club, members: Collection[ClubMember]) -> str:
    """Return the name of a club; for a trio without one, the names of its people."""
    return _name(club, [member.user.get_username() for member in members])


def _name(club: Club, people: Iterable[str]) -> str:
    return isolated(club.name) or listing([isolated(name) for name in people])


def waiting_tables(club: Club) -> QuerySet[Game]:
    """Return the tables of the club that wait for players, the latest first."""
    return club.games.filter(stage=Stage.OPEN).order_by("-pk")


def series_of(club: Club) -> ClubSeries | None:
    """Return the standing evening of the club."""
    return ClubSeries.objects.filter(club=club).first()


def coming_evenings(club: Club, now: datetime) -> list[ClubEvening]:
    """Return announced evenings that are not over, including those called off, the next one first."""
    is_open = Q(tournament__stage__in=(TournamentStage.OPEN, TournamentStage.RUNNING))
    is_free = Q(tournament=None) | Q(called_off_at__isnull=False)
    evenings = club.evenings.filter(is_open | is_free & Q(starts_at__gt=now - EVENING))
    return list(evenings.select_related("tournament").order_by("starts_at"))


def past_tournaments(club: Club) -> list[Tournament]:
    """Return the club's tournaments that are over, the latest first."""
    return list(club.tournaments.filter(stage=TournamentStage.OVER).order_by("-starts_at", "-pk")[:MOST_LISTED])


def count_clubs(user: User) -> int:
    """Return the number of the user's clubs."""
    return ClubMember.objects.filter(user=user, role__in=BELONGING).count()
