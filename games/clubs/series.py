"""The standing evening of a club: officers choose and end it, and each evening is announced two days before.

Evenings already announced follow a change of the series (`_move`).
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.clubs import evenings, locks
from games.clubs.errors import NotInClub
from games.clubs.queries import EVENING
from games.competitions.tournaments import direction, services as tournaments
from games.competitions.tournaments.kinds import BREAK
from games.competitions.tournaments.queries import leaders
from games.engine import MOST_PARTICIPANTS
from games.lobby import presets
from games.models import Club, ClubEvening, ClubRole, ClubSeries, FillUp, SeriesKind, Tournament, TournamentStage
from games.values import Clock
from games.web.calendar_files import Appointment

AHEAD: Final = timedelta(days=2)
"""How long before an evening members are notified of it, and can enter its tournament."""


WEEK = timedelta(days=7)


def next_meeting(weekday: int, at: time, zone: tzinfo, after: datetime) -> datetime:
    """Return the first moment after `after`, in UTC, at this time and weekday (0 is Monday) in the zone.

    If clocks go forward over that time of day, it is read with the earlier offset; if they go back over it, the first
    of the two moments counts. That is the rule of RFC 5545 (3.3.5), so calendars agree.
    """
    day = after.astimezone(zone).date() - timedelta(days=1)  # the offset may have changed since
    day += timedelta(days=(weekday - day.weekday()) % 7)
    while (meeting := datetime.combine(day, at, zone).astimezone(UTC)) <= after:
        day += WEEK
    return meeting


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

    def next_after(self, moment: datetime) -> datetime:
        """Return when the club meets next."""
        return next_meeting(self.weekday, self.at, ZoneInfo(self.time_zone), moment)


@transaction.atomic
def choose(club: Club, *, by: User, choice: Choice) -> int:
    """Let an officer choose when the club meets each week, and for what. Return how many announced evenings have
    changed; members are notified of these.

    Raises NotInClub, also for a trio.
    """
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    if locked.is_trio:
        raise NotInClub
    before = ClubSeries.objects.filter(club=locked).first()
    if before is not None and choice_of(before) == choice:
        return 0
    evenings.changed_for_calendars(locked)
    coming = list(_coming(locked)) if before is not None else []
    times = _new_times(locked, coming, choice)
    next_at = _next_free(locked, choice, max([timezone.now(), *times]), coming)
    series = _store(locked, before, choice, by, next_at, min([next_at, *times]))
    moves = list(zip(coming, times, strict=True))
    return sum(_move(evening, at, series, by) for evening, at in reversed(moves))  # to where the next one was


def choice_of(series: ClubSeries) -> Choice:
    """Return what was chosen."""
    return Choice(**{field.name: getattr(series, field.name) for field in fields(Choice)})


def _store(
    club: Club, before: ClubSeries | None, choice: Choice, by: User, next_at: datetime, first_at: datetime
) -> ClubSeries:
    """Store the series. At the same time of the week, its first evening stays the same."""
    if before is not None and _when(choice_of(before)) == _when(choice):
        first_at = before.first_at or first_at
    values = {**asdict(choice), "by": by, "next_at": next_at, "first_at": first_at}
    return ClubSeries.objects.update_or_create(club=club, defaults=values)[0]


def _when(choice: Choice) -> tuple[int, time, str]:
    return choice.weekday, choice.at, choice.time_zone


def _coming(club: Club) -> Iterator[ClubEvening]:
    """Yield the evenings of the series that have not begun, in order, including those called off."""
    coming = club.evenings.filter(of_series=True, starts_at__gt=timezone.now()).select_related("tournament")
    for evening in coming.order_by("starts_at"):
        if evening.called_off_at is not None or evenings.can_be_called_off(evening):
            evening.club = club
            yield evening


def _new_times(club: Club, coming: list[ClubEvening], choice: Choice) -> list[datetime]:
    """Return the new times of these evenings by this choice: each the nearest free moment in the future."""
    times = list[datetime]()
    for evening in coming:
        at = _next_free(club, choice, max(timezone.now(), evening.starts_at - WEEK / 2), coming)
        while at in times:
            at = choice.next_after(at)
        times.append(at)
    return times


def _next_free(club: Club, choice: Choice, after: datetime, but: list[ClubEvening]) -> datetime:
    """Return the club's next meeting by this choice at which no evening other than these is stored."""
    others = club.evenings.filter(starts_at__gt=after).exclude(pk__in=[evening.pk for evening in but])
    stored, at = set(others.values_list("starts_at", flat=True)), choice.next_after(after)
    while at in stored:
        at = choice.next_after(at)
    return at


