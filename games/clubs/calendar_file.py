"""The evenings of a club as an entry for calendars."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q

from games.clubs.queries import EVENING
from games.competitions.tournaments.kinds import BREAK
from games.models import ClubSeries, SeriesKind, TournamentStage
from games.web.calendar_files import Appointment


def of_series(series: ClubSeries, address: str, host: str) -> Appointment:
    """Return the standing evening, from its first one on, in the time zone of the club; `address` is that of its page.

    Evenings that are called off, or whose tournament is, are left out.
    """
    is_off = Q(called_off_at__isnull=False) | Q(tournament__stage=TournamentStage.CANCELLED)
    off = series.club.evenings.filter(is_off, of_series=True, starts_at__gte=_first(series)).order_by("starts_at")
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


def _first(series: ClubSeries) -> datetime:
    return series.first_at or series.next_at


def _local(series: ClubSeries, at: datetime) -> datetime:
    """Return an evening at the time of day of the club, also where clocks go forward over it."""
    return at.astimezone(ZoneInfo(series.time_zone)).replace(hour=series.at.hour, minute=series.at.minute)


def _longest(series: ClubSeries) -> timedelta:
    """Return the time that an evening takes at most."""
    if series.kind == SeriesKind.TABLES:
        return EVENING
    return series.rounds * timedelta(minutes=series.minutes) + (series.rounds - 1) * BREAK
