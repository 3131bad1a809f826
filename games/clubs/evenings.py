"""Announced evenings of clubs: store, move and call them off, remind members, and notify them of changes.

A club is locked while its evenings are written.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notifications.services import notify_on_commit, withdraw
from games.clubs import locks
from games.clubs.errors import EveningTaken, NoSuchEvening, NotInClub, TooManyEvenings
from games.competitions.tournaments import direction, services as tournaments
from games.models import BELONGING, Club, ClubEvening, ClubRole, Tournament, TournamentStage

SOON: Final = timedelta(minutes=30)
"""How long before an evening members are reminded."""

MOST_COMING: Final = 5
"""How many evenings can be announced at a time: each is a message to all members."""


@transaction.atomic
def announce_tournament(club: Club, plan: tournaments.Plan, *, by: User) -> Tournament:
    """Let an officer announce a tournament for the club's members, who are notified at once.

    Raises NotInClub, also for a trio, EveningTaken, TooManyEvenings.
    """
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    if locked.is_trio:
        raise NotInClub
    coming = locked.evenings.filter(starts_at__gt=timezone.now())
    if coming.filter(starts_at=plan.starts_at).exists():
        raise EveningTaken
    if coming.filter(called_off_at=None).count() >= MOST_COMING:
        raise TooManyEvenings
    tournament = tournaments.announce(plan, by=by, club=locked)
    store(locked, plan.starts_at, tournament)
    return tournament


def store(club: Club, at: datetime, tournament: Tournament | None, *, of_series: bool = False) -> None:
    """Store an evening, and notify the members."""
    evening = ClubEvening.objects.create(club=club, starts_at=at, tournament=tournament, of_series=of_series)
    _notify(evening, "club_evening", _moment(at))


@transaction.atomic
def remind(evening: ClubEvening, now: datetime) -> None:
    """Remind the members once that an evening begins soon; participants of its tournament are reminded of the
    tournament instead.
    """
    if not ClubEvening.objects.filter(pk=evening.pk, reminded_at=None, called_off_at=None).update(reminded_at=now):
        return
    if evening.tournament_id is None and evening.starts_at > now:
        _notify(evening, "club_evening_soon", _moment(evening.starts_at))


@transaction.atomic
def call_off(club: Club, *, by: User, at: datetime, reason: str) -> None:
    """Let an officer call one evening off: an announced one, or the next one of the series. Members read the reason.

    Raises NotInClub, and NoSuchEvening if it has begun or was called off already.
    """
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    evening = locked.evenings.filter(starts_at=at).first() or _next_of_series(locked, at)
    if evening is None or not can_be_called_off(evening):
        raise NoSuchEvening
    changed_for_calendars(locked)
    take_off(evening, by=by, reason=reason)


def _next_of_series(club: Club, at: datetime) -> ClubEvening | None:
    """Return the next, unannounced evening of the series if it begins at this moment."""
    if at <= timezone.now() or not hasattr(club, "series") or club.series.next_at != at:
        return None
    return ClubEvening(club=club, starts_at=at, of_series=True)


def can_be_called_off(evening: ClubEvening) -> bool:
    """Return whether an evening has not begun, and is not called off."""
    has_begun = evening.tournament is not None and evening.tournament.stage != TournamentStage.OPEN
    return evening.called_off_at is None and not has_begun and evening.starts_at > timezone.now()


def take_off(evening: ClubEvening, *, by: User, reason: str) -> None:
    """Call off an evening of a locked club, and its tournament; all members are notified once."""
    evening.called_off_at, evening.reason = timezone.now(), reason
    evening.save()
    entered = set[int]()
    if evening.tournament is not None:
        entered = {entry.user_id for entry in evening.tournament.entries.all() if entry.user_id is not None}
        direction.end(evening.tournament, by=by, reason=reason)  # which notifies those who have entered
    _withdraw(evening.club, evening.starts_at)
    _notify(evening, "club_evening_changed", _change(evening), but=entered, variant="off", reason=reason)


def notify_of_change(evening: ClubEvening, before: datetime) -> None:
    """Notify the members that an evening has changed; `before` is when it would have begun."""
    _withdraw(evening.club, before)
    _notify(evening, "club_evening_changed", _change(evening))


def changed_for_calendars(club: Club) -> None:
    """Store that a locked club's series in calendars is outdated."""
    club.calendar_sequence += 1
    club.save(update_fields=["calendar_sequence"])


def _notify(evening: ClubEvening, kind: str, what: str, *, but: set[int] | None = None, **values: str) -> None:
    """Notify the members of an evening. `what` distinguishes events that may happen several times in a club."""
    club = evening.club
    about, path = f"{club.code}/{what}", reverse("games:club", args=[club.code])
    for user in _members(club):
        if user not in (but or ()):
            notify_on_commit(user, kind, about=about, path=path, expires_at=evening.starts_at, club=club.name, **values)


def _withdraw(club: Club, at: datetime) -> None:
    """Withdraw unsent notifications about the evening that was to begin at this moment."""
    for kind in ("club_evening", "club_evening_soon"):
        withdraw(_members(club), kind, about=f"{club.code}/{_moment(at)}")


def _members(club: Club) -> list[int]:
    return list(club.members.filter(role__in=BELONGING).values_list("user", flat=True))


def _moment(at: datetime) -> str:
    return f"{at:%Y%m%d%H%M}"


def _change(evening: ClubEvening) -> str:
    return f"{evening.club.calendar_sequence}/{_moment(evening.starts_at)}"
