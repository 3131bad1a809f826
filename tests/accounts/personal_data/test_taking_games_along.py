"""The page after sign-in that offers to take a guest's games along."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.personal_data.deletion import former_player_name
from games.models import GameResult
from tests.clients import ClientFor
from tests.finished_games import played_game
from tests.tables import new_player

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


@pytest.fixture
def guest(ana: User) -> User:
    guest = new_player()
    played_game(guest, ana, None)
    return guest


@pytest.fixture
def browser(guest: User, client_for: ClientFor) -> Client:
    User.objects.create_user("Zoe", password=PASSWORD)
    return client_for(guest)


def sign_in(browser: Client, **fields: str) -> str:
    """Sign in; return the address that the browser is led to."""
    answer = browser.post(reverse("account_login"), {"login": "Zoe", "password": PASSWORD, **fields})
    return answer.headers["Location"]


def test_guest_who_signs_in_is_asked_and_takes_the_games_along(browser: Client, guest: User) -> None:
    address = sign_in(browser, next="/rules/")
    assert address.startswith(reverse("take_along"))
    page = browser.get(address).text
    assert guest.username in page
    assert "1 game, with its results" in page
    answer = browser.post(reverse("take_along"), {"take": "1", "next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    assert GameResult.objects.filter(user__username="Zoe").count() == 1
    guest.refresh_from_db()
    assert (guest.username, guest.is_active) == (former_player_name(guest), False), "stays for the rating of the game"
    assert browser.get(reverse("take_along")).status_code == 302, "asked once"


def test_unanswered_question_is_found_again_under_the_name(browser: Client) -> None:
    assert reverse("take_along") not in browser.get(reverse("settings_account")).text, "not signed in yet"
    sign_in(browser)
    assert reverse("take_along") in browser.get(reverse("settings_account")).text
    browser.post(reverse("take_along"))
    assert reverse("take_along") not in browser.get(reverse("settings_account")).text


def test_guest_who_leaves_them_is_not_asked_again(browser: Client, guest: User) -> None:
    sign_in(browser)
    browser.post(reverse("take_along"))
    assert GameResult.objects.filter(user=guest).count() == 1
    assert browser.get(reverse("take_along")).headers["Location"] == reverse("games:home")
    browser.post(reverse("take_along"), {"take": "1"})
    assert GameResult.objects.filter(user=guest).count() == 1


@pytest.mark.usefixtures("browser")
def test_without_games_nobody_is_asked(client_for: ClientFor) -> None:
    assert sign_in(client_for(new_player())) == reverse("games:home")
    assert sign_in(Client()) == reverse("games:home")


def test_suspended_guest_does_not_shake_the_suspension_off(browser: Client, guest: User) -> None:
    sign_in(browser)
    User.objects.filter(pk=guest.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    browser.post(reverse("take_along"), {"take": "1"})
    assert GameResult.objects.filter(user=guest).exists()


def test_only_the_browser_of_the_guest_is_asked(browser: Client, guest: User) -> None:
    sign_in(browser)
    elsewhere = Client()
    sign_in(elsewhere)
    elsewhere.post(reverse("take_along"), {"take": "1", "guest": str(guest.pk)})
    assert GameResult.objects.filter(user=guest).exists()
