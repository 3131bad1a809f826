"""Permissions at an open table."""

import pytest
from django.test import Client

from accounts.models import User
from tests.clients import HTMX
from tests.tables import snapshot_for, start
from tests.views.gathering.posts import ALL, BY_HOST, BY_PLAYERS, address

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"options"}))
def test_get_redirects_to_the_table(name: str, code: str, as_host: Client) -> None:
    before = snapshot_for(code)
    assert as_host.get(address(name, code))["Location"] == address("table", code)
    assert as_host.put(address(name, code)).status_code == 405
    assert snapshot_for(code) == before


@pytest.mark.parametrize("name", sorted(ALL))
def test_unknown_table_is_a_404(name: str, as_host: Client) -> None:
    assert as_host.post(address(name, "nowhere"), ALL[name]).status_code == 404


@pytest.mark.parametrize("name", sorted(ALL))
def test_post_without_csrf_token_is_refused(name: str, code: str, host: User) -> None:
    before = snapshot_for(code)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(host)
    assert strict.post(address(name, code), ALL[name]).status_code == 403
    assert snapshot_for(code) == before


@pytest.mark.parametrize("name", sorted(BY_HOST))
def test_host_s_action_by_anybody_else_is_refused(
    name: str, code: str, client: Client, as_guest: Client, as_stranger: Client
) -> None:
    before = snapshot_for(code)
    for other in (as_guest, as_stranger):
        answer = other.post(address(name, code), BY_HOST[name])
        assert answer.status_code == 403
        assert "Only the host" in answer.text
    assert client.post(address(name, code), BY_HOST[name]).status_code == (302 if name == "options" else 403)
    assert snapshot_for(code) == before


@pytest.mark.parametrize("name", sorted(BY_PLAYERS))
def test_player_s_action_by_a_stranger_is_refused(name: str, code: str, client: Client, as_stranger: Client) -> None:
    before = snapshot_for(code)
    for other, status in ((client, 403), (as_stranger, 409 if name == "leave" else 403)):
        assert other.post(address(name, code), BY_PLAYERS[name]).status_code == status
    assert snapshot_for(code) == before


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"invite"}))
def test_action_after_the_start_is_refused(name: str, code: str, host: User, as_host: Client) -> None:
    start(code, host)
    before = snapshot_for(code)
    for headers in ({}, HTMX):
        answer = as_host.post(address(name, code), ALL[name], headers=headers)
        assert answer.status_code == 409
        assert "nothing was lost" in answer.text
    assert snapshot_for(code) == before
