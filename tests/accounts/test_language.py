"""English and Spanish: chosen by the browser, by the switch, or by the account."""

from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.languages import language_of_socket
from accounts.models import User

pytestmark = pytest.mark.django_db

SPANISH_BROWSER = {"accept-language": "es-AR,es;q=0.9,en;q=0.5"}


def language_of(client: Client, **request: dict[str, str]) -> str:
    return client.get(reverse("account_login"), follow=True, **request).headers["Content-Language"]


@pytest.mark.parametrize(
    ("asked", "given"), [("", "en"), ("es", "es"), ("es-AR,es;q=0.9", "es"), ("fr,de", "en"), ("fr,es;q=0.1", "es")]
)
def test_the_browser_is_answered_in_its_language(client: Client, asked: str, given: str) -> None:
    page = client.get(reverse("account_login"), headers={"accept-language": asked})
    assert f'<html lang="{given}">' in page.content.decode()


def test_the_switch_beats_the_browser_and_leads_back(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "en", "next": reverse("account_login")})
    assert answer["Location"] == reverse("account_login")
    assert language_of(client, headers=SPANISH_BROWSER) == "en"


def test_the_switch_leads_to_this_site_only(client: Client) -> None:
    answer = client.post(reverse("set_language"), {"language": "es", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("language", ["", "xx", "fr", "es\x00"])
def test_an_unknown_language_changes_nothing(client_for: Callable[[User], Client], language: str) -> None:
    user = services.create_guest("Alex")
    client = client_for(user)
    assert client.post(reverse("set_language"), {"language": language}).status_code == HTTPStatus.FOUND
    user.refresh_from_db()
    assert user.language == ""


def test_only_a_form_changes_the_language(client: Client) -> None:
    assert client.get(reverse("set_language")).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_the_choice_of_a_player_is_kept_for_every_browser(client_for: Callable[[User], Client]) -> None:
    user = services.create_guest("Alex")
    client_for(user).post(reverse("set_language"), {"language": "es"})
    user.refresh_from_db()
    page = client_for(user).get(reverse("you"))
    assert user.language == "es"
    assert '<html lang="es">' in page.content.decode()


def test_a_player_may_go_back_to_what_the_browser_asks(client_for: Callable[[User], Client]) -> None:
    client = client_for(services.create_guest("Alex"))
    client.post(reverse("set_language"), {"language": "es"})
    client.post(reverse("you"), {"language": ""})
    assert client.get(reverse("you")).headers["Content-Language"] == "en"
    assert client.get(reverse("you"), headers=SPANISH_BROWSER).headers["Content-Language"] == "es"


def test_a_language_that_is_not_offered_is_refused(client_for: Callable[[User], Client]) -> None:
    client = client_for(services.create_guest("Alex"))
    assert client.post(reverse("you"), {"language": "fr"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


@pytest.mark.parametrize(
    ("account", "cookies", "header", "given"),
    [
        ("es", {}, b"en", "es"),
        ("", {"django_language": "es"}, b"en", "es"),
        ("", {}, b"es-MX", "es"),
        ("", {}, b"\xff\xfe", "en"),
    ],
)
def test_a_socket_speaks_the_language_of_the_page(
    account: str, cookies: dict[str, str], header: bytes, given: str
) -> None:
    user = User(username="Alex", language=account) if account else AnonymousUser()
    scope = {"user": user, "cookies": cookies, "headers": [(b"accept-language", header)]}
    assert language_of_socket(scope) == given
