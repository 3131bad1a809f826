"""Whether an account may act now: neither closed nor suspended."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Follow, User, may_act
from games.competitions.ladders import rankings
from games.models import Company, DealSet, SetKind, SetResult
from games.results import ratings
from tests.finished_games import played_game
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db


def test_account_and_query_say_alike_who_may_act(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Time()
    clock.now = datetime(2026, 10, 19, 12, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", clock)
    follower, free, suspended, lifted, closed = (new_player() for _number in range(5))
    User.objects.filter(pk=suspended.pk).update(suspended_until=clock.now + timedelta(seconds=1))
    User.objects.filter(pk=lifted.pk).update(suspended_until=clock.now)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    Follow.objects.bulk_create(Follow(user=follower, followed=user) for user in (free, suspended, lifted, closed))
    assert set(User.objects.filter(may_act())) == {follower, free, lifted}
    assert set(follower.follows.filter(may_act("followed")).values_list("followed", flat=True)) == {free.pk, lifted.pk}
    assert {user for user in User.objects.all() if user.may_act} == {follower, free, lifted}
    clock.now += timedelta(seconds=1)
    assert set(User.objects.filter(may_act())) == {follower, free, suspended, lifted}


def test_who_may_not_act_is_on_no_ladder() -> None:
    """Neither on that of ratings nor on that of a month of eight a day; afterwards both have them as before."""
    at = datetime(2026, 11, 20, 12, tzinfo=UTC)
    people = [new_player() for _number in range(3)]
    User.objects.update(is_guest=False)
    played_game(*people, at=at)
    deal_set = DealSet.objects.create(code="of-today", kind=SetKind.EIGHT, day=at.date(), opens_at=at, closed_at=at)
    SetResult.objects.bulk_create(
        SetResult(deal_set=deal_set, user=user, place=place, percent=50, points=0, boards=8, at=at)
        for place, user in enumerate(people, start=1)
    )
    period = rankings.period_of("month", at.date())

    def listed() -> list[set[str]]:
        by_key = {user.pk: user.username for user in people}
        rated = ratings.ladder(Company.PEOPLE, "", "", people[0])
        return [{line.name for line in rated}, {by_key[entry.participant] for entry in rankings.entries_of(period)}]

    everybody = {user.username for user in people}
    assert listed() == [everybody, everybody]
    User.objects.filter(pk=people[0].pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert listed() == [everybody - {people[0].username}] * 2
    User.objects.filter(pk=people[0].pk).update(suspended_until=timezone.now())
    assert listed() == [everybody, everybody]
