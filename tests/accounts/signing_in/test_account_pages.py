"""Pages about the visitor's own account, for each kind of visitor."""

import datetime
import re
from http import HTTPStatus

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.core import mail
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import deletion
from accounts.signing_in import guests, views
from accounts.signing_in.forms import AddEmailForm
from tests.clients import ClientFor
from tests.tables import at_once, begin, meanwhile

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


@pytest.fixture
def guest() -> User:
    return guests.create_guest("Alex")


@pytest.fixture
def registered() -> User:
    return User.objects.create_user("Ben", password=PASSWORD)


def proved(client: Client) -> Client:
    """Return the browser after its player has entered the password again."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


@pytest.mark.parametrize("page", ["settings_account", "register_guest", "account_change_password", "account_email"])
def test_anonymous_visitor_is_redirected_to_sign_in(client: Client, page: str) -> None:
    response = client.get(reverse(page))
    assert response.status_code == HTTPStatus.FOUND
    assert response["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("page", ["account_signup", "account_email", "account_set_password"])
def test_pages_of_registered_players_redirect_guest_to_registration(
    client_for: ClientFor, guest: User, page: str
) -> None:
    assert client_for(guest).get(reverse(page))["Location"] == reverse("register_guest")


def test_guest_sees_link_to_registration(client_for: ClientFor, guest: User) -> None:
    assert reverse("register_guest") in client_for(guest).get(reverse("settings_account")).content.decode()


def test_registered_player_sees_no_registration(client_for: ClientFor, registered: User) -> None:
    client = client_for(registered)
    assert reverse("register_guest") not in client.get(reverse("settings_account")).content.decode()
    assert client.get(reverse("register_guest"))["Location"] == reverse("settings_account")


@pytest.mark.parametrize("page", ["settings_account", "account_email", "account_reauthenticate"])
def test_registered_player_sees_account_pages(client_for: ClientFor, registered: User, page: str) -> None:
    assert client_for(registered).get(reverse(page)).status_code == HTTPStatus.OK


def test_guest_who_registers_stays_signed_in_with_same_account(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    client.post(reverse("register_guest"), {"password": PASSWORD, "email": "Alex@example.org"})
    user = get_user(client)
    assert (user.pk, user.username, user.is_guest, user.email) == (guest.pk, "Alex", False, "alex@example.org")
    assert mail.outbox[0].to == ["alex@example.org"]
    assert Client().login(username="alex", password=PASSWORD)


def test_guest_may_choose_another_name_when_registering(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    code = begin(guest)
    assert 'value="Alex"' in client.get(reverse("register_guest")).text
    client.post(reverse("register_guest"), {"password": PASSWORD, "name": " Berta "})
    assert (get_user(client).pk, User.objects.get(pk=guest.pk).username) == (guest.pk, "Berta")
    assert Client().login(username="berta", password=PASSWORD)
    assert "Berta" in client.get(f"/tables/{code}/").text


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(("name", "reason"), [("ben", "Somebody already has this name."), ("A", "2 to 16 characters")])
def test_guest_who_chooses_a_name_that_nobody_may_have_stays_a_guest(
    client_for: ClientFor, guest: User, name: str, reason: str
) -> None:
    answer = client_for(guest).post(reverse("register_guest"), {"password": PASSWORD, "name": name})
    assert (answer.status_code, reason in answer.text) == (HTTPStatus.UNPROCESSABLE_ENTITY, True)
    stored = User.objects.get(pk=guest.pk)
    assert (stored.username, stored.is_guest, stored.has_usable_password()) == ("Alex", True, False)


@pytest.mark.django_db(transaction=True)
def test_concurrent_registrations_of_one_guest_register_once(guest: User) -> None:
    clients = [Client() for _ in range(3)]
    for client in clients:
        client.force_login(guest)
    fields = {"password": PASSWORD, "email": "alex@example.org"}
    answers = at_once(3, lambda number: str(clients[number].post(reverse("register_guest"), fields).status_code))
    assert answers == ["302", "302", "302"]
    assert EmailAddress.objects.get().user == guest


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", [(guests, "make_password"), (views, "update_session_auth_hash")])
@pytest.mark.parametrize("has_played", [False, True])
def test_account_deleted_during_registration_stays_deleted(
    client_for: ClientFor, guest: User, monkeypatch: pytest.MonkeyPatch, moment: tuple[object, str], has_played: bool
) -> None:
    """The deletion happens just before or just after the registration."""
    if has_played:
        begin(guest)
    client = client_for(guest)
    meanwhile(monkeypatch, *moment, lambda: deletion.delete_account(guest))
    answer = client.post(reverse("register_guest"), {"password": PASSWORD, "email": "alex@example.org"})
    assert answer["Location"] == reverse("games:home")
    assert not get_user(client).is_authenticated
    assert not mail.outbox
    assert not EmailAddress.objects.exists()
    assert not UserSession.objects.exists()
    assert not User.objects.exclude(email="", is_active=False).exists()


@pytest.mark.parametrize("fields", [{}, {"password": "short"}, {"password": PASSWORD, "email": "no address"}])
def test_invalid_registration_shows_errors(client_for: ClientFor, guest: User, fields: dict[str, str]) -> None:
    response = client_for(guest).post(reverse("register_guest"), {"unknown": "field", **fields})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "errorlist" in response.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize("local_part", ["a" * 260, "İ" * 200], ids=["long", "longer in small letters"])
def test_overlong_email_is_refused(client_for: ClientFor, guest: User, registered: User, local_part: str) -> None:
    address = f"{local_part}@example.org"
    keep = client_for(guest).post(reverse("register_guest"), {"password": PASSWORD, "email": address})
    add = proved(client_for(registered)).post(reverse("account_email"), {"email": address, "action_add": ""})
    new = {"username": "Newcomer", "password1": PASSWORD, "email": address}
    sign_up = Client().post(reverse("account_signup"), new)
    reset = Client().post(reverse("account_reset_password"), {"email": address})
    for answer in (keep, add, sign_up, reset):
        assert "errorlist" in answer.text
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize(("password", "asked"), [("wrong", []), (PASSWORD, ["thief@example.org"])])
def test_address_is_changed_only_by_who_knows_the_password(
    client_for: ClientFor, registered: User, password: str, asked: list[str]
) -> None:
    """Else whoever finds a browser signed in, or has its cookie, takes the account: a new password goes there."""
    client, change = client_for(registered), {"email": "thief@example.org", "action_add": ""}
    question = client.post(reverse("account_email"), change)["Location"]
    assert not mail.outbox
    client.post(question, {"password": password})
    assert [address for letter in mail.outbox for address in letter.to] == asked
    assert list(EmailAddress.objects.values_list("email", flat=True)) == asked


@pytest.mark.django_db(transaction=True)
def test_email_submitted_twice_at_once_is_added_once(
    client_for: ClientFor, registered: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, fields = proved(client_for(registered)), {"email": "ben@example.org", "action_add": ""}
    add = AddEmailForm.save

    def clicked_again(form: AddEmailForm, request: HttpRequest) -> EmailAddress:
        monkeypatch.undo()
        client.post(reverse("account_email"), fields)
        monkeypatch.setattr(EmailAddress.objects, "get_new", lambda _: None)  # the first request saw none
        return add(form, request)

    monkeypatch.setattr(AddEmailForm, "save", clicked_again)
    assert client.post(reverse("account_email"), fields)["Location"] == reverse("account_email")
    assert EmailAddress.objects.get().email == "ben@example.org"


def test_registration_does_not_reveal_taken_email(client_for: ClientFor, registered: User) -> None:
    registered.email = "ben@example.org"
    registered.save()
    EmailAddress.objects.create(user=registered, email="ben@example.org", verified=True, primary=True)
    seen = []
    for name, address in (("Curious", "ben@example.org"), ("Honest", "new@example.org")):
        client = client_for(guests.create_guest(name))
        answer = client.post(reverse("register_guest"), {"password": PASSWORD, "email": address}, follow=True)
        pages = [answer.text, client.get(reverse("account_email")).text]
        seen.append([re.sub(rf"{name}|{address}|/avatars/\w+|[A-Za-z0-9]{{64}}", "…", page) for page in pages])
        assert mail.outbox.pop().to == [address]
    assert seen[0] == seen[1]


def test_email_is_confirmed_by_one_account_only(client_for: ClientFor, registered: User) -> None:
    EmailAddress.objects.create(user=registered, email="ben@example.org", verified=True, primary=True)
    curious = guests.create_guest("Curious")
    client_for(curious).post(reverse("register_guest"), {"password": PASSWORD, "email": "ben@example.org"})
    link = re.search(r"/accounts/confirm-email/\S+/", mail.outbox[0].body)
    assert link
    client_for(curious).post(link[0])
    assert list(EmailAddress.objects.filter(verified=True)) == [registered.emailaddress_set.get()]


def test_visit_is_recorded_and_cookie_renewed_once_a_day(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    User.objects.filter(pk=guest.pk).update(last_seen=timezone.now().date() - datetime.timedelta(days=2))
    assert "sessionid" in client.get(reverse("settings_account")).cookies
    guest.refresh_from_db()
    assert guest.last_seen == timezone.now().date()
    assert "sessionid" not in client.get(reverse("settings_account")).cookies


def test_inactive_account_is_signed_out(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    User.objects.filter(pk=guest.pk).update(is_active=False)
    assert client.get(reverse("settings_account")).status_code == HTTPStatus.FOUND


def test_class_signs_up_behind_one_address_and_who_comes_after_learns_when_to_try_again() -> None:
    answers = [
        Client().post(reverse("account_signup"), {"username": f"Player {number}", "password1": "long and secret 5"})
        for number in range(41)
    ]
    assert [answer.status_code for answer in answers] == [302] * 40 + [429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 600
