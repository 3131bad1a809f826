"""Writes of clubs: they begin, invite people, are joined and left, and open tables.

A club's row is locked before all others, so that places and officers are counted by one transaction at a time.
"""

import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.urls import reverse

from accounts.base import names
from accounts.models import User
from accounts.notifications.services import notify_on_commit
from games.clubs import queries
from games.clubs.errors import AlreadyAsked, AlreadyInClub, ClubFull, NotInClub, NotOpenToAll, NoTrio, TooManyClubs
from games.clubs.together import last_game
from games.engine import Rules
from games.lobby import invitations, presets, tables
from games.lobby.invitations import BlockedByInviter, UnknownPlayer
from games.models import (
    BELONGING,
    Club,
    ClubKind,
    ClubMember,
    ClubRole,
    Game,
    Stage,
    TableOptions,
    options_of,
    rules_of,
)
from games.play import game_rows
from games.play.errors import NotForBots

TRIO: Final = 3
MOST_CLUBS: Final = 20
"""To how many clubs a player may belong."""
MOST_MEMBERS: Final = 300
"""How many people a club may have, with those who are invited."""


@transaction.atomic
def create_trio(user: User, name: str = "") -> Club:
    """Begin a standing trio of the user. Raises TooManyClubs, NotForBots."""
    _check_may_join(user)
    club = Club.objects.create(code=secrets.token_urlsafe(6), kind=ClubKind.TRIO, name=name, link=_new_link())
    club.members.create(user=user, role=ClubRole.OFFICER)
    return club


@transaction.atomic
def create_club(user: User, *, name: str, text: str, public: bool) -> Club:
    """Begin a club, of which the user is the first officer. Raises TooManyClubs, NotForBots."""
    _check_may_join(user)
    columns = {"name": name, "text": text, "public": public, "link": _new_link()}
    club = Club.objects.create(code=secrets.token_urlsafe(6), kind=ClubKind.CLUB, **columns)
    club.members.create(user=user, role=ClubRole.OFFICER)
    return club


@transaction.atomic
def keep_trio(code: str, user: User) -> Club:
    """Return the standing trio of those who have played a game, beginning it if there is none.

    The others are invited; for who is invited already, this accepts. Raises NoTrio, TooManyClubs, Game.DoesNotExist.
    """
    game = game_rows.lock(code)  # two players who keep it at once begin one trio
    people = [seat.user for seat in game.seats.select_related("user") if seat.user and seat.user.is_active]
    others = [person for person in people if person != user]
    if len(others) != TRIO - 1 or len(people) != TRIO or any(person.is_bot for person in people):
        raise NoTrio
    if not Stage(game.stage).has_ended:
        raise NoTrio
    known = queries.trio_of(people)
    if known is None:
        known = create_trio(user)
        for other in others:
            _invite(known, user, other)
    elif not known.members.get(user=user).belongs:
        _check_may_join(user)
        _admit(known, user)
    return known


@transaction.atomic
def invite(club: Club, *, by: User, name: str) -> User:
    """Let a member invite the player of this name, and return who that is. Whoever has blocked the member is not told.

    Raises NotInClub, UnknownPlayer, BlockedByInviter, AlreadyInClub, ClubFull, NotForBots.
    """
    locked = lock_as(club, by)
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
    _check_has_place(locked)
    asked.delete()
    _invite(locked, by, invited)
    return invited


def _invite(club: Club, by: User, invited: User) -> None:
    club.members.create(user=invited, role=ClubRole.INVITED, invited_by=by)
    if not invited.blocks.filter(blocked=by).exists():
        path, kind = reverse("games:club", args=[club.code]), "trio_invitation" if club.is_trio else "club_invitation"
        notify_on_commit(invited.pk, kind, about=club.code, path=path, by=by.get_username())


