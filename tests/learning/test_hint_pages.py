"""Hints: only for a player alone with bots whose turn it is."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Rating
from games.values import Stage
from games.words.names import the_card
from tests.clients import HTMX, ClientFor
from tests.finished_games import SHORT, played_game
from tests.tables import act, begin, deal, gather, my_turn, new_player, open_table, play_on, snapshot_for, to_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> User:
    return new_player()


@pytest.fixture
def code(host: User) -> str:
    """Return a game against two bots in which it is the host's turn."""
    code = open_table(host)
    deal(code)
    play_on(code, my_turn)
    return code


def address(code: str) -> str:
    return reverse("games:hint", args=[code])


def test_table_offers_a_hint_as_a_fragment_and_as_a_page(code: str, host: User, client_for: ClientFor) -> None:
    player = client_for(host)
    assert f'href="{address(code)}"' in player.get(reverse("games:table", args=[code])).text
    fragment, page = player.post(address(code), headers=HTMX), player.get(address(code))
    assert "A bot would" in fragment.text
    assert "<html" not in fragment.text
    assert "A bot would" in page.text
    assert "Back to the table" in page.text


def test_bid_of_a_hint_can_be_made_with_its_form(code: str, host: User, client_for: ClientFor) -> None:
    player = client_for(host)
    hint = player.post(address(code)).text
    (form,) = re.findall(r'<form method="post" action="([^"]+/bid/)".*?</form>', hint, re.DOTALL)
    fields = re.findall(r'name="(version|tricks|nils)" value="([^"]+)"', hint)
    sent = {name: [value for other, value in fields if other == name] for name, _value in fields}
    assert player.post(form, sent).status_code == 302
    view = snapshot_for(code).view
    assert view is not None
    made = view.bid_of(0)
    assert made is not None
    assert f"Bid {made.tricks}" in hint


def test_hint_is_shown_only_after_its_price(code: str, host: User, client_for: ClientFor) -> None:
    player = client_for(host)
    played_game(host, None, None)
    for headers in ({}, HTMX):
        asked = player.get(address(code), headers=headers)
        assert "makes this game unrated" in asked.text
        assert "A bot would" not in asked.text
    assert not Game.objects.get(code=code).hinted
    assert "A bot would" in player.post(address(code)).text
    assert Game.objects.get(code=code).hinted
    later = player.get(address(code)).text
    assert "A bot would" in later
    assert "unrated" not in later


def test_first_game_s_hint_is_asked_for_without_a_word_about_ratings(
    code: str, host: User, client_for: ClientFor
) -> None:
    asked = client_for(host).get(address(code), headers=HTMX).text
    assert ("unrated" in asked, "A bot would" in asked, 'hx-trigger="load, submit"' in asked) == (False, False, True)
    assert not Game.objects.get(code=code).hinted, "a request to look changes nothing"


def test_game_with_a_hint_says_at_its_end_that_it_is_unrated(host: User, client_for: ClientFor) -> None:
    code, player = open_table(host, SHORT), client_for(host)
    deal(code)
    play_on(code, my_turn)
    player.post(address(code))
    play_on(code, lambda shown: shown.stage is Stage.OVER)
    assert not Rating.objects.exists()
    assert "it changes no rating" in player.get(reverse("games:table", args=[code])).text


def test_hint_changes_nothing_and_is_not_cached(code: str, host: User, client_for: ClientFor) -> None:
    before = snapshot_for(code)
    answer = client_for(host).post(address(code))
    after = snapshot_for(code)
    assert (after.version, after.view) == (before.version, before.view)
    assert "no-store" in answer["Cache-Control"]


def test_hints_are_rate_limited(
    code: str, host: User, client_for: ClientFor, limit: Callable[[str, str], None]
) -> None:
    limit("hint", "1/m/user")
    player = client_for(host)
    answers = [player.post(address(code), headers=HTMX) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert "A bot would" not in answers[1].text
    assert player.get(address(code)).status_code == 429


def test_hint_in_a_game_with_people_is_refused(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    code = begin(ana, ben)
    for user in (ana, ben):
        assert address(code) not in client_for(user).get(reverse("games:table", args=[code])).text
        assert client_for(user).get(address(code)).status_code == 403


def test_hint_for_a_spectator_is_refused(code: str, client: Client, client_for: ClientFor) -> None:
    assert client.get(address(code)).status_code == 403
    assert client_for(new_player()).get(address(code)).status_code == 403
    assert client_for(new_player()).post(address(code)).status_code == 403
    assert not Game.objects.get(code=code).hinted
    assert client.get(address("nowhere")).status_code == 404


def test_hint_before_the_game_redirects_to_the_table(host: User, client_for: ClientFor) -> None:
    code = gather(host, new_player())
    assert client_for(host).get(address(code)).status_code == 403
    drawing = open_table(host)
    answer = client_for(host).get(address(drawing))
    assert answer["Location"] == reverse("games:table", args=[drawing])


def test_hint_names_no_hidden_card(code: str, host: User, client_for: ClientFor) -> None:
    player = client_for(host)
    for _ in range(12):
        shown = play_on(code, to_play)
        assert shown.view is not None
        text = player.post(address(code)).text
        named = {card for card in shown.view.playable if the_card(card) in text}
        assert len(named) == 1
        act(code)
