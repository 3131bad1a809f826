"""A challenge is on Play and Today for its host and for whoever has begun it, with what each may know."""

import html
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.base.names import isolated
from accounts.models import User
from games.competitions.sets import services
from games.models import Board, BoardPlay, DealSet, Game
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge
from tests.tables import new_player

pytestmark = pytest.mark.django_db

TODAY, PLAY = "/today/", "/"
MINUS = "\N{MINUS SIGN}"


def host_of(of_set: DealSet) -> User:
    assert of_set.host is not None
    return of_set.host


def page_of(of_set: DealSet) -> str:
    return reverse("games:deal_set", args=[of_set.code])


def finish(of_set: DealSet, user: User, *points: int) -> None:
    """Store these points on the first boards, whose deals are not stored."""
    for number, each in enumerate(points, start=1):
        game = services.begin(board_of(of_set, number), user)
        BoardPlay.objects.filter(game=game).update(points=each, finished_at=of_set.opens_at)
        Game.objects.filter(pk=game.pk).update(stage="closed")


class Read:
    """Reads a page as a user, in a language."""

    def __init__(self, client_for: ClientFor) -> None:
        self.client_for = client_for

    def __call__(self, user: User, address: str, language: str = "en") -> str:
        client = self.client_for(user)
        answer = client.get(address, headers={"accept-language": language})
        return html.unescape(answer.text)


@pytest.fixture
def read(client_for: ClientFor) -> Read:
    return Read(client_for)


def test_host_who_has_closed_its_page_is_led_back_to_it(read: Read) -> None:
    of_set = challenge()
    page = read(host_of(of_set), TODAY)
    assert "Your challenges" in page
    assert page_of(of_set) in page
    assert "0 of 3 played" in page
    assert "no results yet" in page
    assert page_of(of_set) not in read(host_of(of_set), PLAY), "not begun"
    assert "Tus desafíos" in read(host_of(of_set), TODAY, "es")


@pytest.mark.parametrize("is_guest", [False, True])
def test_friend_who_has_begun_goes_on(read: Read, is_guest: bool) -> None:
    of_set, friend = challenge(), new_player()
    User.objects.filter(pk=friend.pk).update(is_guest=is_guest)
    game = services.begin(board_of(of_set), friend)
    table = f'href="{reverse("games:table", args=[game.code])}"'
    page = read(friend, TODAY)
    assert page_of(of_set) in page
    assert table in page
    assert "Go on" in page
    page = read(friend, PLAY)
    assert table in page
    assert page_of(of_set) not in page, "it is among the running games"
    BoardPlay.objects.filter(game=game).update(points=40, finished_at=of_set.opens_at)
    Game.objects.filter(pk=game.pk).update(stage="closed")
    assert page_of(of_set) in read(friend, PLAY)


def test_two_challenges_of_one_host_have_different_names(read: Read) -> None:
    host, friend = new_player(), new_player()
    made = [datetime(2026, 11, 27, 9, 5, tzinfo=UTC), datetime(2026, 11, 27, 18, 30, tzinfo=UTC)]
    for moment in made:
        of_set = challenge()
        DealSet.objects.filter(pk=of_set.pk).update(host=host, opens_at=moment)
        assert services.begin(board_of(of_set), friend).name == "Challenge, 27 Nov: deal 1"
    name = isolated(host.username)
    for at in ("09:05", "18:30"):
        assert read(friend, TODAY).count(f"<b>{name}’s challenge, 27 Nov, {at}</b>") == 1
        assert read(friend, TODAY, "es").count(f"<b>Desafío de {name}, 27 nov, {at}</b>") == 1


def test_strangers_see_nothing(read: Read) -> None:
    of_set = challenge()
    finish(of_set, new_player(), 40, 30, 20)
    page = read(new_player(), TODAY)
    assert "Your challenges" not in page
    assert of_set.code not in page


def test_results_of_others_are_hidden_until_the_visitor_has_finished(read: Read) -> None:
    of_set, friend = challenge(), new_player()
    host = host_of(of_set)
    finish(of_set, host, 411, 311, 211)
    finish(of_set, friend, 10, 20)
    for address in (TODAY, PLAY):
        page = read(friend, address)
        assert "2 of 3 played" in page
        assert "1 player has finished it" in page, "as on the challenge's own page"
        assert "933" not in page
        assert f"{host.username} <b>" not in page
    board = board_of(of_set, 3)
    game = services.begin(board, friend)
    assert "933" not in read(friend, TODAY), "the last deal is under way"
    BoardPlay.objects.filter(game=game).update(points=-70, finished_at=of_set.opens_at)
    Game.objects.filter(pk=game.pk).update(stage="closed")
    page = " ".join(read(friend, TODAY).split())
    assert f"{friend.username} <b>{MINUS}40</b> – {host.username} <b>+933</b>" in page
    assert "Compare" in page
    assert page_of(of_set) not in read(friend, PLAY), "nothing is left to play"
    assert f"{host.username} <b>+933</b> – {friend.username} <b>{MINUS}40</b>" in " ".join(read(host, TODAY).split())


def test_host_who_has_finished_learns_whom_to_wait_for(read: Read) -> None:
    of_set, friend = challenge(), new_player()
    host = host_of(of_set)
    finish(of_set, host, 40, 30, 20)
    assert "Nobody else has played yet." in read(host, TODAY)
    finish(of_set, friend, 77)
    page = read(host, TODAY)
    assert f"Waiting for {friend.username}." in page
    assert "77" not in page.partition("Your challenges")[2].partition("</ul>")[0]


def test_of_three_who_have_finished_only_the_number_is_shown(read: Read) -> None:
    of_set = challenge(boards=1)
    for points, user in ((40, host_of(of_set)), (55, new_player()), (66, new_player())):
        finish(of_set, user, points)
    page = read(host_of(of_set), TODAY)
    assert "3 players have finished it" in page
    assert "+40" in page
    assert "+66" not in page


def test_older_ones_are_in_a_fold_and_cost_no_queries(read: Read) -> None:
    host = new_player()
    client = read.client_for(host)

    def queries_of_today() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(TODAY)
        return len(captured)

    def one_more() -> DealSet:
        of_set = challenge(boards=1)
        DealSet.objects.filter(pk=of_set.pk).update(host=host)
        finish(of_set, host, 40)
        finish(of_set, new_player(), 50)
        return of_set

    first = one_more()
    client.get(TODAY)
    few = queries_of_today()
    for _ in range(4):
        one_more()
    assert queries_of_today() == few
    page = read(host, TODAY)
    assert page.index("Earlier challenges") < page.index(page_of(first))


def test_void_challenge_is_left_out(read: Read) -> None:
    of_set = challenge()
    DealSet.objects.filter(pk=of_set.pk).update(void_reason="bot_fault")
    assert Board.objects.filter(deal_set=of_set).exists()
    assert of_set.code not in read(host_of(of_set), TODAY)
