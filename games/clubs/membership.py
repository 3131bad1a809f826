"""Membership of clubs: people are invited, ask to join, join, leave and are removed."""

from contextlib import suppress
from typing import Final

from django.db import transaction

from accounts.base import names
from accounts.models import User
from accounts.services import lock_account
from games.clubs import locks, notices, queries, roles
from games.clubs.errors import (
    AlreadyAsked,
    AlreadyInClub,
    ClubFull,
    NotInClub,
    NotOpenToAll,
    OnlyOfficersInvite,
    RemovedFromClub,
    TooManyClubs,
)
from games.competitions.tournaments import services as tournaments
from games.lobby import tables
from games.lobby.invitations import BlockedByInviter
from games.models import BELONGING, Club, ClubMember, ClubRole, ClubSeries
from games.play.errors import NotForBots, NotPossible, UnknownPlayer
from games.values import Stage

TRIO: Final = 3
MOST_CLUBS: Final = 20
"""To how many clubs a player may belong."""
MOST_MEMBERS: Final = 300
"""How many people a club may have, with those who are invited."""


@transaction.atomic
def invite(club: Club, *, by: User, name: str) -> User:
    """Let a member invite the player of this name, and return that player, who is not notified if they have blocked the
    member. A player removed from the club may come back if an officer invites them.

    Raises NotInClub, UnknownPlayer, BlockedByInviter, AlreadyInClub, OnlyOfficersInvite, ClubFull, NotForBots.
    """
    locked = locks.lock_as(club, by)
    invited = User.objects.filter(name_key=names.fold(name), is_active=True).first()
    if invited is None:
        raise UnknownPlayer(name)
    if invited.is_bot:
        raise NotForBots
    if by.blocks.filter(blocked=invited).exists():
        raise BlockedByInviter
    asked = locked.members.filter(user=invited, role=ClubRole.ASKED)
    if locked.members.filter(user=invited).exclude(pk__in=asked).exists():
        raise AlreadyInClub
    if queries.was_removed(locked, invited) and not locked.members.filter(user=by, role=ClubRole.OFFICER).exists():
        raise OnlyOfficersInvite
    _check_has_place(locked)
    asked.delete()
    send_invitation(locked, by, invited)
    return invited


def send_invitation(club: Club, by: User, invited: User) -> None:
    """Store an invitation, and notify the player, unless they have blocked the inviter."""
    club.removals.filter(user=invited).delete()
    notices.invited(club, club.members.create(user=invited, role=ClubRole.INVITED, invited_by=by), by)


@transaction.atomic
def accept(club: Club, user: User) -> None:
    """Let an invited player join. Calling it again has no effect. Raises NotInClub, TooManyClubs."""
    locked = locks.lock(club)
    member = queries.membership(locked, user)
    if member is None:
        raise NotInClub
    if not member.belongs:
        check_may_join(user)
        make_member(locked, user)


@transaction.atomic
def ask(club: Club, user: User) -> None:
    """Let somebody ask to join a public club; its officers are notified, except those who have blocked the player.

    Raises NotOpenToAll, RemovedFromClub, AlreadyAsked, TooManyClubs, NotForBots.
    """
    locked = locks.lock(club)
    if not locked.is_shown:
        raise NotOpenToAll
    if queries.was_removed(locked, user):
        raise RemovedFromClub
    if locked.members.filter(user=user).exists():
        raise AlreadyAsked
    check_may_join(user)
    notices.asked(locked, locked.members.create(user=user, role=ClubRole.ASKED))


@transaction.atomic
def admit(club: Club, *, by: User, name: str) -> None:
    """Let an officer admit somebody who has asked to join. Raises NotInClub, ClubFull, TooManyClubs."""
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    asking = other_member(locked, by, name, ClubRole.ASKED)
    _check_has_place(locked)
    check_may_join(asking.user)
    make_member(locked, asking.user)
    notices.admitted(locked, asking)


