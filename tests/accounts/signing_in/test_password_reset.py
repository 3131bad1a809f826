"""Password resets by mail, and the confirmation of addresses: neither gives an account to who has only a mailbox."""

import re
from typing import Final
from urllib.parse import quote

import pytest
from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import get_user
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.signing_in import guests
from tests.clients import ClientFor
from tests.security.exchange import TOKENS

pytestmark = pytest.mark.django_db

PASSWORD: Final = "correct horse"
OTHER: Final = "battery staple"
RESET_LINK: Final = re.compile(r"http://localhost:8000(/accounts/password/reset/key/\S+)")
CONFIRM_LINK: Final = re.compile(r"http://localhost:8000(/accounts/confirm-email/\S+)")
MISTYPED: Final = "ana@exmaple.org"
"""Somebody owns this address, but not the player who has entered it."""


def player(name: str = "Ana", confirmed: str = "", pending: str = "") -> User:
    user = User.objects.create_user(name, password=PASSWORD, email=confirmed or pending)
    for address, verified in ((confirmed, True), (pending, False)):
        if address:
            EmailAddress.objects.create(user=user, email=address, verified=verified, primary=address == user.email)
    return user


def ask(address: str) -> str:
    """Ask for a link to a new password. Return the mail to this address, the only one."""
    mail.outbox.clear()
    Client().post(reverse("account_reset_password"), {"email": address})
    [message] = mail.outbox
    assert message.to == [address]
    return str(message.body)


def choose_password(client: Client, link: str) -> None:
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"password1": OTHER, "password2": OTHER})


def has_password(user: User, password: str) -> bool:
    return User.objects.get(pk=user.pk).check_password(password)


def test_password_reset_by_mail(client: Client) -> None:
    ana = player(confirmed="ana@example.org")
    link = RESET_LINK.search(ask("ana@example.org"))
    assert link
    choose_password(client, link[1])
    assert has_password(ana, OTHER)
    assert "not valid any more" in Client().get(link[1], follow=True).text


@pytest.mark.parametrize("confirmed", ["", "ana@example.org"])
def test_no_link_to_a_new_password_goes_to_an_address_that_nobody_has_confirmed(confirmed: str) -> None:
    player(confirmed=confirmed, pending=MISTYPED)
    text = ask(MISTYPED)
    assert "password/reset/key" not in text
    assert "confirms the address:\n\nhttp://localhost:8000/accounts/email/" in text


def test_link_goes_to_who_has_confirmed_the_address_that_another_account_has_entered() -> None:
    ben = player("Ben", confirmed="ben@example.org")
    player(pending="ben@example.org")
    link = RESET_LINK.search(ask("ben@example.org"))
    assert link
    choose_password(Client(), link[1])
    assert has_password(ben, OTHER)


def test_address_of_a_user_that_was_never_entered_as_one_gets_no_link() -> None:
    User.objects.create_user("Ana", password=PASSWORD, email=MISTYPED)
    assert "password/reset/key" not in ask(MISTYPED)


def test_answer_to_a_reset_is_the_same_for_every_address(client: Client) -> None:
    """Status, bytes, statements and the number of mails."""
    player("Ben", confirmed="ben@example.org")
    player(pending=MISTYPED)
    player("Zoe", confirmed="zoe@example.org", pending="new@example.org")
    client.get(reverse("account_reset_password_done"))  # fills the cache of the site's settings
    seen = []
    for address in ("ben@example.org", MISTYPED, "new@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as statements:
            answer = client.post(reverse("account_reset_password"), {"email": address}, follow=True)
        kinds = [" ".join(re.sub(r"'[^']*'|\d+", "", of["sql"]).split()[:6]) for of in statements]
        seen.append((answer.redirect_chain, TOKENS.sub("", answer.text), kinds))
    for one in seen:
        assert one == seen[0]
    assert [len(message.to) for message in mail.outbox] == [1] * 4


def test_link_asked_for_before_the_upgrade_is_not_valid_any_more() -> None:
    ana = player(confirmed="ana@example.org", pending=MISTYPED)
    key = EmailAwarePasswordResetTokenGenerator().make_token(ana)
    link = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(ana), key])
    assert "not valid any more" in Client().get(link, follow=True).text
    choose_password(Client(), link)
    assert has_password(ana, PASSWORD)


