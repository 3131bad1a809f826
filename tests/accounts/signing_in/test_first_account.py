"""`createsuperuser`, with and without an address."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_first_account_is_made_with_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse")
    call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss@example.org", verbosity=0)
    boss = User.objects.get()
    assert (boss.email, boss.is_superuser, boss.check_password("correct horse")) == ("boss@example.org", True, True)


def test_its_address_is_confirmed_like_any_other(client: Client, mailoutbox: list[Any]) -> None:
    call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss@example.org", verbosity=0)
    client.post(reverse("account_reset_password"), {"email": "boss@example.org"})
    assert "password/reset/key" not in mailoutbox[0].body
    client.force_login(User.objects.get())
    client.get(reverse("account_email"))
    client.post(reverse("account_email"), {"email": "boss@example.org", "action_send": ""})
    assert "/accounts/confirm-email/" in mailoutbox[1].body


def test_wrong_address_is_refused() -> None:
    with pytest.raises(CommandError):
        call_command("createsuperuser", "--noinput", "--username=Boss", "--email=boss", verbosity=0)
    assert not User.objects.exists()
