"""What the table says at the end of a board: how it went among the others, and the way on."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser

from games.competitions.sets import queries, services
from games.competitions.sets.words import set_title
from games.engine import is_made
from games.models import Board, BoardPlay, DealSet, SetKind
from games.words.names import signed
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play, stored
from tests.layout.sizes import LANDSCAPE, LAPTOP, MIDDLE_PHONE, Screen
from tests.pages.pages import ORIGIN, show
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def address(board: Board) -> str:
    return reverse("games:board_outcome", args=[board.deal_set.code, board.number])


def of_day() -> Board:
    services.open_sets_of_day(timezone.now().date())
    return board_of(DealSet.objects.get(kind=SetKind.DAY))


def test_deal_of_the_day_ends_with_place_row_of_days_and_lines_to_share(client_for: ClientFor) -> None:
    board, ana = of_day(), new_player()
    game = play(board, ana)
    points = BoardPlay.objects.get(game=game).points
    assert points is not None
    page = client_for(ana).get(address(board))
    assert "First to finish" in page.text
    assert "Day 1" in page.text
    shown = page.context["outcome"]
    assert sum(shown.tricks) == BoardPlay.objects.get(game=game).tricks
    assert len(shown.tricks) == 13
    assert page.text.count("data-send") == 1
    stored(board, new_player(), points=points + 10)
    assert 'Place <b data-from="2" data-to="2">2</b> of 2 so far' in client_for(ana).get(address(board)).text


def test_best_of_several_deals_of_the_day_is_celebrated(client_for: ClientFor) -> None:
    ana, today = new_player(), timezone.now().date()
    for days in range(queries.FEW_DAYS, 0, -1):
        services.open_sets_of_day(today - timedelta(days=days))
        stored(board_of(DealSet.objects.get(kind=SetKind.DAY, day=today - timedelta(days=days))), ana, points=-500)
    services.open_sets_of_day(today)
    board = board_of(DealSet.objects.get(kind=SetKind.DAY, day=today))
    game = play(board, ana)
    signs = f'data-celebrates="best" data-once="{game.code}"'
    assert signs in client_for(ana).get(address(board)).text
    earlier = BoardPlay.objects.exclude(game=game)
    earlier.filter(pk=earlier.earliest("pk").pk).update(points=900)
    assert "data-celebrates" not in client_for(ana).get(address(board)).text
    earlier.filter(points=900).update(removed=True)
    assert "data-celebrates" not in client_for(ana).get(address(board)).text, "of few"


def test_board_of_several_leads_to_the_next_one(client_for: ClientFor) -> None:
    of_set, ana = challenge(boards=2), new_player()
    play(board_of(of_set), ana)
    first = client_for(ana).get(address(board_of(of_set))).text
    assert f'action="{reverse("games:play_board", args=[of_set.code, 2])}"' in first
    assert "data-send" not in first
    play(board_of(of_set, 2), ana)
    last = client_for(ana).get(address(board_of(of_set, 2))).text
    assert "/play/" not in last
    assert f'href="{reverse("games:deal_set", args=[of_set.code])}"' in last


def test_board_of_several_says_which_one_it_is_and_the_total_so_far(client_for: ClientFor) -> None:
    of_set, ana = challenge(boards=2), new_player()
    play(board_of(of_set), ana)
    table = services.begin(board_of(of_set, 2), ana)
    shown = client_for(ana).get(reverse("games:table", args=[table.code])).text
    assert "deal 2 of 2" in shown
    assert "deal 1" not in shown
    assert "1 deal<" not in shown
    felt = client_for(ana).get(address(board_of(of_set))).text
    (points,) = BoardPlay.objects.filter(user=ana, points__isnull=False).values_list("points", flat=True)
    assert f"{signed(points)} after 1 of 2" in felt
    assert "First to finish" not in felt


def test_last_board_of_a_challenge_says_the_total_and_who_is_ahead(client_for: ClientFor) -> None:
    of_set, ana, ben = challenge(boards=2), new_player(), new_player()
    boards = [board_of(of_set, number) for number in (1, 2)]
    for board in boards:
        play(board, ana)
    total = sum(points or 0 for points in BoardPlay.objects.values_list("points", flat=True))
    alone = client_for(ana).get(address(boards[1])).text
    assert f"{signed(total)} in all 2 deals" in alone
    assert "is ahead by" not in alone
    stored(boards[0], ben, points=total)
    assert "is ahead by" not in client_for(ana).get(address(boards[1])).text, "the other has not finished"
    stored(boards[1], ben, points=7)
    assert "is ahead by 7 points." in client_for(ana).get(address(boards[1])).text


def test_last_board_of_several_has_lines_to_share_and_leads_to_all_results(client_for: ClientFor) -> None:
    of_set, ana = challenge(boards=2), new_player()
    boards = [board_of(of_set, number) for number in (1, 2)]
    play(boards[0], ana)
    assert 'id="share-lines"' not in client_for(ana).get(address(boards[0])).text
    play(boards[1], ana)
    made = [is_made(each.contract or 0, each.tricks or 0) for each in queries.own_plays(boards, ana).values()]
    total = sum(points or 0 for points in BoardPlay.objects.values_list("points", flat=True))
    page = client_for(ana).get(address(boards[1])).text
    lines = page.partition('id="share-lines">')[2].partition("<")[0].split("\n")
    assert lines == [
        set_title(of_set),
        f"{signed(total)} {''.join('✅' if each else '❌' for each in made)}",
        f"http://testserver{reverse('games:deal_set', args=[of_set.code])}",
    ]
    first_behind_more = page.partition('<div class="panel">')[2].partition("</a>")[0]
    assert "All results" in first_behind_more


@pytest.mark.slow
@pytest.mark.parametrize("screen", [MIDDLE_PHONE, LANDSCAPE, LAPTOP], ids=str)
def test_sum_of_a_set_is_larger_than_the_points_of_its_last_board(
    client_for: ClientFor, browser: Browser, screen: Screen
) -> None:
    of_set, ana = challenge(boards=2), new_player()
    boards = [board_of(of_set, number) for number in (1, 2)]
    last = [play(board, ana) for board in boards][-1]
    at_table, felt = (client_for(ana).get(path).text for path in (f"/tables/{last.code}/", address(boards[1])))
    with browser.new_context(viewport=screen.viewport, reduced_motion="reduce") as context:
        table = context.new_page()
        show(table, {"/": at_table})
        table.route(f"**{address(boards[1])}", lambda route: route.fulfill(body=felt, content_type="text/html"))
        table.goto(ORIGIN)
        letters = [
            table.locator(part).evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
            for part in (".chip.sum", ".own-points")
        ]
    assert letters[0] > letters[1]


def test_verdict_of_a_challenge_is_for_who_has_played_it_all(client_for: ClientFor) -> None:
    of_set, ana, ben = challenge(boards=2), new_player(), new_player()
    boards = [board_of(of_set, number) for number in (1, 2)]
    for board in boards:
        stored(board, ben, points=700)
    play(boards[0], ana)
    assert "is ahead by" not in client_for(ana).get(address(boards[0])).text


def test_result_that_staff_have_taken_out_has_no_place(client_for: ClientFor) -> None:
    board, ana = of_day(), new_player()
    play(board, ana)
    BoardPlay.objects.update(removed=True)
    text = client_for(ana).get(address(board)).text
    assert "Place" not in text
    assert "First to finish" not in text
    assert "data-send" not in text


def test_outcome_is_for_who_has_finished_the_board(client: Client, client_for: ClientFor) -> None:
    board, ana, ben = of_day(), new_player(), new_player()
    play(board, ana)
    services.begin(board, ben)
    for visitor in (client, client_for(ben), client_for(new_player())):
        assert visitor.get(address(board)).status_code == HTTPStatus.NOT_FOUND


def test_table_of_a_finished_board_asks_for_the_outcome_for_its_player_only(
    client: Client, client_for: ClientFor
) -> None:
    board, ana = of_day(), new_player()
    game = play(board, ana)
    stored(board, ben := new_player())
    table = reverse("games:table", args=[game.code])
    assert f'hx-get="{address(board)}"' in client_for(ana).get(table).text
    assert address(board) not in client_for(ben).get(table).text
    assert address(board) not in client.get(table).text
