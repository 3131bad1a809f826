"""Services for taking part in a tournament: announce it, enter, withdraw, check in and leave."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base.refusals import Refusal
from accounts.models import User
from accounts.services import lock_account
from accounts.site_config import audit
from accounts.site_config.models import AuditAction
from games.competitions.tournaments import late, notices, queries
from games.engine import LEAST_PARTICIPANTS, Rules
from games.models import BELONGING, Club, FillUp, Tournament, TournamentEntry, TournamentKind, TournamentStage
from games.play import chain, proposals, queue
from games.play.errors import NotForBots, NotPossible
from games.values import RUNNING

CHECK_IN: Final = timedelta(minutes=30)
"""How long before the beginning participants can check in."""

REMINDED: Final = timedelta(minutes=15)
"""How long before the beginning participants are reminded."""

GUESTS_COUNTED_FOR: Final = timedelta(days=7)
"""How long is remembered from which address a guest entered."""


class EntriesClosed(Refusal):
    """The tournament has begun, or was called off."""

    message = _("This tournament is closed for entries and withdrawals.")


class NotPlaying(Refusal):
    """The player does not take part in the tournament now, or has left it."""

    message = _("You do not play in this tournament.")


class TooManyGuestsHere(Refusal):
    """Guests from one address have as many places as they may."""

    message = _("Guests from your network have taken all the places open to them. Registered players can still enter.")


class CheckInClosed(Refusal):
    """Check-in has not opened, or the player has not entered."""

    message = _("You can check in during the half hour before the tournament begins, once you have entered it.")


class ForMembersOnly(Refusal):
    """The tournament is one of a club, and the player does not belong to it."""

    message = _("This tournament is for the members of its club.")


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
    kind: str = TournamentKind.MOVEMENT


def may_announce(user: User | AnonymousUser) -> bool:
    """Return whether this user announces tournaments for everybody."""
    return user.is_staff and user.has_perm("games.add_tournament")


@transaction.atomic
def announce(plan: Plan, *, by: User, club: Club | None = None) -> Tournament:
    """Store a tournament that is open for entries from now on, with a `club` for its members only.

    Every deal is played from 0 points, so no total ends a game.
    """
    columns = asdict(plan) | asdict(replace(plan.rules, target=Rules().target, floor=None))
    del columns["rules"]
    tournament = Tournament.objects.create(
        code=secrets.token_urlsafe(6),
        host=by,
        club=club,
        root=chain.new_root(),
        next_round_at=plan.starts_at,
        **columns,
    )
    audit.record(by=by, action=AuditAction.ADD, target=tournament, details={"what": tournament.name})
    return tournament


@transaction.atomic
def change(code: str, *, by: User, starts_at: datetime, **form: int) -> Tournament:
    """Change the time, or the numbers of rounds, boards or minutes, of a tournament that has not begun, and return it.
    If check-in opens again, everybody has to check in again. Raises EntriesClosed.
    """
    tournament = _open(code)
    if tournament.starts_at != starts_at:
        notices.withdraw_reminders(tournament)
        tournament.reminded_at = None
    for column, value in form.items():
        setattr(tournament, column, value)
    begin_at(tournament, starts_at)
    tournament.save()
    if not is_check_in(tournament, timezone.now()):
        tournament.entries.update(checked_in_at=None)
    audit.record(by=by, action=AuditAction.CHANGE, target=tournament, details={"what": tournament.name})
    return tournament


def begin_at(tournament: Tournament, starts_at: datetime) -> None:
    """Set the starting time of a tournament, without saving it, and mark calendar entries as outdated."""
    tournament.starts_at = tournament.next_round_at = starts_at
    tournament.calendar_sequence += 1


@transaction.atomic
def enter(code: str, user: User, *, address: str = "") -> TournamentEntry:
    """Enter a tournament, perhaps on its waiting list. Entering during check-in also checks in; a latecomer plays from
    the second round on, if there is a place. Registered players have priority over guests, whose number from one
    `address` is limited.

    Raises EntriesClosed, ForMembersOnly, TooManyGuestsHere, NotForBots, AccountDeleted, Tournament.DoesNotExist.
    """
    tournament, now, account = lock(code), timezone.now(), lock_account(user)
    if account.is_bot:
        raise NotForBots
    check_takes(tournament, user)
    if account.is_guest and address and tournament.club_id is None:
        _check_guests_of(address, tournament, account)
    checked_in_at = now if is_check_in(tournament, now) else None
    with _places_of(tournament):
        entry, _is_new = TournamentEntry.objects.get_or_create(
            tournament=tournament, user=user, defaults={"entered_at": now, "checked_in_at": checked_in_at}
        )
    if tournament.stage == TournamentStage.RUNNING and entry.number is None:
        late.join(tournament, entry, now)
    return entry


def _check_guests_of(address: str, tournament: Tournament, guest: User) -> None:
    """Raise TooManyGuestsHere if other guests from this address have half of the places already.

    The addresses are kept in the cache only.
    """
    key = f"tournament guests/{tournament.code}/{address}"
    known = set(cache.get(key, ()))
    others = tournament.entries.filter(user__in=known - {guest.pk}, user__is_guest=True).count()
    if others >= max(LEAST_PARTICIPANTS, tournament.limit // 2):
        raise TooManyGuestsHere
    cache.set(key, known | {guest.pk}, GUESTS_COUNTED_FOR.total_seconds())


@contextmanager
def _places_of(tournament: Tournament) -> Iterator[None]:
    """Notify participants who get or lose a place by a change of entries made inside this context, before a locked
    tournament begins.
    """
    if tournament.stage != TournamentStage.OPEN:
        yield
        return
    before = {entry.pk: entry for entry in queries.entries_of(tournament)}
    waited = set([*before][tournament.limit :])
    yield
    entries = queries.entries_of(tournament)
    up = [entry for entry in entries[: tournament.limit] if entry.pk in waited]
    down = [entry for entry in entries[tournament.limit :] if entry.pk in before and entry.pk not in waited]
    notices.places_changed(tournament, up, down)


def check_takes(tournament: Tournament, user: User | AnonymousUser) -> None:
    """Raise EntriesClosed or ForMembersOnly unless this visitor may enter the tournament."""
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
    take_out(_open(code), user)


def take_out(tournament: Tournament, user: User) -> None:
    """Delete the entry of a user in a tournament that is locked and has not begun."""
    with _places_of(tournament):
        tournament.entries.filter(user=user).delete()


@transaction.atomic
def withdraw_from_club(club: Club, user: User) -> None:
    """Take back the entries of somebody who has left a club, or was removed, in its tournaments that have not begun."""
    opened = Tournament.objects.filter(club=club, stage=TournamentStage.OPEN).order_by("pk")
    for locked in opened.select_for_update(no_key=True):  # an entry at this moment is either included or refused
        take_out(locked, user)


@transaction.atomic
def check_in(code: str, user: User) -> None:
    """Check a participant in. Raises CheckInClosed, EntriesClosed, Tournament.DoesNotExist."""
    tournament, now = _open(code), timezone.now()
    entry = tournament.entries.filter(user=user).first()
    if entry is None or not is_check_in(tournament, now):
        raise CheckInClosed
    entry.checked_in_at = entry.checked_in_at or now
    entry.save(update_fields=["checked_in_at"])


@transaction.atomic
def leave(code: str, user: User) -> None:
    """Leave a running tournament: a bot plays on in the seat, at once and in all rounds to come.

    Raises NotPlaying, Tournament.DoesNotExist.
    """
    tournament = lock(code)
    entry = tournament.entries.filter(user=user, number__isnull=False, left_at=None).first()
    if entry is None or tournament.stage != TournamentStage.RUNNING:
        raise NotPlaying
    entry.left_at = timezone.now()
    entry.save(update_fields=["left_at"])
    place = entry.places.filter(round__ended_at=None, game__stage__in=RUNNING).select_related("game").first()
    if place is not None and place.game is not None:
        with suppress(NotPossible), queue.change(place.game.code) as game:
            proposals.stand_in(game, place.player)


def is_check_in(tournament: Tournament, now: datetime) -> bool:
    """Return whether participants can check in now."""
    return tournament.stage == TournamentStage.OPEN and now >= tournament.starts_at - CHECK_IN


@transaction.atomic
def remind(tournament: Tournament, now: datetime) -> None:
    """Remind all who have entered that the tournament begins soon, once, while they can check in."""
    due = Tournament.objects.filter(pk=tournament.pk, reminded_at=None, stage=TournamentStage.OPEN)
    if due.filter(starts_at__gt=now).update(reminded_at=now):
        tournament.refresh_from_db()  # the host may have let it begin early just now
        notices.soon(tournament)


def _open(code: str) -> Tournament:
    """Return the tournament, locked. Raises EntriesClosed unless it takes entries."""
    tournament = lock(code)
    if tournament.stage != TournamentStage.OPEN:
        raise EntriesClosed
    return tournament


def lock(code: str) -> Tournament:
    """Return the tournament, locked until the end of the transaction. It is locked before its games."""
    return Tournament.objects.select_for_update(no_key=True).get(code=code)
