"""A set and its boards have one address: what is there depends on whether the reader has played."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from games.models import DealSet, SetKind
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, close, play, stored
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def page_of(of_set: DealSet) -> str:
    return reverse("games:deal_set", args=[of_set.code])


def play_form(of_set: DealSet, number: int = 1) -> str:
    return reverse("games:play_board", args=[of_set.code, number])


def test_set_of_one_deal_shows_the_form_and_after_the_last_card_the_result(client_for: ClientFor) -> None:
    of_set, reader = challenge(boards=1), new_player()
    client = client_for(reader)
    before = client.get(page_of(of_set)).text
    assert play_form(of_set) in before
    assert "own-points" not in before
    stored(board_of(of_set), reader, points=61)
    after = client.get(page_of(of_set)).text
    assert "own-points" in after
    assert "+61" in after
    assert play_form(of_set) not in after


def test_board_of_several_is_a_part_of_the_set_and_closed_before_it_is_played(client_for: ClientFor) -> None:
    of_set, reader = challenge(boards=3), new_player()
    stored(board_of(of_set, 2), reader, points=61)
    client = client_for(reader)
    answers = [client.get(page_of(of_set), {"board": number}) for number in ("1", "2", "3")]
    assert [answer.status_code for answer in answers] == [HTTPStatus.FORBIDDEN, HTTPStatus.OK, HTTPStatus.FORBIDDEN]
    assert "+61" in answers[1].text
    assert f"{page_of(of_set)}?board=2" in client.get(page_of(of_set)).text


@pytest.mark.parametrize("number", ["4", "0", "-1", "x", "", "²", "9" * 5000])
def test_board_that_the_set_has_not_is_not_there(client: Client, number: str) -> None:
    assert client.get(page_of(challenge(boards=3)), {"board": number}).status_code == HTTPStatus.NOT_FOUND


def test_former_address_of_a_board_leads_on_for_good_with_its_query(client: Client) -> None:
    of_set = challenge(boards=3)
    answer = client.get(f"{page_of(of_set)}3/?language=es")
    assert answer.status_code == HTTPStatus.MOVED_PERMANENTLY
    assert answer["Location"] == f"{page_of(of_set)}?language=es&board=3"
    assert client.get(f"{page_of(of_set)}4/", follow=True).status_code == HTTPStatus.NOT_FOUND


def test_end_of_a_board_at_the_table_leads_to_the_set(client_for: ClientFor) -> None:
    of_set, reader = challenge(boards=3), new_player()
    game = play(board_of(of_set, 2), reader)
    table = client_for(reader).get(reverse("games:table", args=[game.code])).text
    assert f"{page_of(of_set)}?board=2" in table


def test_closed_set_of_one_deal_shows_strangers_its_results_proof_and_files(client: Client) -> None:
    of_set, player = challenge(boards=1), new_player()
    stored(board_of(of_set), player)
    DealSet.objects.update(kind=SetKind.SPECIAL, name_en="A special deal", text_en="A deal to remember.")
    assert player.username not in client.get(page_of(of_set)).text
    close(DealSet.objects.get())
    page = client.get(page_of(of_set)).text
    assert player.username in page
    assert "A deal to remember." in page
    assert reverse("games:set_csv", args=[of_set.code]) in page
    assert 'class="fingerprint"' in page


def test_void_set_of_one_deal_says_so_and_offers_no_file(client_for: ClientFor) -> None:
    of_set, player = challenge(boards=1), new_player()
    stored(board_of(of_set), player)
    DealSet.objects.update(void_reason="A card was missing.", closed_at="2026-01-01T00:00Z")
    page = client_for(player).get(page_of(of_set)).text
    assert "A card was missing." in page
    assert reverse("games:set_csv", args=[of_set.code]) not in page


def test_one_who_has_played_a_challenge_of_one_deal_reads_whom_they_wait_for(client_for: ClientFor) -> None:
    host = new_player()
    of_set = challenge(boards=1)
    DealSet.objects.update(host=host)
    stored(board_of(of_set), host)
    page = client_for(host).get(page_of(of_set)).text
    assert "Nobody else has played yet." in page
    assert "Copy the link" in page
