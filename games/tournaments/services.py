"""Writes before a tournament begins: it is announced, people enter, withdraw and check in; reminders are sent."""

import secrets
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notifications.services import notify_on_commit
from accounts.services import lock_account
from accounts.site_config import audit
from accounts.site_config.models import AuditAction
from games.engine import Rules
from games.models import BELONGING, Club, FillUp, Tournament, TournamentEntry, TournamentKind, TournamentStage
from games.play import proofs
from games.play.errors import NotForBots
from games.tournaments import late, queries
from games.tournaments.errors import CheckInClosed, EntriesClosed, ForMembersOnly

CHECK_IN: Final = timedelta(minutes=30)
"""How long before the beginning participants can check in."""

REMINDED: Final = timedelta(minutes=15)
"""How long before the beginning participants are reminded."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a host chooses for a tournament. `minutes` are those of a round, `boards` how many each round has."""

    name: str
    text: str
    starts_at: datetime
    rounds: int
    boards: int
    minutes: int
    clock: str
    limit: int
    fill_up: FillUp
    rules: Rules
    kind: TournamentKind = TournamentKind.MOVEMENT


def may_announce(user: User | AnonymousUser) -> bool:
    """Return whether this user announces tournaments for everybody."""
    return user.has_perm("games.add_tournament")


@transaction.atomic
def announce(plan: Plan, *, by: User, club: Club | None = None) -> Tournament:
    """Store a tournament that takes entries from now on, with a `club` those of its members.

    Every deal is played from 0 points, so no total ends a game.
    """
    columns = asdict(plan) | asdict(replace(plan.rules, target=Rules().target, floor=None))
    del columns["rules"]
    tournament = Tournament.objects.create(
        code=secrets.token_urlsafe(6),
        host=by,
        club=club,
        root=proofs.new_root(),
        next_round_at=plan.starts_at,
        **columns,
    )
    audit.record(by=by, action=AuditAction.ADD, target=tournament, details={"what": tournament.name})
    return tournament


@transaction.atomic
def enter(code: str, user: User) -> TournamentEntry:
    """Enter a tournament, perhaps on its waiting list. Who enters during check-in is checked in; who comes late plays
    from the second round on, if there is a place.

    Raises EntriesClosed, ForMembersOnly, NotForBots, AccountDeleted, Tournament.DoesNotExist.
    """
    tournament, now = lock(code), timezone.now()
    if lock_account(user).is_bot:
        raise NotForBots
    check_takes(tournament, user)
    checked_in_at = now if is_check_in(tournament, now) else None
    entry, _is_new = TournamentEntry.objects.get_or_create(
        tournament=tournament, user=user, defaults={"entered_at": now, "checked_in_at": checked_in_at}
    )
    if tournament.stage == TournamentStage.RUNNING and entry.number is None:
        late.join(tournament, entry, now)
    return entry


def check_takes(tournament: Tournament, user: User | AnonymousUser) -> None:
    """Raise EntriesClosed or ForMembersOnly unless the tournament takes an entry of this visitor."""
    if tournament.stage != TournamentStage.OPEN and not late.is_taken(tournament):
        raise EntriesClosed
    if tournament.club_id is not None and (isinstance(user, AnonymousUser) or not _belongs(user, tournament)):
        raise ForMembersOnly


def _belongs(user: User, tournament: Tournament) -> bool:
    """Return whether the user belongs to the club of a tournament that is one of a club."""
    return user.clubs.filter(club=tournament.club_id, role__in=BELONGING).exists()


@transaction.atomic
def withdraw(code: str, user: User) -> None:
    """Take an entry back; the first on the waiting list moves up. Raises EntriesClosed, Tournament.DoesNotExist."""
    _open(code).entries.filter(user=user).delete()


@transaction.atomic
def withdraw_from_club(club: Club, user: User) -> None:
    """Take back the entries of somebody who has left a club, or was removed, in its tournaments that have not begun."""
    opened = Tournament.objects.filter(club=club, stage=TournamentStage.OPEN).order_by("pk")
    locked = list(opened.select_for_update(no_key=True))  # who enters at this moment has entered, or is refused
    TournamentEntry.objects.filter(tournament__in=locked, user=user).delete()


@transaction.atomic
def check_in(code: str, user: User) -> None:
    """Store that a participant is there. Raises CheckInClosed, EntriesClosed, Tournament.DoesNotExist."""
    tournament, now = _open(code), timezone.now()
    entry = tournament.entries.filter(user=user).first()
    if entry is None or not is_check_in(tournament, now):
        raise CheckInClosed
    entry.checked_in_at = entry.checked_in_at or now
    entry.save(update_fields=["checked_in_at"])


def is_check_in(tournament: Tournament, now: datetime) -> bool:
    """Return whether participants can check in now."""
    return tournament.stage == TournamentStage.OPEN and now >= tournament.starts_at - CHECK_IN


@transaction.atomic
def remind(tournament: Tournament, now: datetime) -> None:
    """Remind all who have entered that the tournament begins soon, once."""
    due = Tournament.objects.filter(pk=tournament.pk, reminded_at=None, stage=TournamentStage.OPEN)
    if not due.update(reminded_at=now):
        return
    code, path = tournament.code, reverse("games:tournament", args=[tournament.code])
    for entry in queries.entries_of(tournament):
        if entry.user_id is not None:
            notify_on_commit(entry.user_id, "tournament_soon", about=code, path=path, tournament=tournament.name)


def _open(code: str) -> Tournament:
    """Return the tournament, locked. Raises EntriesClosed unless it takes entries."""
    tournament = lock(code)
    if tournament.stage != TournamentStage.OPEN:
        raise EntriesClosed
    return tournament


def lock(code: str) -> Tournament:
    """Return the tournament, locked until the end of the transaction. It is locked before its games."""
    return Tournament.objects.select_for_update(no_key=True).get(code=code)
