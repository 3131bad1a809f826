"""What a profile says of sets of deals, and to whom."""

import re
from datetime import UTC, timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.base.choices import Visibility
from accounts.models import User
from games.competitions.sets import services
from games.competitions.sets.portrait import figures_of_sets
from games.models import Board, BoardPlay, DealSet, SetKind, SetResult
from tests.clients import ClientFor
from tests.competitions.sets.sets import DAY, board_of, challenge
from tests.tables import new_player

pytestmark = pytest.mark.django_db

TODAY = timezone.now().astimezone(UTC).date()


@pytest.fixture
def player() -> User:
    """A player with two closed sets and a streak of two days that goes on."""
    user = new_player()
    for percent in (50, 60, None):
        SetResult.objects.create(deal_set=challenge(), user=user, at=DAY, points=9, percent=percent, boards=3)
    for ago in (1, 2, 4):
        play_day(user, ago)
    services.open_sets_of_day(TODAY - timedelta(days=3))
    return user


def play_day(user: User, ago: int, **fields: object) -> None:
    services.open_sets_of_day(TODAY - timedelta(days=ago))
    of_day = DealSet.objects.get(kind=SetKind.DAY, day=TODAY - timedelta(days=ago))
    DealSet.objects.filter(pk=of_day.pk).update(closes_at=None)
    game = services.begin(board_of(of_day), user)
    BoardPlay.objects.filter(game=game).update(points=50, **fields)


def page_of(player: User, client: Client) -> str:
    return client.get(reverse("games:player", args=[player.username])).text


def test_figures_of_a_player(player: User) -> None:
    figures = [value for value, _name in figures_of_sets(player, TODAY)]
    assert figures == ["3", "55.0%", "2 days", "2 days"]
    play_day(player, 0)
    play_day(player, 3, by_expert=True)
    assert [value for value, _name in figures_of_sets(player, TODAY)][2:] == ["3 days", "3 days"]


def test_streaks_are_left_out_without_a_deal_of_the_day() -> None:
    user = new_player()
    SetResult.objects.create(deal_set=challenge(), user=user, at=DAY, points=9, percent=62.5, boards=3)
    assert [value for value, _name in figures_of_sets(user, TODAY)] == ["1", "62.5%"]


def test_guest_of_daily_deals_sees_the_last_ones_and_one_next_step(client_for: ClientFor) -> None:
    user = new_player()
    for ago in (1, 0):
        play_day(user, ago, finished_at=timezone.now() - timedelta(days=ago))
    assert [value for value, _name in figures_of_sets(user, TODAY)] == ["2 days", "2 days"], "no set has closed"
    page = page_of(user, client_for(user))
    boards = list(Board.objects.filter(deal_set__kind=SetKind.DAY).order_by("-deal_set__day"))
    links = re.findall(r'<a class="line panel" href="([^"]+)">', page)
    assert links == [f"{reverse('games:deal_set', args=[board.deal_set.code])}?board=1" for board in boards]
    assert page.count("+50 points") == 2
    assert page.count("btn primary") == 1
    assert "+50 points" not in page_of(user, client_for(new_player())), "others may not have played them"


def test_profile_shows_them(player: User, client: Client) -> None:
    page = page_of(player, client)
    assert "<h2>Daily deals and challenges</h2>" in page
    assert "55.0%" in page
    client.cookies["django_language"] = "es"
    assert "Repartos diarios y desafíos" in page_of(player, client)


def test_profile_without_sets_says_nothing_of_them(client: Client) -> None:
    assert "<h2>Daily deals and challenges</h2>" not in page_of(new_player(), client)


def test_private_profile_shows_them_to_nobody_else(player: User, client_for: ClientFor) -> None:
    User.objects.filter(pk=player.pk).update(visibility=Visibility.PRIVATE)
    answer = client_for(new_player()).get(reverse("games:player", args=[player.username]))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "55.0%" not in answer.text
    assert "55.0%" in page_of(player, client_for(player))
