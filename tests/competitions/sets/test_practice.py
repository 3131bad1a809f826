"""Practice: boards of closed sets, by anybody. It counts nowhere, and shows nothing of a board before its end."""

from collections.abc import Iterator
from datetime import UTC, timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import engine
from games.competitions.sets import practice, queries, services
from games.competitions.sets.services import NotClosed
from games.models import Board, BoardPlay, DealResult, DealSet, Game, GameResult, SetResult, Tally
from games.play import checking, proposals
from games.play.errors import NotPossible
from games.values import Stage
from tests.addresses import readable
from tests.api.programs import Program
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, close, log_of, play, play_on, practise
from tests.tables import new_player

pytestmark = pytest.mark.django_db

POINTS, CONTRACT = 29_173, 31_337
"""Figures that are on no page by chance."""


@pytest.fixture
def board() -> Board:
    """Return the first board of a closed set of two, finished by one player with these figures."""
    of_set = challenge(boards=2)
    play(board_of(of_set), new_player())
    BoardPlay.objects.update(points=POINTS, contract=CONTRACT)
    return board_of(close(of_set))


def around(client: Client, board: Board) -> Iterator[str]:
    """Yield all that this visitor gets of a closed set around one of its boards."""
    code, played = board.deal_set.code, BoardPlay.objects.get(board=board).game.code
    of_deal = ("review", "deal_json", "deal_pbn", "verify_deal")
    of_table = ("table", "sheet", "game_json", "game_pbn", "comparison")
    addresses = [
        reverse("games:deal_set", args=[code]),
        *(f"{reverse('games:deal_set', args=[code])}?board={number}" for number in (1, 2)),
        *(reverse(f"games:set_{form}", args=[code]) for form in ("json", "csv")),
        *(reverse(f"games:{name}", args=[played, 1]) for name in of_deal),
        *(reverse(f"games:{name}", args=[played]) for name in of_table),
        reverse("games:today"),
        reverse("games:home"),
        reverse("export_account"),
    ]
    for address in addresses:
        yield client.get(address, follow=True).text


def shown_of(board: Board, client: Client) -> list[str]:
    """Return what a visitor gets of what is hidden before the end of a board."""
    root = bytes.fromhex(board.deal_set.root)
    figures = [str(POINTS), "29,173", str(CONTRACT)]
    hidden = [*figures, *(engine.chain_secret(root, number).hex() for number in range(1, 4))]
    text = "\n".join(around(client, board))
    return [secret for secret in hidden if secret in text]


def test_practice_is_the_same_deal_with_the_same_bots() -> None:
    of_set = challenge(boards=1)
    board, first = board_of(of_set), play(board_of(of_set), new_player())
    close(of_set)
    again = practise(board_of(of_set), new_player())
    assert log_of(again) == log_of(first)
    assert again.pk != first.pk
    assert list(checking.differences(again)) == []
    assert board.player == again.seats.get(user__isnull=False).player


def test_practice_counts_nowhere(board: Board) -> None:
    user = BoardPlay.objects.get().user
    before = [list(model.objects.values()) for model in (BoardPlay, SetResult)]
    field = queries.field_of(board)
    practise(board, user, seed=7)
    practise(board, new_player(), seed=8)
    assert [list(model.objects.values()) for model in (BoardPlay, SetResult)] == before
    assert queries.field_of(board) == field
    assert not any(model.objects.exists() for model in (DealResult, GameResult, Tally))


@pytest.mark.parametrize("state", ["open", "closing", "void"])
def test_board_is_practised_only_when_its_set_has_closed(state: str, client: Client) -> None:
    of_set, now = challenge(), timezone.now()
    if state == "closing":
        DealSet.objects.update(closes_at=now - timedelta(seconds=1))
    if state == "void":
        DealSet.objects.update(closed_at=now, void_reason="A test")
    with pytest.raises(NotClosed):
        practice.begin(board_of(of_set), new_player())
    answer = client.post(reverse("games:practise_board", args=[of_set.code, 1]))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "once its set has closed" in answer.text
    assert not Game.objects.exists()


