"""Mails to a player about a changed password, address or second factor."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.signing_in import guests
from accounts.signing_in.key_forms import AddKeyForm
from tests.accounts.signing_in.test_second_factor import set_up
from tests.clients import ClientFor

pytestmark = pytest.mark.django_db

PASSWORD, OTHER = "correct horse", "battery staple"
CHANGE = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}


@pytest.fixture
def alex() -> User:
    """A player with a confirmed address."""
    user = User.objects.create_user("Alex", password=PASSWORD, email="alex@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def browser(alex: User, client_for: ClientFor) -> Client:
    """A browser in which the password has just been entered once more."""
    client = client_for(alex)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def changes_mailed() -> list[tuple[str, str]]:
    """Return the address and the change of each mail of this kind."""
    letters = [letter for letter in mail.outbox if letter.subject == "Your account has been changed"]
    return [(*letter.to, re.findall("(?<=changed: ).*", letter.body)[0]) for letter in letters]


def pending(user: User, address: str = "new@example.org") -> str:
    """Let the player enter another address. Return the path that confirms it."""
    entered = EmailAddress.objects.create(user=user, email=address)
    return reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(entered).key])


def test_changed_password_is_notified_by_mail(browser: Client) -> None:
    browser.post(reverse("account_change_password"), {**CHANGE, "oldpassword": "wrong"})
    assert changes_mailed() == []
    browser.post(reverse("account_change_password"), CHANGE)
    assert changes_mailed() == [("alex@example.org", "The password has been changed.")]


def test_password_that_was_reset_is_notified_by_mail(alex: User, client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": alex.email})
    link = re.search(r"http://localhost:8000(\S+/key/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": OTHER, "password2": OTHER})
    assert changes_mailed() == [("alex@example.org", "The password has been changed.")]


def test_first_password_is_notified_by_mail(alex: User, client_for: ClientFor) -> None:
    alex.set_unusable_password()
    alex.save()
    client_for(alex).post(reverse("account_set_password"), {"password1": OTHER, "password2": OTHER})
    assert changes_mailed() == [("alex@example.org", "The password has been changed.")]


def test_new_address_is_notified_to_the_old_one_too(alex: User, browser: Client) -> None:
    browser.post(pending(alex))
    change = "The email address has been changed to new@example.org."
    assert changes_mailed() == [("alex@example.org", change), ("new@example.org", change)]
    assert EmailAddress.objects.get().email == "new@example.org"


def test_first_confirmed_address_is_notified_to_nobody(client_for: ClientFor) -> None:
    ben = User.objects.create_user("Ben", password=PASSWORD)
    client_for(ben).post(pending(ben))
    assert EmailAddress.objects.get().verified
    assert changes_mailed() == []


def test_removed_address_gets_a_mail_about_it(alex: User, browser: Client) -> None:
    browser.post(reverse("account_email"), {"email": alex.email, "action_remove": ""})
    assert not EmailAddress.objects.exists()
    assert changes_mailed() == [("alex@example.org", "The email address alex@example.org has been removed.")]


def test_unconfirmed_address_gets_no_mail(alex: User, browser: Client) -> None:
    pending(alex)
    browser.post(reverse("account_change_password"), CHANGE)
    browser.post(reverse("account_email"), {"email": "new@example.org", "action_remove": ""})
    assert {address for address, _change in changes_mailed()} == {"alex@example.org"}
    assert len(changes_mailed()) == 1


@pytest.mark.django_db(transaction=True)
def test_new_authenticator_app_is_notified_by_mail(alex: User, client_for: ClientFor) -> None:
    client = client_for(alex)
    set_up(client)
    client.post(reverse("mfa_generate_recovery_codes"))
    client.post(reverse("mfa_deactivate_totp"))
    assert [change for _address, change in changes_mailed()] == [
        "An authenticator app has been set up.",
        "New recovery codes have been made.",
        "The authenticator app has been removed.",
    ]


def test_new_security_key_is_notified_by_mail(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AddKeyForm, "clean", lambda form: form.cleaned_data)  # the key itself is not looked at
    browser.post(reverse("mfa_add_webauthn"), {"name": "Key", "credential": '{"id": 1}'})
    key = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    browser.post(reverse("mfa_remove_webauthn", args=[key.pk]))
    assert [change for _address, change in changes_mailed()] == [
        "A security key or passkey has been added.",
        "A security key or passkey has been removed.",
    ]


def test_mail_is_in_the_player_s_language_whoever_makes_the_change(alex: User, browser: Client) -> None:
    User.objects.filter(pk=alex.pk).update(language="es")
    browser.post(reverse("account_change_password"), CHANGE, headers={"Accept-Language": "en"})
    [letter] = mail.outbox
    assert letter.subject == "Tu cuenta ha cambiado"
    assert "La contraseña ha cambiado." in letter.body


def test_no_link_of_the_mail_acts(browser: Client, settings: Any) -> None:
    settings.CONTACT = "https://spades.example.org/help/"
    browser.post(reverse("account_change_password"), CHANGE)
    assert re.findall(r"https?://\S+", mail.outbox[0].body) == [settings.CONTACT, "http://localhost:8000"]


def test_guest_who_registers_gets_no_mail(client_for: ClientFor) -> None:
    guest = guests.create_guest("Robin")
    client_for(guest).post(reverse("register_guest"), {"password": PASSWORD, "email": "robin@example.org"})
    assert changes_mailed() == []
