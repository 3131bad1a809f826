"""The page of an open table: what it offers, and its forms."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.base import names
from accounts.models import User
from games.lobby import invitations, tables
from games.play import onlookers
from games.values import Stage
from tests.clients import HTMX
from tests.tables import Time, here, new_player, snapshot_for
from tests.views.gathering.posts import ALL, BY_HOST, OPTIONS, address

pytestmark = pytest.mark.django_db


def test_visitor_with_an_account_can_sign_in_and_return(code: str, client: Client, as_stranger: Client) -> None:
    sign_in = f'href="{reverse("account_login")}?next={address("table", code)}">'
    assert sign_in in client.get(address("table", code)).text
    assert sign_in not in as_stranger.get(address("table", code)).text


def test_page_offers_only_what_the_visitor_may_do(code: str, client: Client, as_host: Client, as_guest: Client) -> None:
    offers = {
        who: {name for name in ALL if address(name, code) in reader.get(address("table", code)).text}
        for who, reader in {"host": as_host, "guest": as_guest, "visitor": client}.items()
    }
    assert offers["host"] == set(ALL) - {"seed"}, "a host gives it with the start"
    assert offers["guest"] == {"sit", "leave", "seed", "invite"}
    assert offers["visitor"] == {"sit"}


def test_host_s_actions_work_by_plain_form_and_by_htmx(code: str, as_host: Client) -> None:
    answer = as_host.post(address("remove", code), {"player": 1, "version": snapshot_for(code).version})
    assert (answer.status_code, answer["Location"]) == (302, address("table", code))
    answer = as_host.post(address("seat_bot", code), {"player": 1}, headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    as_host.post(address("start", code), {"version": snapshot_for(code).version})
    shown = snapshot_for(code)
    assert shown.stage is Stage.DRAWING
    assert [seat.is_bot for seat in shown.seats] == [False, True, True]


@pytest.mark.parametrize("name", ["options", "seat_bot"])
def test_inactive_host_is_still_the_host(code: str, as_host: Client, time: Time, name: str) -> None:
    """Filling in a form takes time and has no socket open, while another player may be active at the table."""
    time.passes(1000)
    here(code, [1])
    assert as_host.post(address(name, code), BY_HOST[name]).status_code == 302


def test_player_reads_that_the_host_has_freed_the_seat(code: str, host: User, guest: User, as_guest: Client) -> None:
    tables.remove(code=code, host=host, player=1, version=snapshot_for(code).version)
    assert "The host has freed your seat." in as_guest.get(address("table", code)).text
    invitations.invite(code=code, inviter=host, name=guest.username)
    as_guest.post(address("sit", code), {"player": 1})
    assert "has freed" not in as_guest.get(address("table", code)).text
    as_guest.post(address("leave", code))
    assert "has freed" not in as_guest.get(address("table", code)).text


def test_player_reads_that_the_rules_have_changed(code: str, as_host: Client, as_guest: Client) -> None:
    warning = "The rules have changed since you sat down."
    before = as_guest.get(address("table", code)).text
    as_host.post(address("options", code), OPTIONS)
    assert (warning in before, warning in as_guest.get(address("table", code)).text) == (False, True)
    assert warning not in as_host.get(address("table", code)).text
    as_guest.post(address("sit", code), {"player": 2})
    assert warning not in as_guest.get(address("table", code)).text
    as_host.post(address("options", code), {**OPTIONS, "name": "Another name, the same rules"})
    assert warning not in as_guest.get(address("table", code)).text


@pytest.mark.parametrize("name", ["remove", "start"])
def test_action_on_an_outdated_page_is_refused(name: str, code: str, as_host: Client) -> None:
    seen = snapshot_for(code).version
    tables.sit(code=code, user=new_player(), player=2)
    before = snapshot_for(code)
    answer = as_host.post(address(name, code), {"player": 2, "version": seen}, headers=HTMX)
    assert (answer.status_code, "The table had moved on" in answer.text) == (409, True)
    assert as_host.post(address(name, code), {"player": 2}).status_code == 400
    assert snapshot_for(code) == before


@pytest.mark.parametrize("name", ["sit", "invite"])
def test_rate_limited_action_is_a_429_and_changes_nothing(
    name: str, code: str, as_host: Client, limit: Callable[[str, str], None]
) -> None:
    limit(name, "1/m/user")
    friend = new_player()
    as_host.post(address(name, code), {"player": 0, "name": friend.username})
    before = snapshot_for(code)
    answer = as_host.post(address(name, code), {"player": 2, "name": friend.username}, headers=HTMX)
    assert (answer.status_code, "Wait a few minutes" in answer.text) == (429, True)
    assert snapshot_for(code) == before


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("name", ["leave", "remove", "seat_bot", "start", "sit"])
def test_second_click_changes_nothing_and_gets_a_notice(
    name: str, headers: dict[str, str], code: str, as_host: Client
) -> None:
    sent = ALL[name] | {"version": snapshot_for(code).version}
    assert as_host.post(address(name, code), sent, headers=headers).status_code in (200, 302)
    before = snapshot_for(code, None)
    answer = as_host.post(address(name, code), sent, headers=headers)
    assert (answer.status_code, "nothing was lost" in answer.text) == (409, True)
    assert snapshot_for(code, None) == before


def test_qr_code_of_the_link_is_a_picture_of_its_own(code: str, client: Client) -> None:
    answer = client.get(address("link_as_qr_code", code))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert "<svg" in answer.text
    assert client.get(address("link_as_qr_code", "nowhere")).status_code == 404


def test_visitor_without_a_name_sits_down_as_a_guest(code: str, client: Client) -> None:
    client.post(address("sit", code), {"player": 2, "name": ""})
    assert snapshot_for(code).seats[2].name == "Guest"


def test_players_see_who_looks_on_and_who_is_invited(
    code: str, as_host: Client, as_guest: Client, as_stranger: Client, client: Client
) -> None:
    friend, hermit = new_player(), new_player()
    for user in (friend, hermit):
        as_host.post(address("invite", code), {"name": user.username})
    onlookers.note_onlookers([(code, "1", "Dora"), (code, "2", "")])
    page = as_guest.get(address("table", code)).text
    assert f"Invited: {friend.username} and {hermit.username}" in page
    assert "Watching: Dora and 1 visitor" in page
    for other in (as_stranger, client):
        assert "Invited:" not in other.get(address("table", code)).text


def test_table_is_closed_when_the_last_player_leaves(code: str, as_host: Client, as_guest: Client) -> None:
    for client in (as_host, as_guest):
        assert client.post(address("leave", code), follow=True).status_code == 200
    assert snapshot_for(code).stage is Stage.CLOSED


def test_options_form_shows_and_changes_the_options(code: str, as_host: Client) -> None:
    assert as_host.get(address("options", code)).status_code == 200
    answer = as_host.post(address("options", code), OPTIONS)
    assert answer["Location"] == address("table", code)
    shown = snapshot_for(code)
    assert (shown.rules.target, shown.options.clock, shown.options.spectators) == (300, "fast", False)


def test_empty_name_keeps_the_table_s_name(code: str, as_host: Client) -> None:
    as_host.post(address("options", code), OPTIONS | {"name": "Friday"})
    as_host.post(address("options", code), OPTIONS | {"name": ""})
    assert snapshot_for(code).name == "Friday"


def test_invalid_rules_are_a_400(code: str, as_host: Client) -> None:
    before = snapshot_for(code)
    assert as_host.post(address("options", code), OPTIONS | {"target": "7"}).status_code == 400
    assert snapshot_for(code) == before


def test_visitor_is_asked_for_a_name_only_while_a_seat_is_free(code: str, client: Client, as_stranger: Client) -> None:
    asked = f'maxlength="{names.LONGEST}"'
    assert asked in client.get(address("table", code)).text
    as_stranger.post(address("sit", code), {"player": 2})
    assert 'name="name"' not in client.get(address("table", code)).text
