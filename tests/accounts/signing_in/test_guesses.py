"""Limits of guesses: passwords by network address, second factors by account, whatever else succeeds meanwhile. And
limits of mails to addresses that anybody may enter.
"""

import re
import time
from http import HTTPStatus
from typing import Final

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.signing_in.test_second_factor import code_for, set_up, sign_in
from tests.staff.people import PASSWORD, registered

pytestmark = pytest.mark.django_db

MOST: Final = 10
"""How many wrong guesses are allowed in five minutes."""


def guess_passwords(times: int) -> None:
    for _ in range(times):
        Client().post(reverse("account_login"), {"login": "Victim", "password": "wrong"})


def victim_can_sign_in() -> bool:
    return get_user(sign_in("Victim")).is_authenticated


def with_password(name: str, address: str = "127.0.0.1") -> Client:
    """Return a browser that has entered the password and is asked for the second factor."""
    client = Client(REMOTE_ADDR=address)
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    return client


def enter(client: Client, code: str) -> bool:
    """Enter a code of an app, and return whether it signs in."""
    client.post(reverse("mfa_authenticate"), {"code": code})
    return get_user(client).is_authenticated


def test_own_app_gives_no_more_guesses_at_passwords() -> None:
    registered("Victim")
    registered("Mallory")
    mallory = sign_in("Mallory")
    guess_passwords(MOST - 1)
    set_up(mallory)
    guess_passwords(1)
    assert not victim_can_sign_in()


def test_own_reset_password_gives_no_more_guesses() -> None:
    registered("Victim")
    mallory = registered("Mallory")
    EmailAddress.objects.create(user=mallory, email="mallory@example.org", verified=True, primary=True)
    guess_passwords(MOST - 1)
    client = Client()
    client.post(reverse("account_reset_password"), {"email": "mallory@example.org"})
    link = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)
    assert link
    form = client.get(link[1])["Location"]
    new = {"password1": "battery staple", "password2": "battery staple"}
    assert client.post(form, new).status_code == HTTPStatus.FOUND
    assert User.objects.get(username="Mallory").check_password("battery staple")
    guess_passwords(1)
    assert not victim_can_sign_in()


def test_signing_in_is_no_guess() -> None:
    registered("Victim")
    for _ in range(MOST):
        assert victim_can_sign_in()
    guess_passwords(MOST - 1)
    assert victim_can_sign_in()


def sign_in_as(name: str, password: str, address: str = "127.0.0.1") -> bool:
    client = Client(REMOTE_ADDR=address)
    client.post(reverse("account_login"), {"login": name, "password": password})
    return get_user(client).is_authenticated


def test_class_behind_one_address_mistypes_and_locks_nobody_out() -> None:
    pupils = [registered(f"Pupil {number}").username for number in range(25)]
    for name in pupils[:-1]:
        assert not sign_in_as(name, "mistyped")
    assert sign_in_as(pupils[-1], PASSWORD)
    assert sign_in_as(pupils[0], PASSWORD)


def test_many_accounts_give_no_endless_guesses_to_one_address() -> None:
    registered("Victim")
    for number in range(40):
        assert not sign_in_as(f"Guess {number}", "wrong")
    assert not sign_in_as("Victim", PASSWORD)
    assert sign_in_as("Victim", PASSWORD, "10.0.0.1"), "nobody is locked out elsewhere"


def test_another_way_to_write_the_name_gives_no_more_guesses() -> None:
    user = registered("Victim")
    EmailAddress.objects.create(user=user, email="victim@example.org", verified=True)
    for login in ["victim", "VICTIM", " Victim", "victim@example.org", "Victim"] * 2:
        assert not sign_in_as(login, "wrong")
    assert not victim_can_sign_in()


def test_codes_are_limited_by_account_from_all_addresses() -> None:
    registered("Victim")
    secret = set_up(sign_in("Victim"))
    for number in range(MOST):
        assert not enter(with_password("Victim", f"10.0.0.{number}"), "000000")
    late = with_password("Victim", "10.0.1.1")
    assert not enter(late, code_for(secret, later=1))
    assert "failed too often" in late.post(reverse("mfa_authenticate"), {"code": "000000"}).text


def test_another_account_gives_no_more_guesses_at_codes() -> None:
    for name in ("Victim", "Mallory"):
        registered(name)
    secret, own = set_up(sign_in("Victim")), set_up(sign_in("Mallory"))
    guesses = with_password("Victim")
    for _ in range(MOST - 1):
        assert not enter(guesses, "000000")
    assert enter(with_password("Mallory"), code_for(own, later=1))
    assert not enter(guesses, "000000")
    assert not enter(guesses, code_for(secret, later=1))


def test_right_code_begins_the_count_anew() -> None:
    registered("Victim")
    client = sign_in("Victim")
    set_up(client)
    codes = re.findall(r"<code>(\w+)</code>", client.get(reverse("mfa_view_recovery_codes")).text)
    for code in codes[:2]:
        guesses = with_password("Victim")
        for _ in range(MOST - 1):
            assert not enter(guesses, "000000")
        assert enter(guesses, code)


def minutes_later(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    later = time.time() + minutes * 60
    monkeypatch.setattr("time.time", lambda: later)


def test_an_address_gets_few_mails_about_a_password_in_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for them; also an address that nobody here has."""
    for number in range(20):
        minutes_later(monkeypatch, 1.1)
        client = Client(REMOTE_ADDR=f"10.0.0.{number}")
        client.post(reverse("account_reset_password"), {"email": "victim@example.org"})
    assert len(mail.outbox) == 5


def forms_of_one_address() -> list[str]:
    """Return ways to write victim@example.org, all of which are the same mailbox for a mail host."""
    wide = "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in "example.org")
    domains = ("example.org", "EXAMPLE.org", wide, wide.replace(".", "\N{IDEOGRAPHIC FULL STOP}"))
    return [f"victim@{domain}" for domain in domains]


def test_other_forms_of_an_address_give_no_more_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, address in enumerate(forms_of_one_address() * 5):
        minutes_later(monkeypatch, 1.1)
        Client(REMOTE_ADDR=f"10.0.0.{number}").post(reverse("account_reset_password"), {"email": address})
    assert len(mail.outbox) == 5
    assert {address for message in mail.outbox for address in message.to} == {"victim@example.org"}


def test_domain_in_other_letters_is_stored_as_mail_is_sent_to_it() -> None:
    data = {"username": "Zoe", "password1": PASSWORD, "email": "Zoe@Bücher.example"}
    Client().post(reverse("account_signup"), data)
    assert EmailAddress.objects.get().email == "zoe@xn--bcher-kva.example"
    EmailAddress.objects.update(verified=True)
    assert get_user(sign_in("zoe@bücher.example")).is_authenticated


def test_domain_without_a_name_in_ascii_is_refused() -> None:
    answer = Client().post(reverse("account_reset_password"), {"email": f"zoe@{'ü' * 70}.example"})
    assert answer.status_code == HTTPStatus.OK
    assert not mail.outbox
    assert not get_user(sign_in(f"zoe@{'ü' * 70}.example")).is_authenticated


def test_an_account_sends_few_confirmations_to_addresses_that_it_enters(monkeypatch: pytest.MonkeyPatch) -> None:
    registered("Mallory")
    mallory = sign_in("Mallory")
    mallory.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    for number in range(15):
        minutes_later(monkeypatch, 0.2)
        mallory.post(reverse("account_email"), {"action_add": "", "email": f"victim{number}@example.org"})
    assert len(mail.outbox) == MOST