@transaction.atomic
def accept(club: Club, user: User) -> None:
    """Let an invited player join. Calling it again has no effect. Raises NotInClub, TooManyClubs."""
    locked = lock(club)
    member = queries.membership(locked, user)
    if member is None:
        raise NotInClub
    if not member.belongs:
        _check_may_join(user)
        _admit(locked, user)


@transaction.atomic
def ask(club: Club, user: User) -> None:
    """Let somebody ask to join a public club; its officers are told. Raises NotOpenToAll, AlreadyAsked, NotForBots."""
    locked = lock(club)
    if not locked.is_shown:
        raise NotOpenToAll
    if locked.members.filter(user=user).exists():
        raise AlreadyAsked
    _check_may_join(user)
    locked.members.create(user=user, role=ClubRole.ASKED)
    path = reverse("games:club", args=[locked.code])
    for officer in locked.members.filter(role=ClubRole.OFFICER):
        about = f"{locked.code}/{user.pk}"
        notify_on_commit(officer.user_id, "club_request", about=about, path=path, by=user.get_username())


@transaction.atomic
def admit(club: Club, *, by: User, name: str) -> None:
    """Let an officer admit somebody who has asked to join. Raises NotInClub, ClubFull, TooManyClubs."""
    locked = lock_as(club, by, ClubRole.OFFICER)
    asking = _other(locked, by, name, ClubRole.ASKED)
    _check_has_place(locked)
    _check_may_join(asking.user)
    _admit(locked, asking.user)


@transaction.atomic
def make_officer(club: Club, *, by: User, name: str) -> None:
    """Let an officer make a member an officer. Raises NotInClub."""
    _change_role(club, by, name, ClubRole.MEMBER, ClubRole.OFFICER)


@transaction.atomic
def unmake_officer(club: Club, *, by: User, name: str) -> None:
    """Let an officer make another one a member again, but not in a trio. Raises NotInClub."""
    if club.is_trio:
        raise NotInClub
    _change_role(club, by, name, ClubRole.OFFICER, ClubRole.MEMBER)


def _change_role(club: Club, by: User, name: str, before: ClubRole, now: ClubRole) -> None:
    locked = lock_as(club, by, ClubRole.OFFICER)
    other = _other(locked, by, name, before)
    other.role = now
    other.save(update_fields=["role"])


def _other(club: Club, by: User, name: str, *roles: ClubRole) -> ClubMember:
    """Return the row of somebody else with this name, in one of these roles or any. Raises NotInClub."""
    others = club.members.filter(user__name_key=names.fold(name), role__in=roles or ClubRole.values).exclude(user=by)
    other = others.select_related("user").first()
    if other is None:
        raise NotInClub
    return other


@transaction.atomic
def join_by_link(link: str, user: User) -> Club:
    """Let somebody who knows the club's link join it, and return it.

    Raises Club.DoesNotExist, also for a club that staff have hidden, ClubFull, TooManyClubs, NotForBots.
    """
    locked = Club.objects.select_for_update(no_key=True).get(link=link, hidden_reason="")
    member = locked.members.filter(user=user).first()
    if member is not None and member.belongs:
        return locked
    if member is None or member.role == ClubRole.ASKED:
        _check_has_place(locked)
    _check_may_join(user)
    _admit(locked, user)
    return locked


@transaction.atomic
def leave(club: Club, user: User) -> None:
    """Let a member leave, or an invited player decline. A club that everybody has left is deleted."""
    remove_from(lock(club), user)


def remove_from(club: Club, user: User) -> None:
    """Take a player out of a locked club; without an officer, the first member is one. The last one closes it."""
    club.members.filter(user=user).delete()
    belonging = club.members.filter(role__in=BELONGING).order_by("pk")
    heir = belonging.first()
    if heir is None:
        club.delete()
    elif not belonging.filter(role=ClubRole.OFFICER).exists():
        club.members.filter(pk=heir.pk).update(role=ClubRole.OFFICER)


