"""Days whose deal nobody could play: no gap in anybody's days in a row."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games.competitions.sets import archive, front, moderation, portrait, services
from games.models import DealSet, SetKind
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, stored
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db

LAST = date(2026, 11, 30)


@pytest.fixture
def player(time: Time) -> User:
    """Return who has played the deals of 27, 28 and 30 November, at noon of the last day."""
    time.now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    user = new_player()
    for number in range(4):
        services.open_sets_of_day(LAST - timedelta(days=number))
    for day in (27, 28, 30):
        stored(board_of(of_day(day)), user)
    return user


def of_day(day: int) -> DealSet:
    return DealSet.objects.get(kind=SetKind.DAY, day=LAST.replace(day=day))


def rows(user: User) -> tuple[int, int]:
    """Return the days in a row up to now, and the most so far, as all pages say them."""
    page = archive.archive(user, LAST.replace(day=1), LAST)
    now = front.today(user, datetime(2026, 11, 30, 12, tzinfo=UTC))
    figures = {name: value for value, name in portrait.figures_of_sets(user, LAST)}
    assert now.streak == page.streak == int(figures["current streak of daily deals"].split()[0])
    assert page.longest == int(figures["longest streak"].split()[0])
    return page.streak, page.longest


def void(day: int) -> None:
    moderation.void(of_day(day), by=new_player(), public_reason="A mistake.", reason="")


def test_day_that_was_missed_is_a_gap(player: User) -> None:
    assert rows(player) == (1, 2)


def test_void_day_is_no_gap(player: User) -> None:
    void(29)
    assert rows(player) == (3, 3)


def test_day_without_a_deal_is_no_gap(player: User) -> None:
    """The site was away all day."""
    DealSet.objects.filter(day=LAST.replace(day=29)).delete()
    assert rows(player) == (3, 3)


def test_day_that_is_void_after_playing_counts_for_nobody(player: User, client_for: ClientFor) -> None:
    early = new_player()
    for day in (27, 28, 29, 30):
        stored(board_of(of_day(day)), early)
    assert rows(early) == (4, 4)
    void(29)
    assert rows(early) == rows(player) == (3, 3)
    page = client_for(early).get(reverse("games:today")).text
    assert page.count('class="left-out"') == 1 + 26, "26 days were before the first deal"


def test_day_that_can_still_be_played_is_no_gap(player: User, time: Time) -> None:
    """The site was away, so it closes later."""
    DealSet.objects.filter(day=LAST.replace(day=29)).update(closes_at=time.now + timedelta(hours=1))
    assert rows(player) == (3, 3)
    time.passes(3600)
    assert rows(player) == (1, 2)


def test_void_deal_of_today_leaves_the_row_as_it_was(player: User) -> None:
    void(29)
    DealSet.objects.filter(day=LAST, kind=SetKind.EIGHT).update(void_reason="A mistake.")
    void(30)
    assert rows(player) == (2, 2)
