"""Links that sign one more browser of a player in: for who asks only, once, and while that session lasts."""

import re
from http import HTTPStatus

import pytest
from django.contrib.auth import get_user
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sessions import services as sessions
from accounts.signing_in import device_links, guests
from tests.accounts.signing_in.test_second_factor import code_for, prove, set_up, sign_in
from tests.clients import ClientFor, signed_in
from tests.staff.people import PASSWORD, registered

pytestmark = pytest.mark.django_db

LINK = re.compile(r'<code id="device-link">(http://localhost:8000/accounts/link/#([\w-]{22}))</code>')


@pytest.fixture
def guest() -> User:
    return guests.create_guest("Robin")


def make(browser: Client) -> str:
    """Return a link that the browser's player makes."""
    match = LINK.search(browser.post(reverse("make_link")).text)
    assert match
    return match[1]


def enter(link: str, browser: Client | None = None) -> Client:
    """Enter the link in a browser of nobody, or in *browser*."""
    browser = browser or Client()
    browser.post(reverse("enter_link"), {"link": link})
    return browser


def test_link_signs_a_guest_in_on_another_device_once(client_for: ClientFor, guest: User) -> None:
    link = make(client_for(guest))
    assert get_user(enter(link)) == guest
    second = Client().post(reverse("enter_link"), {"link": link})
    assert second.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "does not work any more" in second.text
    assert not get_user(enter(link)).is_authenticated


def test_code_alone_can_be_pasted_into_an_app_without_addresses(client_for: ClientFor, guest: User) -> None:
    code = make(client_for(guest)).rpartition("#")[2]
    assert get_user(enter(f" {code} ")) == guest


def test_opening_the_link_does_not_use_it_up(client_for: ClientFor, guest: User) -> None:
    """A preview of the link opens it, and browsers send nothing that stands behind the #."""
    link = make(client_for(guest))
    for _ in range(2):
        assert Client().get(link.partition("#")[0].removeprefix("http://localhost:8000")).status_code == HTTPStatus.OK
    assert get_user(enter(link)) == guest


def test_link_ends_after_ten_minutes(client_for: ClientFor, guest: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_links, "MINUTES", 0)  # as late as if ten had passed
    assert not get_user(enter(make(client_for(guest)))).is_authenticated


def test_another_link_replaces_the_first(client_for: ClientFor, guest: User) -> None:
    browser = client_for(guest)
    first, second = make(browser), make(browser)
    assert not get_user(enter(first)).is_authenticated
    assert get_user(enter(second)) == guest


def test_link_ends_with_the_session_that_made_it(client_for: ClientFor, guest: User) -> None:
    browser, other = client_for(guest), client_for(guest)
    link = make(browser)
    browser.post(reverse("account_logout"))
    assert not get_user(enter(link)).is_authenticated
    link = make(other)
    guests.register_guest(guest, password=PASSWORD)
    assert not get_user(enter(link)).is_authenticated


def test_link_ends_when_staff_sign_the_player_out() -> None:
    alex = registered("Alex")
    browser = sign_in("Alex")
    prove(browser)
    link = make(browser)
    sessions.end_all(alex)
    assert not get_user(enter(link)).is_authenticated


def test_site_keeps_no_code(client_for: ClientFor, guest: User, caplog: pytest.LogCaptureFixture) -> None:
    code = make(client_for(guest)).rpartition("#")[2]
    kept = cache._cache  # type: ignore[attr-defined]  # that of the memory
    assert kept
    assert not [key for key, value in kept.items() if code in key or code.encode() in value]
    enter("wrong")
    assert code not in caplog.text


def test_who_is_signed_in_stays_so(client_for: ClientFor, guest: User) -> None:
    """Else somebody's link would cost a guest the account."""
    eve = make(client_for(guests.create_guest("Eve")))
    browser = client_for(guest)
    assert "You are signed in as Robin in this browser" in browser.get(reverse("enter_link")).text
    assert get_user(enter(eve, browser)) == guest


def test_visitor_can_make_no_link(client: Client) -> None:
    assert client.post(reverse("make_link"))["Location"].startswith(reverse("account_login"))


def test_player_with_a_password_enters_it_before() -> None:
    """Else whoever finds a browser open would take the account home."""
    registered("Alex")
    browser = Client()
    browser.force_login(User.objects.get())
    answer = browser.post(reverse("make_link"))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    made = browser.post(answer["Location"], {"password": PASSWORD}, follow=True)
    assert LINK.search(made.text)


def test_second_factor_is_asked_for_all_the_same() -> None:
    alex = registered("Alex")
    browser = sign_in("Alex")
    secret = set_up(browser)
    phone = Client()
    answer = phone.post(reverse("enter_link"), {"link": make(browser)})
    assert answer["Location"] == reverse("mfa_authenticate")
    assert not get_user(phone).is_authenticated
    phone.post(reverse("mfa_authenticate"), {"code": code_for(secret, later=1)})
    assert get_user(phone) == alex


def test_suspended_player_gets_no_further_by_a_link(guest: User) -> None:
    link = make(signed_in(guest))
    User.objects.filter(pk=guest.pk).update(is_active=False)
    assert not get_user(enter(link)).is_authenticated


def test_links_and_tries_are_limited(client_for: ClientFor, guest: User) -> None:
    browser = client_for(guest)
    statuses = [browser.post(reverse("make_link")).status_code for _ in range(11)]
    assert statuses == [HTTPStatus.OK] * 10 + [HTTPStatus.TOO_MANY_REQUESTS]
    tries = [Client().post(reverse("enter_link"), {"link": "wrong"}).status_code for _ in range(61)]
    assert tries == [HTTPStatus.UNPROCESSABLE_ENTITY] * 60 + [HTTPStatus.TOO_MANY_REQUESTS]


def test_advice_about_the_home_screen_first_keeps_the_account(client_for: ClientFor, guest: User) -> None:
    page = client_for(guest).get(reverse("settings_alerts")).text
    advice = page.partition("On an iPhone, keep your account")[2]
    assert advice.index("home screen") < advice.index('form="new-link"')
    assert f'<form id="new-link" method="post" action="{reverse("make_link")}">' in page
    assert reverse("enter_link") in Client().get(reverse("account_login")).text