def other_member(club: Club, by: User, name: str, *of: ClubRole) -> ClubMember:
    """Return the row of somebody else with this name, in one of these roles or any. Raises NotInClub."""
    other = roles.member_named(club, name, *(of or ClubRole))
    if other.user == by:
        raise NotInClub
    return other


@transaction.atomic
def join_by_link(link: str, user: User) -> Club:
    """Let somebody who knows the club's link join it, and return it.

    Raises Club.DoesNotExist, also for a club that staff have hidden, RemovedFromClub, ClubFull, TooManyClubs,
    NotForBots.
    """
    locked = Club.objects.select_for_update(no_key=True).get(link=link, hidden_reason="")
    member = locked.members.filter(user=user).first()
    if member is not None and member.belongs:
        return locked
    if queries.was_removed(locked, user):
        raise RemovedFromClub
    if member is None or member.role == ClubRole.ASKED:
        _check_has_place(locked)
    check_may_join(user)
    make_member(locked, user)
    return locked


@transaction.atomic
def leave(club: Club, user: User) -> None:
    """Let a member leave, or an invited player decline. A club that everybody has left is closed."""
    remove_from(locks.lock(club), user)


def remove_from(club: Club, user: User) -> None:
    """Take a player out of a locked club, and out of its tables and tournaments that have not begun. If no officer is
    left, the first member who may act becomes one. When the last member goes, the club closes.
    """
    for row in club.members.filter(user=user):
        notices.answered(club, row)
        row.delete()
    roles.forget_founder(club, user)
    tournaments.withdraw_from_club(club, user)
    waiting = club.games.filter(stage=Stage.OPEN, seats__user=user).order_by("pk")
    for code in waiting.values_list("code", flat=True):
        with suppress(NotPossible):  # the game has begun just now
            tables.leave(code=code, user=user)
    if not club.members.filter(role__in=BELONGING).exists():
        _close(club)
    elif not club.members.filter(role=ClubRole.OFFICER).exists():
        roles.give_to_heir(club)


def _close(club: Club) -> None:
    """Delete a locked club to which nobody belongs. A club with tournaments is kept, private and without a link:
    without it, its tournaments would become public and count in seasons.
    """
    if not club.tournaments.exists():
        club.delete()
        return
    club.members.all().delete()
    ClubSeries.objects.filter(club=club).delete()
    club.public, club.link, club.text = False, None, ""
    club.save(update_fields=["public", "link", "text"])


@transaction.atomic
def remove(club: Club, *, by: User, name: str) -> None:
    """Let an officer remove another member for good, refuse a request, or withdraw an invitation.

    Raises NotInClub, IsFounder.
    """
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    removed = other_member(locked, by, name)
    roles.check_is_not_founder(locked, removed.user)
    take_out(locked, removed)


def take_out(club: Club, removed: ClubMember) -> None:
    """Remove somebody from a locked club; a member, or a player who had asked to join, can then come back only if
    invited.
    """
    notices.removed(club, removed)
    if removed.role != ClubRole.INVITED:
        club.removals.get_or_create(user=removed.user)
    remove_from(club, removed.user)


def make_member(club: Club, user: User) -> None:
    """Make the user a member, or an officer of a trio."""
    role = ClubRole.OFFICER if club.is_trio else ClubRole.MEMBER
    row, _is_new = club.members.update_or_create(user=user, defaults={"role": role, "invited_by": None})
    notices.answered(club, row)


def _check_has_place(club: Club) -> None:
    most = TRIO if club.is_trio else MOST_MEMBERS
    if club.members.exclude(role=ClubRole.ASKED).count() >= most:
        raise ClubFull


def check_may_join(user: User) -> None:
    """Raise TooManyClubs, NotForBots for the account of a bot, or AccountDeleted. The account is locked, so that it
    joins one club at a time.
    """
    if lock_account(user).is_bot:
        raise NotForBots
    if queries.count_clubs(user) >= MOST_CLUBS:
        raise TooManyClubs
