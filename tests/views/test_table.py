"""The table's views: permissions and responses."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.base.choices import HandOrder
from accounts.models import User
from games.components import frames
from games.engine import DECK, Bid, Card, Play
from games.play import loading, queries as table_queries, table_cache
from games.values import Stage
from tests.clients import HTMX, ClientFor
from tests.tables import (
    close_table,
    deal,
    gather,
    my_turn,
    new_player,
    open_table,
    play_on,
    scored,
    sensible,
    snapshot_for,
    start,
    to_play,
)

pytestmark = pytest.mark.django_db

MOVES = ["peek", "bid", "play", "claim", "answer", "ready", "end"]


def address(name: str, code: str) -> str:
    return reverse(f"games:{name}", args=[code])


@pytest.fixture
def host() -> User:
    return new_player()


@pytest.fixture
def player(host: User, client_for: ClientFor) -> Client:
    return client_for(host)


def card_post(card: Card, version: int) -> dict[str, object]:
    return {"card": str(card), "version": version}


def sensible_card(code: str) -> Card:
    action = sensible(code)
    assert isinstance(action, Play)
    return action.card


@pytest.mark.parametrize("name", MOVES)
class TestPermissions:
    def test_get_of_a_move_redirects_to_the_table(self, name: str, host: User, player: Client) -> None:
        code = open_table(host)
        for ask in (player.get, player.head):
            assert ask(address(name, code))["Location"] == address("table", code)
        assert player.put(address(name, code)).status_code == 405

    def test_move_by_anybody_but_the_players_is_refused(
        self, name: str, host: User, client: Client, client_for: ClientFor
    ) -> None:
        code = open_table(host)
        before = snapshot_for(code)
        for other in (client, client_for(new_player())):
            assert other.post(address(name, code), {"version": before.version}).status_code == 403
        assert snapshot_for(code) == before

    def test_unknown_table_is_a_404(self, name: str, player: Client) -> None:
        assert player.post(address(name, "nowhere"), {"version": 0}).status_code == 404

    def test_post_without_csrf_token_is_refused(self, name: str, host: User) -> None:
        code = open_table(host)
        before = snapshot_for(code)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(host)
        assert strict.post(address(name, code), {"version": before.version}).status_code == 403
        assert snapshot_for(code) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bid", {}),
        ("bid", {"tricks": "many", "version": "1"}),
        ("bid", {"tricks": "14", "version": "1"}),
        ("bid", {"tricks": "5", "nils": "everybody", "version": "1"}),
        ("bid", {"tricks": "5"}),
        ("play", {"card": "S1", "version": "1"}),
        ("play", {"card": "", "version": "1"}),
        ("play", {"card": "SA", "version": "x"}),
        ("play", {"card": "SA", "version": "-1"}),
        ("play", {"card": "SA", "version": "9" * 40}),
        ("peek", {"places": "13", "version": "1"}),
        ("peek", {"places": "one", "version": "1"}),
        ("answer", {"accept": "perhaps", "version": "1"}),
        ("ready", {}),
    ],
)
def test_invalid_input_is_a_400_with_a_notice_and_changes_nothing(
    name: str, data: dict[str, str], host: User, player: Client
) -> None:
    code = open_table(host)
    deal(code)
    before = snapshot_for(code)
    for headers in ({}, HTMX):
        answer = player.post(address(name, code), data, headers=headers)
        assert answer.status_code == 400
        assert "Nothing has changed" in answer.text
    assert snapshot_for(code) == before


def test_table_waiting_for_others_offers_a_reload_without_javascript(host: User, player: Client) -> None:
    code, again = open_table(host), "Load it again"
    assert again in player.get(address("table", code)).text
    play_on(code, to_play)
    assert again not in player.get(address("table", code)).text
    close_table(code)
    assert again not in player.get(address("table", code)).text


def test_card_played_by_plain_form_redirects_to_the_table(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, to_play)
    answer = player.post(address("play", code), card_post(sensible_card(code), before.version))
    assert (answer.status_code, answer["Location"]) == (302, address("table", code))
    assert snapshot_for(code).version == before.version + 1


def test_card_played_by_htmx_gets_the_table_only(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, to_play)
    answer = player.post(address("play", code), card_post(sensible_card(code), before.version), headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert f'data-version="{before.version + 1}"' in answer.text


def test_answer_to_htmx_brings_only_what_changed_since_the_page(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, to_play)
    page = player.get(address("table", code)).text
    card = sensible_card(code)
    answer = player.post(address("play", code), card_post(card, before.version), headers=HTMX).text
    assert answer.startswith('<hx-partial id="p-state">')
    assert f'id="trick-{card}"' in answer
    assert 'id="scores"' in page
    assert 'id="scores"' not in answer
    frames.clear()  # as in another process, which does not know what the page showed
    again = player.post(address("play", code), card_post(card, before.version), headers=HTMX)
    assert again.status_code == 409
    assert again.text.startswith('<div class="game ')
    assert 'id="scores"' in again.text


def test_post_that_changes_nothing_leaves_the_page_as_it_is(host: User, player: Client) -> None:
    code = gather(host, new_player())
    start(code, host)
    waiting = {"version": snapshot_for(code).version}
    assert player.post(address("ready", code), waiting, headers=HTMX).status_code == 200
    page = {"version": snapshot_for(code).version}
    player.get(address("table", code))
    again = player.post(address("ready", code), page, headers=HTMX)
    assert (again.status_code, again.text) == (204, ""), "an empty answer would empty the form"


def test_changed_hand_order_shows_on_the_next_page(host: User, player: Client) -> None:
    code = open_table(host)
    deal(code)

    def suits() -> list[str]:
        return re.findall(r'id="suit-0-(.)"', player.get(address("table", code)).text)

    before = suits()
    player.post(
        reverse("settings_table"), {"theme": "", "card_size": "", "hand_order": HandOrder.RISING, "language": "en"}
    )
    after = suits()
    assert sorted(after) == sorted(before)
    assert before == [suit for suit in "shcd" if suit in before]
    assert after == [suit for suit in "dchs" if suit in before]


@pytest.mark.django_db(transaction=True)  # a table is cached when its move is committed
def test_move_at_a_cached_table_reads_nothing(
    host: User, player: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    code = open_table(host)
    table_cache.store(table_queries.full_snapshot_of(loading.game_by_code(code)))
    before = play_on(code, to_play)
    move = card_post(sensible_card(code), before.version)
    # The session, the user, the seat, five to write, the seat, and the cards chosen for later turns.
    with django_assert_max_num_queries(10):
        answer = player.post(address("play", code), move, headers=HTMX)
    assert (answer.status_code, snapshot_for(code).version) == (200, before.version + 1)


def test_second_click_gets_the_table_and_a_notice(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, to_play)
    data = card_post(sensible_card(code), before.version)
    player.post(address("play", code), data)
    after = snapshot_for(code)
    for headers in ({}, HTMX):
        answer = player.post(address("play", code), data, headers=headers)
        assert answer.status_code == 409
        assert "Your move had already arrived; nothing was lost." in answer.text
        assert f'data-version="{after.version}"' in answer.text
    assert snapshot_for(code) == after


@pytest.mark.usefixtures("time")
def test_illegal_move_is_a_409_with_the_reason_in_the_player_s_language(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, to_play)
    assert before.view is not None
    seen = {*(before.view.hand or ()), *(before.view.dummy or ())}
    not_mine = next(card for card in DECK if card not in seen)
    answer = player.post(address("play", code), card_post(not_mine, before.version), headers=HTMX)
    assert answer.status_code == 409
    assert "not in the hand" in answer.text
    spanish = player.post(
        address("play", code), card_post(not_mine, before.version), headers={**HTMX, "Accept-Language": "es"}
    )
    assert "not in the hand" not in spanish.text
    assert snapshot_for(code) == before


def test_bid_with_nils_is_stored(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, my_turn)
    player.post(address("bid", code), {"tricks": 5, "nils": ["0", "dummy"], "version": before.version})
    view = snapshot_for(code).view
    assert view is not None
    assert [(bid.tricks, bid.nils) for bid in view.bids if bid.player == 0] == [(5, {0, 3})]


@pytest.mark.usefixtures("time")
def test_bid_outside_the_style_is_refused(host: User, player: Client) -> None:
    code = open_table(host)
    before = play_on(code, my_turn)
    assert isinstance(sensible(code), Bid)
    answer = player.post(address("play", code), {"card": "SA", "version": before.version}, headers=HTMX)
    assert answer.status_code == 409
    assert snapshot_for(code) == before


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_bid_without_a_number_is_refused_in_the_player_s_language(
    host: User, player: Client, headers: dict[str, str]
) -> None:
    """The button says it while no number is chosen, and so does the answer to a form that comes without one."""
    code = open_table(host)
    play_on(code, my_turn)
    assert '<span class="lacks-number">Choose a number</span>' in player.get(address("table", code)).text
    bid = {"version": snapshot_for(code).version, "nils": "dummy"}
    for language, sentence in (("en", "Choose a number of tricks first."), ("es", "Elige primero un número de bazas.")):
        answer = player.post(address("bid", code), bid, headers=headers | {"Accept-Language": language})
        assert (answer.status_code, sentence in answer.text) == (400, True)


def test_ready_starts_the_deal_and_end_ends_the_game(host: User, player: Client) -> None:
    code = open_table(host)
    assert player.post(address("ready", code), {"version": snapshot_for(code).version}).status_code == 302
    assert snapshot_for(code).stage is Stage.DEAL
    assert player.post(address("end", code), {"version": snapshot_for(code).version}).status_code == 302
    assert snapshot_for(code).stage is Stage.CLOSED
    assert player.get(address("table", code)).status_code == 200


def test_everyone_may_watch(host: User, client: Client) -> None:
    code = open_table(host)
    play_on(code, to_play)
    answer = client.get(address("table", code))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert address("play", code) not in answer.text


def test_score_sheet_page_is_shown(host: User, player: Client) -> None:
    code = open_table(host)
    assert player.get(address("sheet", code)).status_code == 200
    play_on(code, scored)
    assert player.get(address("sheet", code)).status_code == 200
    assert player.get(address("sheet", "nowhere")).status_code == 404
