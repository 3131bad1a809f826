"""Links that sign a browser in: once each, and only under DEBUG."""

import importlib
from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, clear_url_caches, reverse
from pytest_django import Settings

from accounts.models import User
from accounts.sessions.store import SessionStore
from accounts.signing_in.sign_in_links import USER_KEY, create_link
from config import urls

pytestmark = pytest.mark.django_db


@pytest.fixture
def debug(settings: Settings) -> Iterator[Callable[[bool], None]]:
    """Return a function that reads the URLs of the site again, with DEBUG on or off."""

    def read_urls(on: bool) -> None:
        settings.DEBUG = on
        importlib.reload(urls)
        clear_url_caches()

    yield read_urls
    read_urls(False)


def signed_in(client: Client) -> str | None:
    """Return the key of the user who is signed in."""
    return client.session.get("_auth_user_id")


def printed_link(*arguments: str) -> str:
    """Return the address that the command prints for Ana."""
    said = StringIO()
    call_command("sign_in_links", "Ana", *arguments, stdout=said)
    return said.getvalue().split()[-1]


def test_link_signs_one_browser_in_once(debug: Callable[[bool], None], client: Client) -> None:
    debug(True)
    ana = User.objects.create_user("Ana")
    link = printed_link("--site", "http://site.test", "--next", "/lobby/")
    assert link.startswith("http://site.test/dev/sign-in/")
    answer = client.get(link.removeprefix("http://site.test"))
    assert answer["Location"] == "/lobby/"
    assert signed_in(client) == str(ana.pk)
    another = Client()
    assert another.get(link.removeprefix("http://site.test")).status_code == 404
    assert signed_in(another) is None


def test_link_leads_to_no_other_site(debug: Callable[[bool], None], client: Client) -> None:
    debug(True)
    User.objects.create_user("Ana")
    link = printed_link("--next", "//elsewhere.test/")
    assert client.get(link.removeprefix("http://127.0.0.1:8000"))["Location"] == "/"


def test_session_of_a_player_is_no_link(debug: Callable[[bool], None], client: Client) -> None:
    debug(True)
    client.force_login(User.objects.create_user("Ana"))
    another = Client()
    assert another.get(reverse("sign_in_link", args=[client.session.session_key])).status_code == 404
    assert signed_in(another) is None


def test_link_does_not_exist_without_debug(debug: Callable[[bool], None], client: Client) -> None:
    ana = User.objects.create_user("Ana")
    debug(True)
    link = create_link(ana)
    debug(False)
    assert client.get(link).status_code == 404
    assert signed_in(client) is None
    with pytest.raises(NoReverseMatch):
        reverse("sign_in_link", args=["key"])


def test_nothing_makes_links_without_debug() -> None:
    ana = User.objects.create_user("Ana")
    with pytest.raises(RuntimeError, match="DEBUG"):
        create_link(ana)
    with pytest.raises(CommandError, match="DEBUG"):
        printed_link()
    with pytest.raises(CommandError, match="DEBUG"):
        call_command("dev")


def test_link_of_nobody_is_refused(debug: Callable[[bool], None]) -> None:
    debug(True)
    with pytest.raises(CommandError, match="no player called Ana"):
        printed_link()


def test_link_of_a_deleted_account_is_not_found(debug: Callable[[bool], None], client: Client) -> None:
    debug(True)
    ticket = SessionStore()
    ticket[USER_KEY] = 12345
    ticket.save()
    assert client.get(reverse("sign_in_link", args=[ticket.session_key])).status_code == 404
