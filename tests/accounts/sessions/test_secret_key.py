"""Another SECRET_KEY, with the old one as a fallback: sessions and links stay valid, guests' included."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.core import mail, signing
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.models import User
from accounts.notifications import mails
from accounts.sessions import sockets
from accounts.sessions.store import SessionStore
from accounts.signing_in import guests
from tests.clients import signed_in

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


@pytest.fixture
def guest() -> User:
    return guests.create_guest("Robin")


def replace_key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]


def drop_old_key(settings: Any) -> None:
    settings.SECRET_KEY_FALLBACKS = []


def user_of_socket(key: str) -> object:
    return sockets._user_of_session({"session": SessionStore(key)})


def test_guest_stays_signed_in_when_the_key_is_replaced_and_later_dropped(guest: User, settings: Any) -> None:
    browser = signed_in(guest)
    replace_key(settings)
    browser.get(reverse("settings_account"))
    drop_old_key(settings)
    assert browser.get(reverse("settings_account")).status_code == 200
    assert get_user(browser) == guest


def test_without_the_old_key_sessions_end(guest: User, settings: Any) -> None:
    browser = signed_in(guest)
    settings.SECRET_KEY = "another"
    assert browser.get(reverse("settings_account")).status_code == 302


def test_socket_that_opens_before_any_page_signs_nobody_out(guest: User, settings: Any) -> None:
    """Open pages connect again as soon as the site is back, and a socket can give the browser no other cookie."""
    browser = signed_in(guest)
    key = browser.cookies["sessionid"].value
    replace_key(settings)
    assert user_of_socket(key) == guest
    assert browser.get(reverse("settings_account")).status_code == 200


def test_requests_at_once_keep_one_session(guest: User, settings: Any) -> None:
    first = signed_in(guest)
    second = Client()
    second.cookies["sessionid"] = first.cookies["sessionid"].value
    replace_key(settings)
    for browser in (first, second, first):
        assert browser.get(reverse("settings_account")).status_code == 200
    assert first.cookies["sessionid"].value == second.cookies["sessionid"].value
    assert Session.objects.count() == 1


def test_signing_in_elsewhere_keeps_other_browsers_signed_in(settings: Any) -> None:
    """Whoever signs in has the list of sessions checked, those of other browsers too."""
    User.objects.create_user("Ana", password=PASSWORD)
    laptop, phone = Client(), Client()
    sign_in = {"login": "Ana", "password": PASSWORD}
    laptop.post(reverse("account_login"), sign_in)
    replace_key(settings)
    phone.post(reverse("account_login"), sign_in)
    assert (
        laptop.get(reverse("settings_account")).status_code == phone.get(reverse("settings_account")).status_code == 200
    )
    assert UserSession.objects.count() == 2


def test_other_password_ends_sessions_of_the_old_key_too(settings: Any) -> None:
    ana = User.objects.create_user("Ana", password=PASSWORD)
    browser = signed_in(ana)
    replace_key(settings)
    services.set_password(ana, "battery staple")
    assert browser.get(reverse("settings_account")).status_code == 302


def test_links_in_mails_stay_valid(client: Client, settings: Any) -> None:
    ana = User.objects.create_user("Ana", password=PASSWORD)
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    pending = EmailAddress.objects.create(user=ana, email="new@example.org")
    client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
    reset = re.search(r"http://localhost:8000(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    ending, confirming = mails.path_that_ends(ana, "turns"), EmailConfirmationHMAC.create(pending).key
    assert reset
    replace_key(settings)
    assert "not valid any more" not in client.get(reset[1], follow=True).text
    assert "not valid any more" not in client.get(reverse("account_confirm_email", args=[confirming])).text
    assert mails.group_to_end(ending.split("/")[2]) == (ana, "turns")
    drop_old_key(settings)
    assert "not valid any more" in client.get(reset[1], follow=True).text
    with pytest.raises(signing.BadSignature):
        mails.group_to_end(ending.split("/")[2])