@transaction.atomic
def remove(club: Club, *, by: User, name: str) -> None:
    """Let an officer take somebody else out, refuse who has asked, or take an invitation back. Raises NotInClub."""
    locked = lock_as(club, by, ClubRole.OFFICER)
    remove_from(locked, _other(locked, by, name).user)


@transaction.atomic
def renew_link(club: Club, *, by: User) -> None:
    """Replace the link by a new one; nobody can join by the old one any more. Raises NotInClub."""
    locked = lock_as(club, by, ClubRole.OFFICER)
    locked.link = _new_link()
    locked.save(update_fields=["link"])


@transaction.atomic
def close_link(club: Club, *, by: User) -> None:
    """Let nobody join by a link any more. Raises NotInClub."""
    locked = lock_as(club, by, ClubRole.OFFICER)
    locked.link = None
    locked.save(update_fields=["link"])


@transaction.atomic
def change(club: Club, *, by: User, **columns: str | bool) -> None:
    """Change the name, the text, whether it is public, or the rules with which tables begin. Raises NotInClub."""
    locked = lock_as(club, by, ClubRole.OFFICER)
    for column, value in columns.items():
        setattr(locked, column, value)
    locked.save(update_fields=list(columns))


@transaction.atomic
def start(club: Club, user: User) -> Game:
    """Open a table of the club. In a trio the others are invited, unless a table waits for them: then return that.

    Raises NotInClub, and what `invitations.challenge` raises.
    """
    locked = lock_as(club, user)
    if not locked.is_trio:
        rules, options = settings_of(locked, [])
        return tables.open_table(host=user, rules=rules, name="", options=options, club=locked)
    waiting = queries.waiting_tables(locked).first()
    if waiting is not None:
        return waiting
    people = [member.user for member in queries.members_of(locked) if member.belongs]
    rules, options = settings_of(locked, people)
    others = [person.get_username() for person in people if person != user and person.is_active]
    return invitations.challenge(host=user, invited=others, rules=rules, name=locked.name, options=options, club=locked)


def settings_of(club: Club, people: Collection[User]) -> tuple[Rules, TableOptions]:
    """Return the rules and options with which a table begins: those chosen, or of the last game of a trio's people."""
    last = None if club.preset else last_game(people)
    if last is not None:
        return rules_of(last), replace(options_of(last), public=False)
    preset = presets.preset(club.preset)
    return preset.rules, preset.options


def lock(club: Club) -> Club:
    """Return the club, locked until the end of the transaction. Raises NotInClub if it is gone."""
    return next(iter(lock_all([club.pk])), None) or _refuse()


def _refuse() -> Club:
    raise NotInClub


def lock_all(keys: Iterable[int]) -> list[Club]:
    """Return these clubs by key, locked until the end of the transaction. They are locked before anything else."""
    return list(Club.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))


def lock_as(club: Club, user: User, *roles: ClubRole) -> Club:
    """Return the club, locked, if the user belongs to it, in one of these roles. Raises NotInClub."""
    locked = lock(club)
    if not locked.members.filter(user=user, role__in=roles or BELONGING).exists():
        raise NotInClub
    return locked


def _admit(club: Club, user: User) -> None:
    """Make the user a member, or an officer of a trio."""
    role = ClubRole.OFFICER if club.is_trio else ClubRole.MEMBER
    club.members.update_or_create(user=user, defaults={"role": role, "invited_by": None})


def _check_has_place(club: Club) -> None:
    most = TRIO if club.is_trio else MOST_MEMBERS
    if club.members.exclude(role=ClubRole.ASKED).count() >= most:
        raise ClubFull


def _check_may_join(user: User) -> None:
    """Raise TooManyClubs, or NotForBots for the account of a bot. The account is locked: it joins one at a time."""
    if user.is_bot:
        raise NotForBots
    User.objects.lock(user.pk)
    if queries.count_clubs(user) >= MOST_CLUBS:
        raise TooManyClubs


def _new_link() -> str:
    return secrets.token_urlsafe(15)