def test_guest_practises_and_sees_the_place_among_the_others(board: Board, client: Client) -> None:
    of_set = board.deal_set
    form = reverse("games:practise_board", args=[of_set.code, 1])
    assert form in client.get(reverse("games:deal_set", args=[of_set.code])).text
    tables = [client.post(form)["Location"] for _ in range(2)]
    assert tables[0] == tables[1]
    page = client.get(tables[0]).text
    assert "Practice: " in page
    game = Game.objects.exclude(replayed="").get()
    play_on(board, game.code)
    compared_at = f"{reverse('games:deal_set', args=[of_set.code])}?board=1"
    assert compared_at in client.get(tables[0]).text
    compared = client.get(compared_at).text
    assert "2 of 2" in compared
    assert "place it would have been" in compared
    assert reverse("games:review", args=[game.code, 1]) in compared
    assert client.post(form)["Location"] not in tables


@pytest.mark.slow
def test_nothing_of_a_board_is_shown_during_the_first_practice(board: Board, client_for: ClientFor) -> None:
    user, other = new_player(), new_player()
    assert str(POINTS) in shown_of(board, client_for(user)), "before, everybody may look at a closed set"
    game = practice.begin(board, user)
    assert shown_of(board, client_for(user)) == []
    assert str(POINTS) in shown_of(board, client_for(other))
    play_on(board, game.code)
    after = shown_of(board, client_for(user))
    assert str(POINTS) in after
    practice.begin(board, user)
    assert shown_of(board, client_for(user)) == after, "the cards are known by now"


def test_deal_of_a_board_is_shown_in_no_form_during_the_first_practice(board: Board, client_for: ClientFor) -> None:
    """Review, frame, picture, files, proof: all addresses of the deal that there are, and what programs read."""
    user, played = new_player(), BoardPlay.objects.get(board=board).game
    of_deal = [address for address in forms_of(played, Client()) if "deals/1" in address or "deal=1" in address]
    forms = {address.partition("deals/1")[2] for address in of_deal}
    assert forms >= {"/", ".png", ".json", ".pbn", "/embed/"}
    assert f"/verify/?table={played.code}&deal=1" in of_deal
    program = Program(user)
    program.get(f"/tables/{played.code}/deals/1")
    game = practice.begin(board, user)
    assert forms_of(played, client_for(user)) == []
    program.get(f"/tables/{played.code}/deals/1", status=403)
    play_on(board, game.code)
    assert set(of_deal) <= set(forms_of(played, client_for(user)))


def forms_of(game: Game, client: Client) -> list[str]:
    """Return the addresses at which this client reads something of the finished deals of a table."""
    review = f"http://testserver/tables/{game.code}/deals/1/"
    found = client.get(reverse("games:oembed"), {"url": review})
    is_found = [review + "oembed"] if found.status_code == HTTPStatus.OK else []
    return is_found + [
        each for each in readable(client, {"played": game}, part=game.code) if "/deals" in each or "deal=" in each
    ]


def test_who_has_played_a_board_sees_it_during_practice(board: Board, client_for: ClientFor) -> None:
    user = BoardPlay.objects.get().user
    before = shown_of(board, client_for(user))
    assert before
    practice.begin(board, user)
    assert shown_of(board, client_for(user)) == before


def test_practice_can_be_given_up_and_a_board_not(board: Board, client_for: ClientFor) -> None:
    user = new_player()
    game = practice.begin(board, user)
    table = client_for(user).get(reverse("games:table", args=[game.code])).text
    assert "Give up this game" in table
    proposals.give_up(code=game.code, player=board.player)
    assert Game.objects.get(pk=game.pk).stage == Stage.CLOSED
    assert str(POINTS) in shown_of(board, client_for(user))
    counted = services.begin(board_of(challenge()), user)
    assert "Give up this game" not in client_for(user).get(reverse("games:table", args=[counted.code])).text
    with pytest.raises(NotPossible):
        proposals.give_up(code=counted.code, player=counted.seats.get(user=user).player)


def test_place_of_practice_leaves_the_own_result_out() -> None:
    field = {90: 1, 50: 2, 20: 1}
    assert practice.with_practice(field, 60, None) == {90: 1, 60: 1, 50: 2, 20: 1}
    assert practice.with_practice(field, 60, 20) == {90: 1, 60: 1, 50: 2}
    assert practice.with_practice(field, 50, 50) == field


def test_archive_leads_to_practice_of_old_days(client: Client) -> None:
    services.open_sets_of_day(timezone.now().astimezone(UTC).date())
    of_day = DealSet.objects.get(kind="day")
    play(board_of(of_day), new_player())
    close(of_day)
    assert reverse("games:deal_set", args=[of_day.code]) in client.get("/today/").text
    page = client.get(reverse("games:deal_set", args=[of_day.code])).text
    assert reverse("games:practise_board", args=[of_day.code, 1]) in page
    assert "Play it for practice" in page
