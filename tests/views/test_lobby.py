"""The home page of strangers and players, and new tables."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine import BiddingStyle, PeekRule
from games.lobby.presets import BUILT_IN
from games.models import Game
from games.values import Stage, TableOptions
from tests.clients import ClientFor
from tests.finished_games import played_game
from tests.site_config import set_site_settings
from tests.tables import (
    begin,
    close_table,
    finish_deals,
    gather,
    my_turn,
    new_player,
    open_table,
    play_on,
    snapshot_for,
    start,
)

pytestmark = pytest.mark.django_db

HOME, PLAY, NEW = (reverse(f"games:{name}") for name in ("home", "play_now", "new_table"))
FORM = {
    "name": "",
    "peek": "none",
    "bidding": "standard",
    "target": "500",
    "bag_limit": "10",
    "floor": "",
    "spectators": "on",
    "clock": "none",
    "patience": "120",
    "bot_level": "expert",
    "bot_style": "mixed",
    "bot_pause": "human",
}
CALM_CLUB = {"bot_level": "club", "bot_style": "cautious", "bot_pause": "short"}


@pytest.fixture
def host() -> User:
    return new_player()


@pytest.fixture
def player(host: User, client_for: ClientFor) -> Client:
    return client_for(host)


def test_visitor_with_a_name_gets_a_table(client: Client) -> None:
    assert client.get(HOME).status_code == 200
    answer = client.post(PLAY, {"name": "Alex"})
    game = Game.objects.get()
    assert answer["Location"] == reverse("games:table", args=[game.code])
    assert (game.host.username, game.host.is_guest) == ("Alex", True)
    assert client.get(answer["Location"]).status_code == 200


def test_visitor_without_a_name_becomes_a_guest(client: Client) -> None:
    for _ in range(2):
        client.logout()
        client.post(PLAY, {"name": ""})
    assert list(User.objects.order_by("pk").values_list("username", flat=True)) == ["Guest", "Guest 2"]
    assert Game.objects.count() == 2


def test_home_page_offers_a_game_to_watch_to_all_but_its_players(client: Client, host: User, player: Client) -> None:
    code = gather(host, new_player(), new_player(), public=True)
    start(code, host)
    assert f'id="running-{code}"' in client.get(HOME).text
    text = player.get(HOME).text
    assert f'id="running-{code}"' not in text
    assert code in text


@pytest.mark.parametrize("name", ["x", "<b>", "a" * 99])
def test_refused_name_is_a_400_with_the_reason(client: Client, name: str) -> None:
    answer = client.post(PLAY, {"name": name})
    assert answer.status_code == 400
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_signed_in_player_is_not_asked_for_a_name(host: User, player: Client) -> None:
    player.post(PLAY)
    player.post(PLAY, {"name": "Somebody else"})
    assert Game.objects.filter(host=host).count() == 2


@pytest.mark.parametrize("preset", BUILT_IN, ids=lambda preset: preset.code)
def test_every_preset_opens_a_table_with_its_rules(player: Client, preset: object) -> None:
    player.post(PLAY, {"preset": preset.code})  # type: ignore[attr-defined]
    assert snapshot_for(Game.objects.get().code).rules == preset.rules  # type: ignore[attr-defined]


def test_table_with_bots_has_the_chosen_options(player: Client) -> None:
    odd = {"name": "Odd", "peek": "none", "bidding": "standard", "target": "500", "bag_limit": "10", "floor": ""}
    player.post(NEW, odd | {"clock": "fast", "patience": "30", **CALM_CLUB, "players": "bots"})
    shown = snapshot_for(Game.objects.get().code)
    assert shown.stage is Stage.DRAWING
    assert shown.options == TableOptions(False, False, "fast", 30, False, "club", "cautious", "short")


def test_get_does_not_open_a_table(player: Client) -> None:
    assert player.get(PLAY)["Location"] == reverse("games:home")
    assert not Game.objects.exists()


def test_table_has_every_chosen_option(player: Client) -> None:
    odd = {"name": "Odd", "peek": "flip3", "bidding": "whiz", "target": "350", "bag_limit": "5", "floor": "-200"}
    answer = player.post(NEW, odd | {"players": "anyone", "clock": "fast", "patience": "30", **CALM_CLUB})
    assert answer.status_code == 302
    shown = snapshot_for(Game.objects.get().code)
    assert (shown.name, shown.stage) == ("Odd", Stage.OPEN)
    assert shown.options == TableOptions(True, False, "fast", 30, False, "club", "cautious", "short")
    rules = shown.rules
    assert (rules.peek, rules.bidding) == (PeekRule.FLIP3, BiddingStyle.WHIZ)
    assert (rules.target, rules.bag_limit, rules.floor) == (350, 5, -200)


@pytest.mark.parametrize(
    "wrong",
    [
        {"peek": "all"},
        {"bidding": "loud"},
        {"target": "501"},
        {"target": ""},
        {"bag_limit": "21"},
        {"floor": "5"},
        {"clock": "sand"},
        {"patience": "1"},
        {"players": "nobody"},
        {"preset": "none"},
    ],
)
def test_invalid_rules_are_a_400(player: Client, wrong: dict[str, str]) -> None:
    answer = player.post(NEW, FORM | wrong)
    assert answer.status_code == 400
    assert not Game.objects.exists()


def test_table_with_chosen_rules_starts_with_two_bots(player: Client) -> None:
    player.post(NEW, FORM | {"target": "100", "players": "bots"})
    shown = snapshot_for(Game.objects.get().code)
    assert (shown.stage, shown.rules.target) == (Stage.DRAWING, 100)
    assert [seat.is_bot for seat in shown.seats] == [False, True, True]


def test_visitor_opens_a_new_table_under_the_name_given_there(client: Client) -> None:
    assert 'name="visitor"' in client.get(NEW).text
    answer = client.post(NEW, FORM | {"visitor": "Alex"})
    game = Game.objects.get()
    assert answer["Location"] == reverse("games:table", args=[game.code])
    assert (game.host.username, game.stage) == ("Alex", Stage.OPEN)
    assert 'name="visitor"' not in client.get(NEW).text


@pytest.mark.parametrize("name", ["x", "<b>", "a" * 17])
def test_refused_name_of_a_new_table_s_visitor_is_a_400_that_keeps_the_form(client: Client, name: str) -> None:
    answer = client.post(NEW, FORM | {"visitor": name, "preset": "flip2", "players": "anyone"})
    assert answer.status_code == 400
    assert 'value="anyone" id="id_flip2_players_1" checked' in answer.text
    assert not User.objects.exists()


def test_too_many_new_visitors_of_one_address_are_a_429(client: Client, limit: Callable[[str, str], None]) -> None:
    limit("create_guest", "3/10m/ip")
    for _ in range(3):
        client.logout()
        assert client.post(NEW, FORM).status_code == 302
    client.logout()
    answer = client.post(NEW, FORM)
    assert (answer.status_code, "ten minutes" in answer.text) == (429, True)


def test_friends_table_of_the_home_page_waits_under_a_name_in_each_reader_s_language(client: Client) -> None:
    answer = client.post(PLAY, {"name": "Alex", "players": "friends"})
    game = Game.objects.get()
    assert (game.stage, game.public, answer["Location"]) == (
        Stage.OPEN,
        False,
        reverse("games:table", args=[game.code]),
    )
    for language, title in (("en", "Alex’s table"), ("es", "Mesa de Alex")):
        for page in (answer["Location"], HOME):
            assert title in client.get(page, headers={"Accept-Language": language}).text


def test_games_to_resume_come_first_on_the_home_page(host: User, player: Client) -> None:
    code = open_table(host)
    text = player.get(HOME).text
    assert text.index(code) < text.index("Bots") < text.index("Friends")


def test_stranger_is_shown_the_lesson_and_a_player_what_to_play(player: Client, client: Client) -> None:
    lesson, question = reverse("games:first_deal"), "Show me in 3 minutes"
    text = client.get(HOME).text
    assert question in text
    assert f'href="{lesson}"' in text
    assert question not in player.get(HOME).text


def test_play_says_how_long_a_game_takes(host: User, player: Client) -> None:
    assert "About 20 minutes." in player.get(HOME).text
    finish_deals(begin(host, new_player()))
    assert "About an hour." in player.get(HOME).text


def test_own_games_are_marked_where_it_is_the_player_s_turn(host: User, player: Client) -> None:
    quiet, waiting, other = open_table(host), open_table(host), open_table(new_player())
    play_on(waiting, my_turn)
    text = player.get(HOME).text
    assert text.index(waiting) < text.index(quiet)
    assert "Your turn" in text
    assert other not in text


def test_finished_game_is_not_listed(host: User, player: Client) -> None:
    code = open_table(host)
    close_table(code)
    assert code not in player.get(HOME).text


def test_number_of_queries_does_not_depend_on_the_number_of_games(
    host: User, player: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(8):
        open_table(host)
    with django_assert_max_num_queries(19):
        player.get(HOME)


def test_too_many_unfinished_games_are_a_409_with_a_notice(player: Client) -> None:
    set_site_settings(most_games=1)
    player.post(PLAY)
    answer = player.post(PLAY)
    assert answer.status_code == 409
    assert "unfinished" in answer.text
    assert Game.objects.count() == 1


def test_opening_too_many_tables_is_a_429_with_a_notice(player: Client, limit: Callable[[str, str], None]) -> None:
    limit("open_game", "2/10m/user")
    for _ in range(2):
        player.post(PLAY)
    answer = player.post(PLAY)
    assert answer.status_code == 429
    assert "ten minutes" in answer.text
    assert Game.objects.count() == 2


def test_rules_page_is_shown(client: Client) -> None:
    assert client.get(reverse("games:rules")).status_code == 200


def test_first_game_with_bots_is_short_and_later_ones_are_the_usual(client_for: ClientFor) -> None:
    newcomer, veteran = new_player(), new_player()
    played_game(veteran, None, None)
    played = []
    for player in (newcomer, veteran):
        client_for(player).post(PLAY)
        game = Game.objects.filter(host=player).latest("pk")
        played.append((game.target, game.bot_level))
    assert played == [(200, "club"), (500, "expert")]
    client_for(newcomer).post(PLAY, {"preset": "classic"})
    assert Game.objects.filter(host=newcomer).latest("pk").target == 500, "chosen is chosen"


def test_header_says_what_waits_on_every_page_but_play_which_lists_it(player: Client) -> None:
    for address, is_hidden in ((HOME, True), (reverse("games:today"), False)):
        sign = player.get(address).text.split('id="turns"')[1].split(">")[0]
        assert (" hidden" in sign) == is_hidden
