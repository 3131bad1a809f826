"""Invitations to a table, and private tables."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as chat_services
from games.models import Game, Invitation
from tests.clients import HTMX, ClientFor
from tests.tables import new_player
from tests.views.gathering.posts import address

pytestmark = pytest.mark.django_db


def test_player_is_invited_by_name(code: str, as_guest: Client, client_for: ClientFor) -> None:
    friend = new_player()
    answer = as_guest.post(address("invite", code), {"name": friend.username.lower()}, headers=HTMX)
    assert answer.status_code == 200
    assert "is invited" in answer.text
    assert Invitation.objects.filter(user=friend, game__code=code).exists()
    assert address("table", code) in client_for(friend).get(reverse("games:home")).text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "of that name."),
        ("Nobody", "called Nobody."),
        ("\0", "of that name."),
        ("a\0b", "called ab."),
        ("x" * 5000, f"called {'x' * 64}."),
        ("<script>", "called &lt;script&gt;."),
    ],
    ids=["none", "unknown", "control", "with a control", "long", "markup"],
)
def test_invitation_of_an_unknown_name_is_a_400_with_a_notice(
    name: str, words: str, code: str, as_host: Client
) -> None:
    answer = as_host.post(address("invite", code), {"name": name}, headers=HTMX)
    assert answer.status_code == 400
    assert f"There is no player {words}" in answer.text
    assert "<script>" not in answer.text


def test_invitation_of_a_seated_player_is_a_409(code: str, guest: User, as_host: Client) -> None:
    assert as_host.post(address("invite", code), {"name": guest.username}).status_code == 409


def test_invitation_of_a_blocked_player_is_refused_with_the_reason(code: str, host: User, as_host: Client) -> None:
    pest = new_player()
    chat_services.block(code=code, user=host, name=pest.username)
    answer = as_host.post(address("invite", code), {"name": pest.username}, headers=HTMX)
    assert (answer.status_code, "You have blocked this player." in answer.text) == (409, True)
    assert not Invitation.objects.exists()


def test_invitation_is_declined_in_the_lobby(
    code: str, as_guest: Client, client: Client, client_for: ClientFor
) -> None:
    friend, other = new_player(), new_player()
    for invited in (friend, other):
        as_guest.post(address("invite", code), {"name": invited.username})
    as_friend = client_for(friend)
    assert address("decline", code) in as_friend.get(reverse("games:home")).text
    assert as_friend.post(address("decline", code))["Location"] == reverse("games:home")
    assert "invites you" not in as_friend.get(reverse("games:home")).text
    assert "invites you" in client_for(other).get(reverse("games:home")).text
    assert as_friend.get(address("decline", code))["Location"] == address("table", code)
    signing_in = client.post(address("decline", code))["Location"]
    assert signing_in == f"{reverse('account_login')}?next={address('table', code)}"


def test_private_table_is_reached_by_its_link_only(code: str, as_stranger: Client) -> None:
    assert code not in as_stranger.get(reverse("games:home")).text
    Game.objects.filter(code=code).update(public=True)
    assert code in as_stranger.get(reverse("games:home")).text
