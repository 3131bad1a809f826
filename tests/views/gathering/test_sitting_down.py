"""Sitting down at an open table."""

import pytest
from django.contrib.auth import get_user
from django.test import Client

from accounts.models import User
from tests.clients import HTMX
from tests.site_config import set_site_settings
from tests.tables import gather, snapshot_for, start
from tests.views.gathering.posts import address

pytestmark = pytest.mark.django_db


def test_visitor_with_the_link_sits_down_with_a_name(code: str, client: Client) -> None:
    assert client.get(address("table", code)).status_code == 200
    answer = client.post(address("sit", code), {"player": 2, "name": "Newcomer"})
    assert (answer.status_code, answer["Location"]) == (302, address("table", code))
    assert snapshot_for(code).seats[2].name == "Newcomer"
    assert User.objects.get(username="Newcomer").is_guest


def test_visitor_s_page_is_reloaded_after_sitting_down(code: str, client: Client) -> None:
    answer = client.post(address("sit", code), {"player": 2, "name": "Newcomer"}, headers=HTMX)
    assert (answer.status_code, answer["HX-Refresh"]) == (200, "true")
    assert snapshot_for(code).seats[2].name == "Newcomer"


@pytest.mark.parametrize("name", ["x", "<b>", "a" * 99])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_refused_name_is_a_400_with_the_reason(name: str, headers: dict[str, str], code: str, client: Client) -> None:
    before = snapshot_for(code)
    answer = client.post(address("sit", code), {"player": 2, "name": name}, headers=headers)
    assert answer.status_code == 400
    assert "name" in answer.text
    assert snapshot_for(code) == before


def test_visitors_who_choose_no_seat_get_the_first_free_one(host: User) -> None:
    code = gather(host)
    for name in ("Newcomer", "Latecomer"):
        assert Client().post(address("sit", code), {"name": name}).status_code == 302
    assert [seat.name for seat in snapshot_for(code).seats[1:]] == ["Newcomer", "Latecomer"]
    refused = Client().post(address("sit", code), {"name": "Too late"})
    assert refused.status_code == 409
    assert not User.objects.filter(username="Too late").exists()


@pytest.mark.parametrize("seat", ["3", "-1", "two"])
def test_unknown_seat_is_a_400(seat: str, code: str, as_stranger: Client) -> None:
    before = snapshot_for(code)
    answer = as_stranger.post(address("sit", code), {"player": seat})
    assert answer.status_code == 400
    assert "Nothing has changed" in answer.text
    assert snapshot_for(code) == before


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(("seat", "status"), [("9", 400), ("1", 409)])
def test_visitor_without_a_seat_gets_no_account(
    seat: str, status: int, headers: dict[str, str], code: str, client: Client
) -> None:
    answer = client.post(address("sit", code), {"player": seat, "name": "Newcomer"}, headers=headers)
    assert (answer.status_code, "Nothing has changed" in answer.text) == (status, status == 400)
    assert not User.objects.filter(username="Newcomer").exists()
    assert not get_user(client).is_authenticated


def test_taken_seat_is_a_409_with_the_table(code: str, as_stranger: Client) -> None:
    before = snapshot_for(code)
    for headers in ({}, HTMX):
        answer = as_stranger.post(address("sit", code), {"player": 1}, headers=headers)
        assert answer.status_code == 409
        assert "nothing was lost" in answer.text
    assert snapshot_for(code) == before


def test_too_many_unfinished_games_are_a_409(code: str, as_stranger: Client) -> None:
    set_site_settings(most_games=0)
    answer = as_stranger.post(address("sit", code), {"player": 2})
    assert answer.status_code == 409
    assert "unfinished games" in answer.text


def test_visitor_of_a_full_table_without_spectators_is_refused(host: User, as_stranger: Client) -> None:
    code = gather(host, spectators=False)
    assert as_stranger.get(address("table", code)).status_code == 200
    start(code, host)
    for name in ("table", "sheet"):
        answer = as_stranger.get(address(name, code))
        assert answer.status_code == 403
        assert "for its players only" in answer.text
    assert as_stranger.post(address("sit", code), {"player": 1}).status_code == 403
