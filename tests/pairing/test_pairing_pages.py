"""Looking for players by plain HTTP: the buttons, the page of who waits, and the way to the table."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.signing_in.guests import create_guest
from games.models import Game, PairingRequest, PairingState
from games.pairing import opened_tables
from games.values import Stage
from tests.clients import ClientFor
from tests.pairing.queue import begun, looking, paired, states
from tests.site_config import set_site_settings
from tests.tables import here, new_player, open_table, snapshot_for

pytestmark = pytest.mark.django_db

HOME, PLAY = (reverse(f"games:{name}") for name in ("home", "play_now"))
PEOPLE, STOP, MEANWHILE = (reverse(f"games:{name}") for name in ("find_players", "stop_waiting", "meanwhile"))
FIND = {"players": "people"}


def test_three_clients_who_press_the_button_sit_at_one_table_and_play() -> None:
    clients = [Client() for _ in range(3)]
    for number, client in enumerate(clients):
        answer = client.post(PLAY, FIND | {"name": f"Guest {number}"})
        assert (answer.status_code, answer["Location"]) == (302, PEOPLE)
    opened_tables.serve()
    game = Game.objects.get()
    table = reverse("games:table", args=[game.code])
    for client in clients:
        assert client.get(PEOPLE)["Location"] == table
        assert "data-go" in client.get(HOME).text
        page = client.get(table).text
        assert "data-go" not in page
        assert "once all three are here" in page
        assert "Start the game" not in page
    game.seats.update(seed="abc")
    opened_tables.serve()
    assert snapshot_for(game.code).stage is Stage.DRAWING
    assert "data-go" not in clients[0].get(HOME).text


def test_button_is_on_the_page_of_who_waits_to_which_play_leads(client: Client, client_for: ClientFor) -> None:
    assert 'name="players" value="people"' in client.get(PEOPLE).text
    assert f'href="{PEOPLE}"' in client_for(new_player()).get(HOME).text


def test_page_says_who_else_waits_for_what_and_how_long_it_may_take(client_for: ClientFor) -> None:
    me, other = looking(2)
    client_for(other).post(PLAY, FIND | {"peek": "flip2", "target": "300"})
    page = client_for(me).get(PEOPLE).text
    assert f"<b>{other.username}</b>" in page
    assert "Flip 2 · to 300" in page
    assert "Any rules" in page
    assert "Lately it has taken" not in page, "no time is said that nobody knows"


@pytest.mark.parametrize(
    ("wanted", "headline", "is_marked"),
    [
        (None, "Looking for two more players", False),
        ({"peek": "flip2"}, "Looking for one more player", False),
        ({"peek": "none"}, "Looking for two more players", True),
    ],
)
def test_page_says_how_many_are_missing_beside_those_whose_wishes_fit(
    wanted: dict[str, str] | None, headline: str, is_marked: bool, client_for: ClientFor
) -> None:
    me, other = client_for(new_player()), client_for(new_player())
    me.post(PLAY, FIND | {"peek": "flip2"})
    if wanted is not None:
        other.post(PLAY, FIND | wanted)
    page = me.get(PEOPLE).text
    assert f"<h2>{headline}</h2>" in page
    assert ("not your rules" in page) == is_marked


def test_chosen_rules_stay_chosen_on_the_page(client_for: ClientFor) -> None:
    client = client_for(new_player())
    client.post(PLAY, FIND | {"clock": "fast"})
    assert '<option value="fast" selected>' in client.get(PEOPLE).text


@pytest.mark.parametrize("wrong", [{"clock": "none"}, {"target": "7"}, {"peek": "\0"}, {"bidding": "loud"}])
def test_unknown_wish_is_a_400_that_changes_nothing(wrong: dict[str, str], client_for: ClientFor) -> None:
    answer = client_for(new_player()).post(PLAY, FIND | wrong)
    assert (answer.status_code, "was not understood" in answer.text) == (400, True)
    assert not PairingRequest.objects.exists()


def test_two_tabs_and_double_clicks_are_one_place_in_the_queue(client_for: ClientFor) -> None:
    user = new_player()
    client = client_for(user)
    for _ in range(3):
        assert client.post(PLAY, FIND).status_code == 302
    assert PairingRequest.objects.count() == 1
    for _ in range(2):
        assert client.post(STOP)["Location"] == PEOPLE
    assert "One click, and we seat you" in client.get(PEOPLE).text
    assert not PairingRequest.objects.exists()


def test_button_pressed_again_after_a_table_is_found_leads_to_it(client_for: ClientFor) -> None:
    game, users = paired()
    client = client_for(users[0])
    for address, fields in ((PLAY, FIND), (STOP, {}), (MEANWHILE, {})):
        answer = client.post(address, fields, follow=True)
        assert answer.request["PATH_INFO"] == reverse("games:table", args=[game.code])
    assert PairingRequest.objects.count() == 3


def test_game_with_bots_meanwhile_opens_once(client_for: ClientFor) -> None:
    (user,) = looking(1)
    client = client_for(user)
    first, second = (client.post(MEANWHILE)["Location"] for _ in range(2))
    assert first == second == reverse("games:table", args=[Game.objects.get().code])
    assert "Looking for players" in client.get(first).text


@pytest.mark.parametrize("address", [STOP, MEANWHILE])
def test_visitor_and_who_does_not_wait_get_the_page(address: str, client: Client, client_for: ClientFor) -> None:
    for somebody in (client, client_for(new_player())):
        assert somebody.get(address)["Location"] == PEOPLE
        assert somebody.post(address)["Location"] == PEOPLE
    assert not Game.objects.exists()


def test_who_missed_a_table_reads_how_long_to_pause(client_for: ClientFor) -> None:
    user, now = new_player(), timezone.now()
    PairingRequest.objects.create(user=user, state=PairingState.MISSED, since=now, seen_at=now, ended_at=now)
    answer = client_for(user).post(PLAY, FIND)
    assert (answer.status_code, "again in 1 minute." in answer.text) == (409, True)
    assert states([user]) == ["missed"]


def test_player_at_too_many_tables_is_refused(client_for: ClientFor) -> None:
    user = new_player()
    open_table(user)
    set_site_settings(most_games=1)
    answer = client_for(user).post(PLAY, FIND)
    assert (answer.status_code, "unfinished" in answer.text) == (409, True)


def test_others_are_called_back_to_the_queue_from_a_table_that_fell_through(client_for: ClientFor) -> None:
    game, users = paired()
    here(game.code)
    client_for(users[0]).post(reverse("games:leave", args=[game.code]))
    opened_tables.serve()
    client = client_for(users[1])
    assert f'href="{PEOPLE}"\n data-go' in client.get(reverse("games:table", args=[game.code])).text
    assert "data-go" not in client.get(HOME).text
    assert "your old place in the queue back" in client.get(PEOPLE).text


def test_spectators_and_players_of_a_paired_game_chat_apart(client_for: ClientFor) -> None:
    game, users = begun()
    table, watcher = reverse("games:table", args=[game.code]), client_for(new_player())
    send = reverse("games:send_message", args=[game.code])
    client_for(users[0]).post(send, {"text": "Among players"})
    watcher.post(send, {"text": "Among watchers"})
    pages = client_for(users[1]).get(table).text, watcher.get(table).text
    assert [("Among players" in page, "Among watchers" in page) for page in pages] == [(True, False), (False, True)]


def test_page_loads_itself_again_without_scripts_while_its_player_waits(client_for: ClientFor) -> None:
    (user,) = looking(1)
    refresh = '<noscript><meta http-equiv="refresh"'
    assert refresh in client_for(user).get(PEOPLE).text
    assert refresh not in client_for(new_player()).get(PEOPLE).text


def test_play_names_who_looks_for_players(client_for: ClientFor) -> None:
    pia, max_, blocked = create_guest("Pia"), create_guest("Max"), create_guest("Bob")
    client_for(pia).post(PLAY, {"players": "people"})
    assert "1 of 3: Pia is here." in client_for(max_).get(HOME).text
    pia.blocks.create(blocked=blocked)
    assert "Pia" not in client_for(blocked).get(HOME).text
