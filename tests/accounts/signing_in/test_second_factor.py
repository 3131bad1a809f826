"""Second factors: optional for registered players, required of staff if the site's settings say so."""

import re
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client
from django.urls import reverse

from accounts.models import PushSubscription
from accounts.signing_in import guests
from accounts.signing_in.key_forms import AddKeyForm
from tests.clients import ClientFor
from tests.finished_games import played_game
from tests.site_config import set_site_settings
from tests.staff.people import MODERATOR, PASSWORD, member, registered
from tests.tables import new_player

pytestmark = pytest.mark.django_db

PERIOD: Final = 30
"""For how many seconds an app shows a code."""


def sign_in(name: str) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    return client


def prove(client: Client) -> None:
    """Enter the password again, as required before sensitive changes."""
    answer = client.get(reverse("mfa_activate_totp"))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    client.post(answer["Location"], {"password": PASSWORD})


def code_for(secret: str, later: int = 0) -> str:
    """Return the app's code now, or `later` half minutes ahead, because no code works twice."""
    return format_hotp_value(hotp_value(secret, list(yield_hotp_counters_from_time())[1 + later]))


def set_up(client: Client) -> str:
    """Set up an app and return its secret."""
    prove(client)
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert secret in page.text
    assert "<svg" in page.text
    assert "data:" not in page.text, "a picture from nowhere would breach the content security policy"
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)})
    assert answer.status_code == HTTPStatus.FOUND
    return str(secret)


def add_key(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AddKeyForm, "clean", lambda form: form.cleaned_data)  # the key itself is not looked at
    client.post(reverse("mfa_add_webauthn"), {"name": "Key", "credential": '{"id": 1}'})
    assert Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_sign_in_with_app_requires_its_code() -> None:
    registered("Alex")
    secret = set_up(sign_in("Alex"))
    client = sign_in("Alex")
    assert client.get(reverse("settings_account")).status_code == HTTPStatus.FOUND
    wrong = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "errorlist" in wrong.text
    assert client.get(reverse("settings_account")).status_code == HTTPStatus.FOUND
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret, later=1)})
    assert client.get(reverse("settings_account")).status_code == HTTPStatus.OK