def test_link_ends_when_another_address_is_confirmed() -> None:
    ana = player(confirmed="ana@example.org")
    link = RESET_LINK.search(ask("ana@example.org"))
    assert link
    EmailAddress.objects.filter(user=ana).update(email="new@example.org")
    assert "not valid any more" in Client().get(link[1], follow=True).text


@pytest.mark.parametrize("address", ["ana@example.com", "nobody@example.com"])
def test_links_in_mail_lead_to_the_site_whatever_the_request_has_named(client: Client, address: str) -> None:
    player(confirmed="ana@example.com")
    client.post("/accounts/password/reset/", {"email": address}, headers={"host": "localhost:6666"})
    [message] = mail.outbox
    assert "http://localhost:8000/accounts/" in message.body
    assert "6666" not in message.body


def test_mail_is_in_the_language_of_the_account_whoever_asks(client: Client) -> None:
    ana = player(confirmed="ana@example.org")
    User.objects.filter(pk=ana.pk).update(language="es")
    client.post(reverse("account_reset_password"), {"email": "ana@example.org"}, headers={"Accept-Language": "en"})
    assert mail.outbox[0].subject == "Una contraseña nueva"


def test_mail_alone_does_not_confirm_an_address(client_for: ClientFor) -> None:
    """Else whoever owns a mistyped address would confirm it, and then ask for a new password."""
    client = Client()
    client.post(reverse("account_signup"), {"username": "Ana", "password1": PASSWORD, "email": MISTYPED})
    link = CONFIRM_LINK.search(mail.outbox[0].body)
    assert link
    stranger = Client()
    assert f"{reverse('account_login')}?next={quote(link[1])}" in stranger.get(link[1]).text
    for thief in (stranger, client_for(player("Ben")), client_for(guests.create_guest("Robin"))):
        assert thief.post(link[1]).status_code == 403
        assert not EmailAddress.objects.filter(verified=True).exists()
    assert "password/reset/key" not in ask(MISTYPED)
    client.post(link[1])
    assert EmailAddress.objects.get().verified


def test_confirmation_on_another_device_needs_signing_in(client: Client) -> None:
    ana = player(pending="ana@example.org")
    client.post(reverse("account_signup"), {"username": "Other", "password1": PASSWORD})
    phone = Client()
    ask_again = Client()
    ask_again.force_login(ana)
    ask_again.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    ask_again.post(reverse("account_email"), {"email": "ana@example.org", "action_send": ""})
    link = CONFIRM_LINK.search(mail.outbox[-1].body)
    assert link
    page = phone.post(f"{reverse('account_login')}?next={link[1]}", {"login": "Ana", "password": PASSWORD})
    assert page["Location"] == link[1]
    phone.post(link[1])
    assert EmailAddress.objects.get().verified


@pytest.mark.parametrize("kind", ["reset", "confirm"])
def test_link_about_another_account_signs_no_guest_out(client_for: ClientFor, kind: str) -> None:
    """A guest could not come back; anybody could send such a link in the chat."""
    guest = guests.create_guest("Robin")
    browser, attacker = client_for(guest), player("Eve", confirmed="eve@example.org", pending="eve@example.com")
    if kind == "reset":
        link = RESET_LINK.search(ask("eve@example.org"))
    else:
        attackers = client_for(attacker)
        attackers.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        attackers.post(reverse("account_email"), {"email": "eve@example.com", "action_send": ""})
        link = CONFIRM_LINK.search(mail.outbox[-1].body)
    assert link
    browser.get(link[1], follow=True)
    assert get_user(browser) == guest
    if kind == "reset":
        choose_password(browser, link[1])
        assert has_password(attacker, OTHER)
        assert get_user(browser) == guest


def test_invitation_to_sign_up_goes_to_who_asks_for_an_unknown_address() -> None:
    assert "http://localhost:8000/accounts/signup/" in ask("nobody@example.org")
