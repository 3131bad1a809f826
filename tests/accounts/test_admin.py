"""Players in the admin site."""

from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.models import User

pytestmark = pytest.mark.django_db

PLAYERS = "admin:accounts_user_changelist"


@pytest.fixture
def staff(client_for: Callable[[User], Client]) -> Client:
    return client_for(User.objects.create_superuser("Root", password="correct horse"))


def test_players_are_for_staff_only(client: Client, client_for: Callable[[User], Client]) -> None:
    guest = client_for(services.create_guest("Alex"))
    for visitor in (client, guest):
        assert visitor.get(reverse(PLAYERS)).status_code == HTTPStatus.FOUND


def test_players_are_found_by_name_and_by_kind(staff: Client) -> None:
    services.create_guest("Alex")
    User.objects.create_user("Alexandra", password="correct horse")
    found = staff.get(reverse(PLAYERS), {"q": "alex", "is_guest__exact": "1"}).context["cl"].queryset
    assert [user.username for user in found] == ["Alex"]


def test_a_name_can_be_changed_but_not_into_one_that_is_taken(staff: Client) -> None:
    services.create_guest("Ñandú")
    user = services.create_guest("Ben")
    address = reverse("admin:accounts_user_change", args=[user.pk])
    refused = staff.post(address, {"username": "ñANDÚ"})
    assert "Somebody already has this name." in refused.content.decode()
    assert staff.post(address, {"username": "Benito"}).status_code == HTTPStatus.FOUND
    user.refresh_from_db()
    assert (user.username, user.name_key) == ("Benito", "benito")


def test_an_account_can_be_made(staff: Client) -> None:
    fields = {
        "username": "Ana María",
        "password1": "correct horse",
        "password2": "correct horse",
        "usable_password": "true",
    }
    staff.post(reverse("admin:accounts_user_add"), fields)
    assert User.objects.get_by_natural_key("ana maría").check_password("correct horse")
