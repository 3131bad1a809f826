"""Services that create and change clubs, and open their tables."""

import secrets
from collections.abc import Collection
from dataclasses import replace

from django.db import transaction

from accounts.models import User
from games.clubs import locks, membership, queries
from games.clubs.errors import NoTrio
from games.clubs.together import last_game
from games.engine import Rules
from games.lobby import invitations, presets, tables
from games.models import Club, ClubKind, ClubRole, Game, options_of, rules_of
from games.play import game_rows
from games.values import Stage, TableOptions


@transaction.atomic
def create_trio(user: User, name: str = "") -> Club:
    """Begin a standing trio of the user. Raises TooManyClubs, NotForBots."""
    membership.check_may_join(user)
    club = Club.objects.create(code=secrets.token_urlsafe(6), kind=ClubKind.TRIO, name=name, link=_new_link())
    club.members.create(user=user, role=ClubRole.OFFICER)
    return club


@transaction.atomic
def create_club(user: User, *, name: str, text: str, public: bool) -> Club:
    """Begin a club, of which the user is the founder and first officer. Raises TooManyClubs, NotForBots."""
    membership.check_may_join(user)
    columns = {"name": name, "text": text, "public": public, "link": _new_link(), "founder": user}
    club = Club.objects.create(code=secrets.token_urlsafe(6), kind=ClubKind.CLUB, **columns)
    club.members.create(user=user, role=ClubRole.OFFICER)
    return club


@transaction.atomic
def keep_trio(code: str, user: User) -> Club:
    """Return the standing trio of those who have played a game, beginning it if there is none.

    The others are invited; if the user is already invited, this accepts. Raises NoTrio, TooManyClubs,
    Game.DoesNotExist.
    """
    game = game_rows.lock(code)  # so that two players who keep it at once begin only one trio
    people = [seat.user for seat in game.seats.select_related("user") if seat.user and seat.user.is_active]
    others = [person for person in people if person != user]
    if len(others) != membership.TRIO - 1 or len(people) != membership.TRIO or any(person.is_bot for person in people):
        raise NoTrio
    if not Stage(game.stage).has_ended:
        raise NoTrio
    known = queries.trio_of(people)
    if known is None:
        known = create_trio(user)
        for other in others:
            membership.send_invitation(known, user, other)
    elif not known.members.get(user=user).belongs:
        membership.check_may_join(user)
        membership.make_member(known, user)
    return known


@transaction.atomic
def change_link(club: Club, *, by: User, is_off: bool = False) -> None:
    """Replace the invitation link with a new one, or switch it off; the old one stops working. Raises NotInClub."""
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    locked.link = None if is_off else _new_link()
    locked.save(update_fields=["link"])


@transaction.atomic
def change(club: Club, *, by: User, **columns: str | bool) -> None:
    """Change the name, the text, whether it is public, or the rules with which tables begin. Raises NotInClub."""
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    for column, value in columns.items():
        setattr(locked, column, value)
    locked.save(update_fields=list(columns))


@transaction.atomic
def start(club: Club, user: User) -> Game:
    """Open a table of the club. In a trio the others are invited, unless a table waits for them: then return that.

    Raises NotInClub, and what `invitations.challenge` raises.
    """
    locked = locks.lock_as(club, user)
    if not locked.is_trio:
        rules, options = settings_of(locked, [])
        return tables.open_table(host=user, rules=rules, name="", options=options, club=locked)
    waiting = queries.waiting_tables(locked).first()
    if waiting is not None:
        return waiting
    people = [member.user for member in queries.members_of(locked) if member.belongs]
    rules, options = settings_of(locked, people)
    others = [person.get_username() for person in people if person != user and person.may_act]
    return invitations.challenge(host=user, invited=others, rules=rules, name=locked.name, options=options, club=locked)


def settings_of(club: Club, people: Collection[User]) -> tuple[Rules, TableOptions]:
    """Return the rules and options with which a table begins: those chosen, or of the last game of a trio's people."""
    last = None if club.preset else last_game(people)
    if last is not None:
        return rules_of(last), replace(options_of(last), public=False)
    preset = presets.preset(club.preset)
    return preset.rules, preset.options


def _new_link() -> str:
    return secrets.token_urlsafe(15)
