"""`createsuperuser`, with and without an address."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse")


def test_first_account_is_made_with_an_address() -> None:
    call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss@example.org", verbosity=0)
    boss = User.objects.get()
    assert (boss.email, boss.is_superuser, boss.check_password("correct horse")) == ("boss@example.org", True, True)


def test_its_address_is_confirmed_like_any_other(client: Client, mailoutbox: list[Any]) -> None:
    call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss@example.org", verbosity=0)
    client.post(reverse("account_reset_password"), {"email": "boss@example.org"})
    assert "password/reset/key" not in mailoutbox[0].body
    client.force_login(User.objects.get())
    client.post(reverse("account_reauthenticate"), {"password": "correct horse"})
    client.get(reverse("account_email"))
    client.post(reverse("account_email"), {"email": "boss@example.org", "action_send": ""})
    assert "/accounts/confirm-email/" in mailoutbox[1].body


def test_wrong_address_is_refused() -> None:
    with pytest.raises(CommandError):
        call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss", verbosity=0)
    assert not User.objects.exists()


@pytest.mark.parametrize("password", [None, ""])
def test_account_with_which_nobody_could_sign_in_is_not_made(
    password: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DJANGO_SUPERUSER_PASSWORD")
    if password is not None:
        monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)
    with pytest.raises(CommandError, match="DJANGO_SUPERUSER_PASSWORD"):
        call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss@example.org", verbosity=0)
    assert not User.objects.exists()


def test_name_that_looks_like_that_of_a_player_is_refused() -> None:
    User.objects.create_user("Olga", password="correct horse")
    with pytest.raises(CommandError, match="already has this name"):
        call_command("createsuperuser", "--noinput", "--username=0lga", "--email=", verbosity=0)
