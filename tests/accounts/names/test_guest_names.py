"""A guest may be called by another name, at tables too, without choosing a password."""

from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.signing_in.guests import create_guest
from tests.clients import ClientFor
from tests.tables import gather, snapshot_for

pytestmark = pytest.mark.django_db

CHOOSE = reverse("choose_name")


def test_guest_chooses_another_name_and_the_table_shows_it(client_for: ClientFor) -> None:
    guest = create_guest("Guest")
    code = gather(guest)
    client = client_for(guest)
    answer = client.post(CHOOSE, {"name": " Nora "})
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, reverse("games:me"))
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Nora", True)
    assert snapshot_for(code).seats[0].name == "Nora"
    assert f"{reverse('settings_account')}?open=name" in client.get(reverse("games:me")).text


def test_name_that_other_guests_have_is_shown_at_tables_and_a_registered_one_is_not(client_for: ClientFor) -> None:
    create_guest("Zoe")
    User.objects.create_user("Ida", password="correct horse")
    for name, called in (("Zoe", "Zoe"), ("Ida", "")):
        guest = create_guest("Guest")
        client_for(guest).post(CHOOSE, {"name": name})
        guest.refresh_from_db()
        assert guest.username.startswith(f"{name} ")
        assert guest.called == called


@pytest.mark.parametrize("name", ["x", "<b>"])
def test_refused_name_changes_nothing(client_for: ClientFor, name: str) -> None:
    guest = create_guest("Nora")
    assert client_for(guest).post(CHOOSE, {"name": name}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    guest.refresh_from_db()
    assert guest.username == "Nora"


def test_registered_player_keeps_the_name(client_for: ClientFor) -> None:
    player = User.objects.create_user("Ida", password="correct horse")
    assert client_for(player).post(CHOOSE, {"name": "Nora"})["Location"] == reverse("settings_account")
    assert not User.objects.filter(username="Nora").exists()


def test_guest_changes_the_name_only_so_often(client_for: ClientFor, limit: Callable[[str, str], None]) -> None:
    limit("choose_name", "1/10m/user")
    client = client_for(guest := create_guest("Guest"))
    client.post(CHOOSE, {"name": "Nora"})
    assert client.post(CHOOSE, {"name": "Otto"}).status_code == HTTPStatus.TOO_MANY_REQUESTS
    guest.refresh_from_db()
    assert guest.username == "Nora"