def _move(evening: ClubEvening, at: datetime, series: ClubSeries, by: User) -> bool:
    """Let an evening follow its series, and notify the members unless it is called off; return whether they were
    notified.
    """
    before, evening.starts_at = evening.starts_at, at
    if before != at:
        evening.reminded_at = None
    if evening.called_off_at is None:
        evening.tournament = _moved_tournament(evening, series, by)
    evening.save()
    if evening.called_off_at is not None:
        return False
    evenings.notify_of_change(evening, before)
    return True


def _moved_tournament(evening: ClubEvening, series: ClubSeries, by: User) -> Tournament | None:
    """Return the tournament of an evening that follows its series: the same one, a new one, or None."""
    if series.kind == SeriesKind.TOURNAMENT and evening.tournament is not None:
        form = {"rounds": series.rounds, "boards": series.boards, "minutes": series.minutes}
        return tournaments.change(evening.tournament.code, by=by, starts_at=evening.starts_at, **form)
    if series.kind == SeriesKind.TOURNAMENT:
        return _tournament(series, evening.starts_at)
    if evening.tournament is not None:
        direction.end(evening.tournament, by=by, reason=_("The club plays at tables that evening instead."))
    return None


@transaction.atomic
def end(club: Club, *, by: User, reason: str) -> None:
    """Let an officer end the series, and call off its evenings that are announced. Members read the reason.

    Raises NotInClub.
    """
    locked = locks.lock_as(club, by, ClubRole.OFFICER)
    if ClubSeries.objects.filter(club=locked).delete()[0]:
        evenings.changed_for_calendars(locked)
        for evening in _coming(locked):
            if evening.called_off_at is None:
                evenings.take_off(evening, by=by, reason=reason)


@transaction.atomic
def announce(series: ClubSeries, now: datetime) -> None:
    """Store the next evening of a series and notify the members, once, if it is near; its tournament takes entries
    then.

    Evenings called off, or not announced in time because the site was down, are skipped.
    """
    if not locks.lock_all([series.club_id]):
        return
    due = ClubSeries.objects.select_related("club", "by").filter(pk=series.pk, next_at__lte=now + AHEAD).first()
    if due is None:
        return
    if due.next_at > now and not due.club.evenings.filter(starts_at=due.next_at).exists():
        tournament = _tournament(due, due.next_at) if due.kind == SeriesKind.TOURNAMENT else None
        evenings.store(due.club, due.next_at, tournament, of_series=True)
    due.next_at = choice_of(due).next_after(max(due.next_at, now))
    due.save(update_fields=["next_at"])


def _tournament(series: ClubSeries, at: datetime) -> Tournament | None:
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
        starts_at=at,
        rounds=series.rounds,
        boards=series.boards,
        minutes=series.minutes,
        clock=Clock.NORMAL,
        limit=MOST_PARTICIPANTS,
        fill_up=FillUp.OUT,
        rules=presets.preset(series.club.preset).rules,
    )
    return tournaments.announce(plan, by=host, club=series.club)


_IS_OFF: Final = Q(called_off_at__isnull=False) | Q(tournament__stage=TournamentStage.CANCELLED)


def appointment(series: ClubSeries, address: str, host: str) -> Appointment:
    """Return the standing evening, from its first one on, in the time zone of the club; `address` is that of its page.

    Evenings that are called off, or whose tournament is, are left out.
    """
    off = series.club.evenings.filter(_IS_OFF, of_series=True, starts_at__gte=_first(series)).order_by("starts_at")
    return Appointment(
        uid=f"club-{series.club.code}@{host}",
        sequence=series.club.calendar_sequence,
        starts_at=_local(series, _first(series)),
        lasts=_longest(series),
        name=series.club.name,
        address=address,
        weekly=True,
        left_out=[_local(series, at) for at in off.values_list("starts_at", flat=True)],
    )


def past_appointments(club: Club, address: str, host: str) -> Iterator[Appointment]:
    """Yield the evenings of series that have begun, in order, for a club whose last series has ended: a calendar that
    reads its file loses nothing of the past, and gets no error.
    """
    past = club.evenings.filter(~_IS_OFF, of_series=True, starts_at__lte=timezone.now()).order_by("starts_at")
    for evening in past:
        yield Appointment(
            uid=f"club-{club.code}-{evening.pk}@{host}",
            sequence=club.calendar_sequence,
            starts_at=evening.starts_at.astimezone(UTC),
            lasts=EVENING,
            name=club.name,
            address=address,
        )


def _first(series: ClubSeries) -> datetime:
    return series.first_at or series.next_at


def _local(series: ClubSeries, at: datetime) -> datetime:
    """Return an evening at the club's time of day, even if clocks go forward over it."""
    return at.astimezone(ZoneInfo(series.time_zone)).replace(hour=series.at.hour, minute=series.at.minute)


def _longest(series: ClubSeries) -> timedelta:
    """Return the maximum length of an evening."""
    if series.kind == SeriesKind.TABLES:
        return EVENING
    return series.rounds * timedelta(minutes=series.minutes) + (series.rounds - 1) * BREAK
