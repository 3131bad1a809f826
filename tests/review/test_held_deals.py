"""Looking at the last deal by its pages: who looks, how long the next one waits, and that it has begun."""

import re

import pytest
from django.test import Client

from games.models import Game
from games.play import ticker
from games.values import Stage
from tests.clients import HTMX, ClientFor
from tests.tables import Time, begin, deal, finish_deals, new_player, snapshot_for, three_people, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(time: Time) -> str:  # noqa: ARG001  # which stands still
    code = three_people()
    finish_deals(code)
    return code


@pytest.fixture
def players(code: str, client_for: ClientFor) -> list[Client]:
    return [client_for(user_at(code, player)) for player in range(3)]


def held_by(code: str) -> set[int]:
    return set(snapshot_for(code).held_by)


def next_deal(page: str) -> str:
    """Return what the table says about the next deal, as text."""
    actions = page.split('class="actions"')[1].split('id="p-records"')[0]
    return " ".join(re.sub("<[^>]*>", " ", actions).split())


@pytest.mark.parametrize("page", ["deals/1/", "deals/1/?at=9", "deals/1/together/", "sheet/"])
def test_opening_a_page_of_the_deal_holds_the_next_one_until_the_player_is_back(
    code: str, players: list[Client], page: str, time: Time
) -> None:
    looking, waiting, _ = players
    assert "is looking" not in next_deal(waiting.get(f"/tables/{code}/").text)
    assert "The next deal waits for you" in looking.get(f"/tables/{code}/{page}").text
    assert held_by(code) == {0}
    name = snapshot_for(code).seats[0].name
    assert f"{name} is looking: 1:00" in next_deal(waiting.get(f"/tables/{code}/").text)
    time.passes(18)
    ticker.serve_due()
    assert f"{name} is looking: 0:42" in next_deal(waiting.get(f"/tables/{code}/").text)
    looking.get(f"/tables/{code}/")
    assert held_by(code) == set()
    ticker.serve_due()
    assert snapshot_for(code).stage is Stage.DEAL


def test_two_who_look_are_named_and_each_reads_that_it_is_them(code: str, players: list[Client]) -> None:
    players[0].get(f"/tables/{code}/sheet/")
    players[1].get(f"/tables/{code}/deals/1/")
    seats = snapshot_for(code).seats
    page = players[2].get(f"/tables/{code}/").text
    assert f"{seats[0].name} and {seats[1].name} are looking: 1:00" in next_deal(page)


def test_part_of_the_table_holds_it_while_it_is_open(code: str, players: list[Client]) -> None:
    page = players[0].get(f"/tables/{code}/").text
    assert page.count(f'hx-post="/tables/{code}/hold/" hx-trigger="toggle"') == 2
    assert players[0].post(f"/tables/{code}/hold/", {"open": "1"}, headers=HTMX).status_code == 204
    assert held_by(code) == {0}
    assert players[0].post(f"/tables/{code}/hold/", headers=HTMX).status_code == 204
    assert held_by(code) == set()
    assert players[0].post(f"/tables/{code}/hold/", {"open": "1"})["Location"] == f"/tables/{code}/"


def test_spectators_hold_nothing(code: str, client: Client, client_for: ClientFor) -> None:
    for reader in (client, client_for(new_player())):
        assert "hold/" not in reader.get(f"/tables/{code}/").text
        assert "waits for you" not in reader.get(f"/tables/{code}/deals/1/").text
        reader.get(f"/tables/{code}/sheet/")
        assert reader.post(f"/tables/{code}/hold/", {"open": "1"}).status_code == 403
    assert held_by(code) == set()


@pytest.mark.parametrize("page", ["deals/1/", "deals/1/together/"])
def test_open_review_stays_and_says_that_the_next_deal_has_begun(code: str, players: list[Client], page: str) -> None:
    deal(code)
    shown = players[0].get(f"/tables/{code}/{page}").text
    assert 'class="together-bar' in shown
    assert "is-over" in shown
    assert "Deal 2 has begun." in shown
    assert f'<a class="btn turn" href="/tables/{code}/">Go to table</a>' in shown


def test_alone_with_bots_the_review_says_how_long_the_next_deal_waits(client_for: ClientFor) -> None:
    code = begin(new_player())
    finish_deals(code)
    page = client_for(user_at(code)).get(f"/tables/{code}/deals/1/").text
    assert "The next deal waits for you" in page
    assert "Looking together" not in page


def test_game_by_turns_waits_for_nobody(client_for: ClientFor) -> None:
    code = three_people(clock="1day")
    finish_deals(code)
    due = Game.objects.get(code=code).due_at
    reader = client_for(user_at(code))
    assert "hold/" not in reader.get(f"/tables/{code}/").text
    for page in ("deals/1/", "sheet/"):
        assert "waits for you" not in reader.get(f"/tables/{code}/{page}").text
    reader.post(f"/tables/{code}/hold/", {"open": "1"})
    assert (held_by(code), Game.objects.get(code=code).due_at) == (set(), due)
    deal(code)
    assert "has begun" not in reader.get(f"/tables/{code}/deals/1/").text
