"""Weekends off: clocks of games by turns stand still on a player's Saturday and Sunday."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from accounts.models import User
from games.lobby.forms import TableForm
from games.models import Game
from games.play import table_cache, ticker, weekends
from tests.clients import ClientFor
from tests.play.player_clocks import due_in
from tests.tables import Time, begin, new_player, snapshot_for, three_people, user_at

MADRID, AUCKLAND = ZoneInfo("Europe/Madrid"), ZoneInfo("Pacific/Auckland")
FRIDAY_NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
DAY = 24 * 60 * 60.0
moments = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))  # as Hypothesis wants them
zones = st.sampled_from([UTC, MADRID, AUCKLAND, ZoneInfo("America/New_York"), ZoneInfo("Asia/Kathmandu")])


@given(moments, st.floats(0, 30 * DAY), zones)
def test_time_is_up_on_a_weekday_after_as_many_seconds_as_count(since: datetime, seconds: float, zone: tzinfo) -> None:
    end = weekends.after(since, seconds, zone)
    assert weekends.seconds_between(since, end, zone) == pytest.approx(seconds, abs=0.01)
    assert (end - timedelta(milliseconds=1)).astimezone(zone).weekday() < 5 or seconds < 0.01


@given(moments, st.floats(0, 10 * DAY), st.floats(0, 10 * DAY), zones)
def test_parts_of_a_time_count_as_the_whole(since: datetime, first: float, second: float, zone: tzinfo) -> None:
    middle = since + timedelta(seconds=first)
    end = middle + timedelta(seconds=second)
    parts = weekends.seconds_between(since, middle, zone) + weekends.seconds_between(middle, end, zone)
    assert parts == pytest.approx(weekends.seconds_between(since, end, zone), abs=0.01)


def test_weekend_is_that_of_the_zone() -> None:
    assert weekends.after(FRIDAY_NOON, DAY, UTC) == FRIDAY_NOON + timedelta(days=3)
    assert weekends.after(FRIDAY_NOON, DAY, AUCKLAND) == datetime(2026, 11, 30, 11, tzinfo=UTC), "Saturday has begun"
    over_the_change = datetime(2026, 10, 23, 12, tzinfo=UTC)
    assert weekends.after(over_the_change, DAY, MADRID) == over_the_change + timedelta(days=3, hours=1)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    time.now = FRIDAY_NOON
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time


@pytest.mark.django_db
class TestTable:
    def test_day_for_a_move_ends_on_monday(self, time: Time) -> None:
        assert due_in(three_people(clock="1day", weekends_off=True)) == pytest.approx(3 * DAY, abs=2)
        assert due_in(three_people(clock="1day")) == pytest.approx(DAY, abs=2)
        assert Game.objects.get(code=three_people(weekends_off=True)).due_at is None

    def test_nobody_is_late_before(self, time: Time) -> None:
        code = three_people(clock="1day", weekends_off=True)
        version = snapshot_for(code).version
        time.passes(3 * DAY - 60)
        ticker.serve_due()
        assert snapshot_for(code).version == version
        time.passes(120)
        ticker.serve_due()
        assert snapshot_for(code).version > version

    @pytest.mark.django_db(transaction=True)
    def test_time_is_that_of_the_zone_that_a_player_has_chosen_since(self, time: Time) -> None:
        """Not of the one that they had when their table was loaded."""
        users = [new_player() for _ in range(3)]
        for user in users:
            user.time_zone = str(AUCKLAND)
            user.save()
        code = begin(*users, clock="1day", weekends_off=True)
        assert table_cache.look_up(code) is not None
        User.objects.update(time_zone="UTC")
        time.passes(3 * DAY - 3600 + 60)
        ticker.serve_due()
        assert not snapshot_for(code).late
        time.passes(3600)
        ticker.serve_due()
        assert snapshot_for(code).late

    def test_table_says_so_and_until_when(self, time: Time, client_for: ClientFor) -> None:
        code = three_people(clock="1day", weekends_off=True)
        page = client_for(user_at(code)).get(f"/tables/{code}/").text
        assert "3 d 0 h" in page
        assert "30 Nov" in page

    def test_form_offers_it(self) -> None:
        shown = snapshot_for(three_people(clock="1day", weekends_off=True))
        form = TableForm(TableForm.initial_for(shown.rules, shown.options))
        assert form.is_valid(), form.errors
        assert form.options().weekends_off
