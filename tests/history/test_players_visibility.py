"""Players' pages: who may see them, and what they hide."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.base.choices import Visibility
from accounts.models import User
from games.models import Game
from tests.clients import ClientFor
from tests.finished_games import NOON, played_game
from tests.history.players_pages import TABS, content, page
from tests.tables import new_player, open_table, play_on, state_of, to_play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("public", [True, False])
def test_private_running_table_has_no_link(ana: User, client: Client, public: bool) -> None:
    code = open_table(ana)
    Game.objects.filter(code=code).update(public=public)
    play_on(code, lambda table: table.deal_number == 2)
    shown = [client.get(page(ana, tab)) for tab in ("", "games/", "deals/", "deals.json", "games.csv")]
    shows_code = [code in (content(answer) if answer.streaming else answer.text) for answer in shown]
    assert shows_code == [public] * len(shown)


def test_own_lists_lead_to_running_games_and_their_deals(ana: User, client_for: ClientFor) -> None:
    code = open_table(ana)
    play_on(code, lambda table: table.deal_number == 2)
    games, deals = (client_for(ana).get(page(ana, tab)).text for tab in ("games/", "deals/"))
    assert f'href="{reverse("games:table", args=[code])}"' in games
    assert f'href="{reverse("games:review", args=[code, 1])}"' in deals


def test_leaders_begin_with_a_ladder_that_has_players(client: Client) -> None:
    address, ana = reverse("games:ranks") + "?bidding=", new_player()
    User.objects.update(is_guest=False)
    assert client.get(address).context["form"]["company"].value() == "people"
    played_game(ana, None, None)
    assert client.get(address).context["form"]["company"].value() == "bots"
    assert ana.username in client.get(address).text
    assert ana.username not in client.get(address, {"company": "people"}).text
    played_game(ana, new_player(), new_player(), at=NOON + timedelta(days=1), seed=1)
    assert client.get(address).context["form"]["company"].value() == "people"


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize(
    ("visibility", "nobody", "somebody"),
    [(Visibility.PUBLIC, 200, 200), (Visibility.PLAYERS, 403, 200), (Visibility.PRIVATE, 403, 403)],
)
def test_page_is_shown_only_to_visitors_allowed_by_the_player(
    client_for: ClientFor, ana: User, tab: str, visibility: str, nobody: int, somebody: int
) -> None:
    ana.visibility = visibility
    ana.save()
    answers = [visitor.get(page(ana, tab)) for visitor in (Client(), client_for(new_player()), client_for(ana))]
    assert [answer.status_code for answer in answers] == [nobody, somebody, 200]


def test_leaders_are_sorted_and_exclude_players_hidden_from_the_visitor(client: Client, client_for: ClientFor) -> None:
    people = [new_player() for _ in range(3)]
    for number in range(3):
        played_game(*people, at=NOON + timedelta(days=number), seed=number)
    for player, visibility in zip(people, Visibility, strict=True):
        player.visibility, player.is_guest = visibility, False
        player.save()
    address = reverse("games:ranks") + "?company=people"
    names = [player.username for player in people]
    assert [name in client.get(address).text for name in names] == [True, False, False]
    assert [name in client_for(new_player()).get(address).text for name in names] == [True, True, False]
    User.objects.update(visibility=Visibility.PUBLIC)
    shown = re.findall(r": (\d+) ±\N{NO-BREAK SPACE}(\d+), proven", client.get(address).text)
    worth = [int(points) - 3 * int(give_or_take) for points, give_or_take in shown]
    assert len(worth) == 3
    assert worth == sorted(worth, reverse=True)
    assert names[0] not in client.get(address, {"company": "bots"}).text
    assert names[0] in client.get(address, {"month": "2026-03", "bidding": "standard"}).text


def test_running_deal_is_not_shown(client: Client, ana: User, client_for: ClientFor) -> None:
    code = open_table(ana)
    play_on(code, to_play)
    state = state_of(code)
    for visitor in (client, client_for(ana)):
        for tab in TABS:
            answer = visitor.get(page(ana, tab))
            text = content(answer) if answer.streaming else answer.text
            assert code not in text
            assert not any(re.search(rf"\b{card}\b", text) for hand in state.dealt for card in hand)


def test_player_can_choose_who_sees_the_page(client_for: ClientFor, ana: User) -> None:
    address = reverse("settings_account")
    assert Client().get(address).status_code == 302
    client = client_for(ana)
    assert client.post(address, {"visibility": "cats", "online_to": "all"}).status_code == 422
    assert client.post(address, {"visibility": "private", "online_to": "all"}).status_code == 302
    ana.refresh_from_db()
    assert ana.visibility == Visibility.PRIVATE
