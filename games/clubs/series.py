"""The evenings of clubs: the standing one, which officers choose and which is announced two days before, and single
tournaments. Members are reminded half an hour before.
"""

from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notifications.services import notify_on_commit
from games.clubs import locks
from games.clubs.calendar import next_meeting
from games.clubs.errors import EveningTaken, NotInClub, TooManyEvenings
from games.engine import MOST_PARTICIPANTS
from games.lobby import presets
from games.models import BELONGING, Clock, Club, ClubEvening, ClubRole, ClubSeries, FillUp, SeriesKind, Tournament
from games.tournaments import services as tournaments
from games.tournaments.queries import leaders

AHEAD: Final = timedelta(days=2)
"""How long before an evening members are notified of it, and can enter its tournament."""

SOON: Final = timedelta(minutes=30)
"""How long before an evening they are reminded."""


MOST_COMING: Final = 5
"""How many evenings can be announced at a time: each is a message to all members."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What an officer chooses for the evenings of a club; `time_zone` is the name of a zone."""

    weekday: int
    at: time
    time_zone: str
    kind: SeriesKind
    rounds: int
    boards: int
    minutes: int


@transaction.atomic
def choose(club: Club, *, by: User, choice: Choice) -> None:
    """Let an officer choose when the club meets each week, and what for. Raises NotInClub, also for a trio."""
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    if locked.is_trio:
        raise NotInClub
    next_at = _next_unannounced(locked, choice)
    ClubSeries.objects.update_or_create(club=locked, defaults={**asdict(choice), "by": by, "next_at": next_at})


def _next_unannounced(club: Club, choice: Choice) -> datetime:
    """Return the next time at which the club meets by this choice, and for which no evening is stored yet."""
    now, zone = timezone.now(), ZoneInfo(choice.time_zone)
    stored = set(club.evenings.filter(starts_at__gt=now).values_list("starts_at", flat=True))
    next_at = next_meeting(choice.weekday, choice.at, zone, now)
    while next_at in stored:
        next_at = next_meeting(choice.weekday, choice.at, zone, next_at)
    return next_at


@transaction.atomic
def end(club: Club, *, by: User) -> None:
    """Let an officer end the series. Evenings that are announced take place. Raises NotInClub."""
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    ClubSeries.objects.filter(club=locked).delete()


@transaction.atomic
def announce(series: ClubSeries, now: datetime) -> None:
    """Store the next evening of a series and notify the members, once, if it is near; its tournament takes entries
    then.

    An evening that nobody has announced in time, as the site was down, is left out.
    """
    if not locks.lock_all([series.club_id]):
        return
    due = ClubSeries.objects.select_related("club", "by").filter(pk=series.pk, next_at__lte=now + AHEAD).first()
    if due is None:
        return
    if due.next_at > now and not due.club.evenings.filter(starts_at=due.next_at).exists():
        _store(due.club, due.next_at, _tournament(due) if due.kind == SeriesKind.TOURNAMENT else None)
    zone = ZoneInfo(due.time_zone)
    due.next_at = next_meeting(due.weekday, due.at, zone, max(due.next_at, now))
    due.save(update_fields=["next_at"])


def _tournament(series: ClubSeries) -> Tournament | None:
    """Announce the tournament of an evening, unless nobody of the club may act. Its host is the officer who has chosen
    it, or another of those who lead the club.
    """
    hosts = leaders(series.club_id)
    if not hosts:
        return None
    host = next((user for user in hosts if user == series.by), hosts[0])
    plan = tournaments.Plan(
        name=series.club.name,
        text="",
        starts_at=series.next_at,
        rounds=series.rounds,
        boards=series.boards,
        minutes=series.minutes,
        clock=Clock.NORMAL,
        limit=MOST_PARTICIPANTS,
        fill_up=FillUp.OUT,
        rules=presets.preset(series.club.preset).rules,
    )
    return tournaments.announce(plan, by=host, club=series.club)


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
    if coming.count() >= MOST_COMING:
        raise TooManyEvenings
    tournament = tournaments.announce(plan, by=by, club=locked)
    _store(locked, plan.starts_at, tournament)
    return tournament


def _store(club: Club, at: datetime, tournament: Tournament | None) -> None:
    """Store an evening, and notify the members."""
    ClubEvening.objects.create(club=club, starts_at=at, tournament=tournament)
    _notify_members(club, "club_evening", at)


@transaction.atomic
def remind(evening: ClubEvening, now: datetime) -> None:
    """Remind the members once that an evening begins soon; who has entered its tournament is reminded of that."""
    if not ClubEvening.objects.filter(pk=evening.pk, reminded_at=None).update(reminded_at=now):
        return
    if evening.tournament_id is None and evening.starts_at > now:
        _notify_members(evening.club, "club_evening_soon", evening.starts_at)


def _notify_members(club: Club, kind: str, at: datetime) -> None:
    """Notify the members of an evening that begins at this moment."""
    about, path = f"{club.code}/{at:%Y%m%d%H%M}", reverse("games:club", args=[club.code])
    for user in club.members.filter(role__in=BELONGING).values_list("user", flat=True):
        notify_on_commit(user, kind, about=about, path=path, expires_at=at, club=club.name)