@pytest.mark.parametrize("is_spaced", [False, True])
@pytest.mark.parametrize("seconds", [0, 29, 31, 59])
def test_code_of_app_works_once_as_long_as_it_is_accepted(
    monkeypatch: pytest.MonkeyPatch, seconds: int, is_spaced: bool
) -> None:
    """A phone may be half a minute off, so the site accepts a code for longer than half a minute."""
    registered("Alex")
    secret = set_up(sign_in("Alex"))
    begun = (int(time.time()) // PERIOD + 4) * PERIOD
    for second, status in ((0, HTTPStatus.OK), (seconds, HTTPStatus.FOUND)):
        monkeypatch.setattr("time.time", lambda second=second: float(begun + second))
        code = format_hotp_value(hotp_value(secret, begun // PERIOD))
        client = sign_in("Alex")
        client.post(reverse("mfa_authenticate"), {"code": f"{code[:3]} {code[3:]}" if is_spaced and second else code})
        assert client.get(reverse("settings_account")).status_code == status


def test_code_that_set_up_the_app_does_not_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now)
    registered("Alex")
    secret = set_up(sign_in("Alex"))
    client = sign_in("Alex")
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert client.get(reverse("settings_account")).status_code == HTTPStatus.FOUND


def test_code_that_signed_in_does_not_prove_who_makes_a_change() -> None:
    registered("Alex")
    secret = set_up(sign_in("Alex"))
    client, code = sign_in("Alex"), code_for(secret, later=1)
    client.post(reverse("mfa_authenticate"), {"code": code})
    assert "errorlist" in client.post(reverse("mfa_reauthenticate"), {"code": code}).text


def test_guest_signs_in_with_app_and_is_asked_about_the_games(client_for: ClientFor) -> None:
    guest = new_player()
    played_game(guest, new_player(), None)
    registered("Alex")
    secret = set_up(sign_in("Alex"))
    client = client_for(guest)
    client.post(reverse("account_login"), {"login": "Alex", "password": PASSWORD})
    assert client.get(reverse("mfa_authenticate")).status_code == HTTPStatus.OK
    answer = client.post(reverse("mfa_authenticate"), {"code": code_for(secret, later=1)})
    assert answer["Location"].startswith(reverse("take_along"))
    assert guest.username in client.get(answer["Location"]).text


def test_recovery_code_works_once() -> None:
    alex = registered("Alex")
    client = sign_in("Alex")
    set_up(client)
    codes = re.findall(r"<code>(\w+)</code>", client.get(reverse("mfa_view_recovery_codes")).text)
    assert len(codes) == 10
    for status in (HTTPStatus.OK, HTTPStatus.FOUND):
        later = sign_in("Alex")
        later.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert later.get(reverse("settings_account")).status_code == status
    assert Authenticator.objects.filter(user=alex).count() == 2


@pytest.mark.parametrize("page", ["mfa_index", "mfa_activate_totp", "mfa_add_webauthn"])
def test_guest_is_redirected_to_registration(client_for: ClientFor, page: str) -> None:
    answer = client_for(guests.create_guest("Alex")).get(reverse(page))
    assert answer["Location"] == reverse("register_guest")


@pytest.mark.parametrize(
    "page",
    [
        *("mfa_index", "mfa_activate_totp", "mfa_deactivate_totp", "mfa_list_webauthn", "mfa_add_webauthn"),
        *("mfa_view_recovery_codes", "mfa_generate_recovery_codes"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_second_factor_pages_have_site_style_and_language(page: str, language: str) -> None:
    registered("Alex")
    client = sign_in("Alex")
    if page == "mfa_activate_totp":
        prove(client)
    else:
        set_up(client)
    answer = client.get(reverse(page), headers={"accept-language": language})
    assert answer.status_code == HTTPStatus.OK
    assert f'<html lang="{language}"' in answer.text
    assert "css/site.css" in answer.text


def test_staff_need_second_factor_if_settings_require_it() -> None:
    member(MODERATOR, "Moira")
    client = sign_in("Moira")
    assert client.get(reverse("admin:index")).status_code == HTTPStatus.OK
    set_site_settings(second_factor=True)
    for page in ("admin:index", "admin:games_game_changelist"):
        assert client.get(reverse(page))["Location"] == reverse("mfa_index")
    set_up(client)
    assert client.get(reverse("admin:index")).status_code == HTTPStatus.OK


def test_first_factor_ends_sessions_that_were_opened_without_one(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    """Whoever has stolen a password may be signed in, and could remove the factor again."""
    alex = registered("Alex")
    client, thief = sign_in("Alex"), sign_in("Alex")
    with django_capture_on_commit_callbacks(execute=True):
        set_up(client)
    assert thief.get(reverse("settings_account")).status_code == HTTPStatus.FOUND
    assert [session.session_key for session in alex.usersession_set.all()] == [client.session.session_key]


def test_first_key_signs_out_in_other_browsers_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    alex = registered("Alex")
    client, other = sign_in("Alex"), sign_in("Alex")
    PushSubscription.objects.create(user=alex, endpoint="https://push.example.org/other", p256dh="-", auth="-")
    prove(client)
    add_key(client, monkeypatch)
    assert not PushSubscription.objects.exists(), "the other browser gets no pushes either"
    assert "signed out in your other browsers" in client.get(reverse("mfa_index")).text
    assert other.get(reverse("settings_account")).status_code == HTTPStatus.FOUND


def test_another_factor_ends_no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    registered("Alex")
    client = sign_in("Alex")
    secret = set_up(client)
    other = sign_in("Alex")
    other.post(reverse("mfa_authenticate"), {"code": code_for(secret, later=1)})
    add_key(client, monkeypatch)
    assert other.get(reverse("settings_account")).status_code == HTTPStatus.OK


@pytest.mark.parametrize("credential", ["9" * 5000, "[" * 40_000, "[" * 100_000, "", "{"])
def test_malformed_key_response_does_not_sign_in(client: Client, credential: str) -> None:
    answer = client.post(reverse("mfa_login_webauthn"), {"credential": credential})
    assert answer["Location"] == reverse("account_login")


@pytest.mark.parametrize("page", ["mfa_add_webauthn", "mfa_reauthenticate_webauthn"])
def test_malformed_key_response_is_no_server_error(page: str) -> None:
    registered("Alex")
    client = sign_in("Alex")
    prove(client)
    assert client.post(reverse(page), {"credential": "9" * 5000}).status_code < HTTPStatus.INTERNAL_SERVER_ERROR
