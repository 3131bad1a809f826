"""Sign-up, sign-in and sign-out."""

import re
from http import HTTPStatus

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.signing_in import guests
from tests.clients import ClientFor
from tests.security.exchange import TOKENS

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


def player(name: str = "Alex", **fields: object) -> User:
    return User.objects.create_user(name, password=PASSWORD, **fields)


def sign_up(client: Client, **fields: str) -> str:
    """Submit the sign-up form. Return the page, or "" for a redirect."""
    response = client.post(reverse("account_signup"), {"username": "Alex", "password1": PASSWORD, **fields})
    return "" if response.status_code == HTTPStatus.FOUND else response.content.decode()


def sign_in(client: Client, name: str, password: str = PASSWORD) -> bool:
    client.post(reverse("account_login"), {"login": name, "password": password})
    return get_user(client).is_authenticated


def test_sign_up_with_name_and_password(client: Client) -> None:
    assert sign_up(client, username=" Ana  María ") == ""
    user = get_user(client)
    assert (user.username, user.is_guest, user.email) == ("Ana María", False, "")


def test_email_at_sign_up_is_sent_a_confirmation_link(client: Client) -> None:
    assert sign_up(client, email="Alex@example.org") == ""
    link = re.search(r"http://localhost:8000(/accounts/confirm-email/\S+)", mail.outbox[0].body)
    assert link
    assert "alex@example.org" in client.get(link[1]).content.decode()
    client.post(link[1])
    assert get_user(client).emailaddress_set.get().verified


@pytest.mark.parametrize("name", ["Alex", "alex", "A", "<b>", "a" * 17, "x\x00y"])
def test_invalid_name_is_refused(client: Client, name: str) -> None:
    player("Alex")
    page = sign_up(client, username=name)
    assert "errorlist" in page
    assert User.objects.count() == 1


def test_name_in_other_case_is_taken_in_any_script(client: Client) -> None:
    player("Ñandú")
    assert "Somebody already has this name." in sign_up(client, username="ñANDÚ")


def test_name_that_looks_like_another_is_taken(client: Client) -> None:
    player("Aex")
    assert "Somebody already has this name." in sign_up(client, username="Аех")  # noqa: RUF001


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Аlex", "same alphabet"), ("Al\u202eex", "letters and digits"), ("Al\u200bex", "letters and digits")],  # noqa: RUF001
)
def test_name_made_to_mislead_is_refused_with_a_reason(client: Client, name: str, reason: str) -> None:
    assert reason in sign_up(client, username=name)
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_name_taken_after_validation_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    player("Alex")
    monkeypatch.setattr("accounts.signing_in.adapter.name_is_taken", lambda _: False)
    assert "Somebody already has this name." in sign_up(client)


@pytest.mark.parametrize("password", ["", "short", "password1", "Alexandra"])
def test_weak_password_is_refused(client: Client, password: str) -> None:
    assert "errorlist" in sign_up(client, username="Alexandra", password1=password)
    assert not User.objects.exists()


def test_sign_up_does_not_reveal_taken_email(client: Client) -> None:
    player("Ben", email="ben@example.org")
    taken = sign_up(client, email="BEN@example.org")
    client.logout()
    assert taken == sign_up(client, username="Clara", email="clara@example.org") == ""


@pytest.mark.parametrize("name", ["Ñandú", "ñandú", " ÑANDÚ "])
def test_sign_in_ignores_case_of_name(client: Client, name: str) -> None:
    player("Ñandú")
    assert sign_in(client, name)


def test_wrong_name_and_wrong_password_get_the_same_error(client: Client) -> None:
    player()
    answers = []
    for name in ("Alex", "Nobody", "alex@example.org", "nobody@example.org"):
        answer = client.post(reverse("account_login"), {"login": name, "password": "wrong"})
        assert "The name, the address or the password is not right." in answer.content.decode()
        answers.append(TOKENS.sub("", answer.text).replace(name, ""))
    assert len(set(answers)) == 1


@pytest.mark.parametrize("address", ["ben@example.org", " Ben@Example.org "])
def test_sign_in_by_confirmed_address(client: Client, address: str) -> None:
    ben = player("Ben")
    EmailAddress.objects.create(user=ben, email="ben@example.org", verified=True)
    assert sign_in(client, address)


def test_address_that_is_not_confirmed_signs_nobody_in(client: Client) -> None:
    """Else whoever entered somebody else's address first would be in the way."""
    ben, zoe = player("Ben"), player("Zoe")
    EmailAddress.objects.create(user=ben, email="zoe@example.org", verified=False)
    assert not sign_in(client, "zoe@example.org")
    EmailAddress.objects.create(user=zoe, email="zoe@example.org", verified=True)
    assert sign_in(client, "zoe@example.org")
    assert client.session["_auth_user_id"] == str(zoe.pk)


def test_two_people_cannot_confirm_one_address() -> None:
    for user in (player("Ben"), player("Zoe")):
        EmailAddress.objects.create(user=user, email="zoe@example.org", verified=False)
    first, second = EmailAddress.objects.order_by("pk")
    EmailAddress.objects.filter(pk=first.pk).update(verified=True)
    with pytest.raises(IntegrityError):
        EmailAddress.objects.filter(pk=second.pk).update(verified=True)


def test_sign_in_is_rate_limited(client: Client) -> None:
    player()
    for _ in range(10):
        assert not sign_in(client, "Alex", "wrong")
    assert not sign_in(client, "Alex")
    assert (
        "Wait five minutes, then try again."
        in client.post(reverse("account_login"), {"login": "Alex", "password": PASSWORD}).content.decode()
    )


def test_sign_in_limit_is_per_address_not_per_name(client: Client) -> None:
    player()
    for _ in range(10):
        sign_in(client, "Alex", "wrong")
    assert sign_in(Client(REMOTE_ADDR="10.9.8.7"), "Alex")


def test_sign_up_is_rate_limited(client: Client) -> None:
    for _ in range(40):
        assert client.post(reverse("account_signup"), {}).status_code == HTTPStatus.OK
    response = client.post(reverse("account_signup"), {})
    assert response.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert "try again in a few minutes" in response.content.decode()


def test_sign_out_invalidates_copied_cookie(client: Client) -> None:
    client.force_login(player())
    copied = client.cookies["sessionid"].value
    client.post(reverse("account_logout"))
    thief = Client()
    thief.cookies["sessionid"] = copied
    assert thief.get(reverse("settings_account")).status_code == HTTPStatus.FOUND


def test_guest_is_warned_before_signing_out(client_for: ClientFor) -> None:
    page = client_for(guests.create_guest("Alex")).get(reverse("account_logout")).content.decode()
    assert "nobody can get back to this account" in page


def test_password_change_requires_old_password(client_for: ClientFor) -> None:
    user = player()
    client = client_for(user)
    new = {"password1": "battery staple", "password2": "battery staple"}
    client.post(reverse("account_change_password"), {"oldpassword": "wrong", **new})
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **new})
    user.refresh_from_db()
    assert user.check_password("battery staple")
    assert get_user(client) == user
