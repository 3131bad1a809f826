"""The language of pages: chosen by the account, the switch or the browser."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences.locale import language_of_socket
from accounts.signing_in import guests
from tests.clients import ClientFor

pytestmark = pytest.mark.django_db

SPANISH_BROWSER = {"accept-language": "es-AR,es;q=0.9,en;q=0.5"}


def language_of(client: Client, **request: dict[str, str]) -> str:
    return client.get(reverse("account_login"), follow=True, **request).headers["Content-Language"]


@pytest.mark.parametrize(
    ("asked", "given"), [("", "en"), ("es", "es"), ("es-AR,es;q=0.9", "es"), ("tlh,qya", "en"), ("tlh,es;q=0.1", "es")]
)
def test_page_is_in_the_browser_s_language(client: Client, asked: str, given: str) -> None:
    page = client.get(reverse("account_login"), headers={"accept-language": asked})
    assert f'<html lang="{given}">' in page.content.decode()


def test_language_switch_overrides_browser_and_redirects_back(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "en", "next": reverse("account_login")})
    assert answer["Location"] == reverse("account_login")
    assert language_of(client, headers=SPANISH_BROWSER) == "en"


def test_language_switch_does_not_redirect_to_other_sites(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "es", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("language", ["", "xx", "tlh", "es\x00"])
def test_unknown_language_is_ignored(client_for: ClientFor, language: str) -> None:
    user = guests.create_guest("Alex")
    client = client_for(user)
    assert client.post(reverse("set_language"), {"language": language}).status_code == HTTPStatus.FOUND
    user.refresh_from_db()
    assert user.language == ""


def test_language_change_requires_post(client: Client) -> None:
    assert client.get(reverse("set_language")).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_language_choice_is_stored_on_the_account(client_for: ClientFor) -> None:
    user = guests.create_guest("Alex")
    client_for(user).post(reverse("set_language"), {"language": "es"})
    user.refresh_from_db()
    page = client_for(user).get(reverse("settings_account"))
    assert user.language == "es"
    assert '<html lang="es"' in page.content.decode()


def test_language_choice_can_be_reset_to_the_browser_s(client_for: ClientFor) -> None:
    client = client_for(guests.create_guest("Alex"))
    client.post(reverse("set_language"), {"language": "es"})
    client.post(reverse("settings_account"), {"only": "language", "language": ""})
    assert client.get(reverse("settings_account")).headers["Content-Language"] == "en"
    assert client.get(reverse("settings_account"), headers=SPANISH_BROWSER).headers["Content-Language"] == "es"


@pytest.mark.parametrize(
    ("chosen", "in_language"), [("es", "Tus ajustes están guardados."), ("", "Your settings are saved.")]
)
def test_new_language_is_that_of_the_answer_too(client_for: ClientFor, chosen: str, in_language: str) -> None:
    client = client_for(guests.create_guest("Alex"))
    client.post(reverse("set_language"), {"language": "en" if chosen else "es"})
    answer = client.post(
        reverse("settings_account"), {"language": chosen, "visibility": "public", "online_to": "all"}, follow=True
    )
    assert [str(message) for message in answer.context["messages"]] == [in_language]


def test_unsupported_language_is_refused(client_for: ClientFor) -> None:
    client = client_for(guests.create_guest("Alex"))
    assert (
        client.post(reverse("settings_account"), {"only": "language", "language": "tlh"}).status_code
        == HTTPStatus.UNPROCESSABLE_ENTITY
    )


@pytest.mark.parametrize(
    ("account", "cookies", "header", "given"),
    [
        ("es", {}, b"en", "es"),
        ("", {"django_language": "es"}, b"en", "es"),
        ("", {}, b"es-MX", "es"),
        ("", {}, b"\xff\xfe", "en"),
    ],
)
def test_socket_has_the_language_of_the_page(account: str, cookies: dict[str, str], header: bytes, given: str) -> None:
    user = User(username="Alex", language=account) if account else AnonymousUser()
    scope = {"user": user, "cookies": cookies, "headers": [(b"accept-language", header)]}
    assert language_of_socket(scope) == given
