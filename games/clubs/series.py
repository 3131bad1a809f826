"""The standing evenings of clubs: chosen by officers, announced two days before, reminded of half an hour before."""

from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notifications.services import notify_on_commit
from games.clubs import services
from games.clubs.calendar import next_meeting
from games.clubs.errors import NotInClub
from games.engine import MOST_PARTICIPANTS
from games.lobby import presets
from games.models import (
    BELONGING,
    Clock,
    Club,
    ClubEvening,
    ClubMember,
    ClubRole,
    ClubSeries,
    FillUp,
    SeriesKind,
    Tournament,
)
from games.tournaments import services as tournaments

AHEAD: Final = timedelta(days=2)
"""How long before an evening members are told of it, and can enter its tournament."""

SOON: Final = timedelta(minutes=30)
"""How long before an evening they are reminded."""


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
    locked = services.lock_as(club, by, ClubRole.OFFICER)
    if locked.is_trio:
        raise NotInClub
    known = ClubEvening.objects.filter(club=locked, starts_at__gt=timezone.now()).order_by("-starts_at").first()
    after = known.starts_at if known else timezone.now()
    next_at = next_meeting(choice.weekday, choice.at, ZoneInfo(choice.time_zone), after)
    ClubSeries.objects.update_or_create(club=locked, defaults={**asdict(choice), "by": by, "next_at": next_at})


@transaction.atomic
def end(club: Club, *, by: User) -> None:
    """Let an officer end the series. Evenings that are announced take place. Raises NotInClub."""
    locked = services.lock_as(club, by, ClubRole.OFFICER)
    ClubSeries.objects.filter(club=locked).delete()


@transaction.atomic
def announce(series: ClubSeries, now: datetime) -> None:
    """Store the next evening of a series and tell the members, once, if it is near; its tournament takes entries then.

    An evening that nobody has announced in time, as the site was down, is left out.
    """
    if not services.lock_all([series.club_id]):
        return
    due = ClubSeries.objects.select_related("club", "by").filter(pk=series.pk, next_at__lte=now + AHEAD).first()
    if due is None:
        return
    if due.next_at > now:
        tournament = _tournament(due) if due.kind == SeriesKind.TOURNAMENT else None
        ClubEvening.objects.create(club=due.club, starts_at=due.next_at, tournament=tournament)
        _tell(due.club, "club_evening", due.next_at, until=due.next_at.isoformat())
    zone = ZoneInfo(due.time_zone)
    due.next_at = next_meeting(due.weekday, due.at, zone, max(due.next_at, now))
    due.save(update_fields=["next_at"])


def _tournament(series: ClubSeries) -> Tournament | None:
    """Announce the tournament of an evening. Its host is the officer who has chosen it, or another one."""
    officers = ClubMember.objects.filter(club=series.club, role=ClubRole.OFFICER).select_related("user").order_by("pk")
    hosts = [officer.user for officer in officers]
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
def remind(evening: ClubEvening, now: datetime) -> None:
    """Remind the members once that an evening begins soon; who has entered its tournament is reminded of that."""
    if not ClubEvening.objects.filter(pk=evening.pk, reminded_at=None).update(reminded_at=now):
        return
    if evening.tournament_id is None and evening.starts_at > now:
        _tell(evening.club, "club_evening_soon", evening.starts_at)


def _tell(club: Club, kind: str, at: datetime, **values: str) -> None:
    about, path = f"{club.code}/{at:%Y%m%d%H%M}", reverse("games:club", args=[club.code])
    for user in club.members.filter(role__in=BELONGING).values_list("user", flat=True):
        notify_on_commit(user, kind, about=about, path=path, club=club.name, **values)
