"""When a club meets each week: right across both changes of the clocks, in every time zone."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from games.clubs.series import WEEK, next_meeting

ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
         "Pacific/Apia", "Africa/Casablanca", "Pacific/Kiritimati")  # fmt: skip
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))
TIMES = st.builds(time, st.integers(0, 23), st.integers(0, 59))


@given(st.integers(0, 6), TIMES, st.sampled_from(ZONES), MOMENTS)
def test_next_meeting_is_the_first_one_after_a_moment(weekday: int, at: time, zone: str, after: datetime) -> None:
    meeting = next_meeting(weekday, at, ZoneInfo(zone), after)
    assert after < meeting <= after + WEEK + timedelta(hours=3)
    days = [after.astimezone(ZoneInfo(zone)).date() + timedelta(days=number) for number in range(-2, 10)]
    moments = [datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC) for day in days if day.weekday() == weekday]
    assert meeting == min(moment for moment in moments if moment > after)


@given(st.integers(0, 6), TIMES, st.sampled_from(ZONES), MOMENTS)
def test_meetings_are_a_week_apart_by_the_clock_on_the_wall(weekday: int, at: time, zone: str, after: datetime) -> None:
    """Except where the clocks go forward over that time of day: there it is an hour later, or half an hour."""
    meeting = after
    for _week in range(60):
        before, meeting = meeting, next_meeting(weekday, at, ZoneInfo(zone), meeting)
        assert meeting > before
        local = meeting.astimezone(ZoneInfo(zone))
        naive = local.replace(tzinfo=None)
        wanted = datetime.combine(naive.date(), at)
        gap = wanted.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        assert naive in (wanted, gap)
        assert timedelta() <= naive - wanted <= timedelta(hours=2)


@pytest.mark.parametrize(
    ("weekday", "at", "after", "meetings"),
    [
        # Thursdays at 20:00 in Madrid, over both changes of 2026 (29 March, 25 October).
        (3, "20:00", "2026-03-20T12:00", ["2026-03-26T19:00", "2026-04-02T18:00"]),
        (3, "20:00", "2026-10-20T12:00", ["2026-10-22T18:00", "2026-10-29T19:00"]),
        # Sundays at 2:30: on 29 March there is no such time, on 25 October there are two, of which the first counts.
        (6, "02:30", "2026-03-25T12:00", ["2026-03-29T01:30", "2026-04-05T00:30"]),
        (6, "02:30", "2026-10-20T12:00", ["2026-10-25T00:30", "2026-11-01T01:30"]),
        # One that has just begun is not the next.
        (3, "20:00", "2026-10-22T18:00", ["2026-10-29T19:00"]),
    ],
)
def test_worked_examples(weekday: int, at: str, after: str, meetings: list[str]) -> None:
    moment = datetime.fromisoformat(f"{after}+00:00")
    for expected in meetings:
        moment = next_meeting(weekday, time.fromisoformat(at), ZoneInfo("Europe/Madrid"), moment)
        assert moment == datetime.fromisoformat(f"{expected}+00:00")
