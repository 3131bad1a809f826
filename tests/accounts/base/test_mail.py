"""Mail waits in the database: no page waits for its host, and each mail is sent once when the host is back."""

import logging
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail as django_mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from post_office.models import Email

from accounts.base import mail
from accounts.models import User
from tests.tables import Time, new_player

CLOSED_PORT = "127.0.0.1", 1
A_QUARTER = 15 * 60 + 1
SIGN_UP = {"username": "Zoe", "password1": "long and secret 5", "email": "zoe@example.com"}

pytestmark = pytest.mark.django_db(transaction=True)

Host = Callable[[str], None]


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Host:
    """Queue mail as the site does; return a function that lets the mail host be "closed" or "open"."""
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "accounts.base.mail.Queue")

    def be(state: str) -> None:
        kind = {"open": "locmem", "closed": "smtp"}[state]
        backend = f"django.core.mail.backends.{kind}.EmailBackend"
        monkeypatch.setattr(settings, "POST_OFFICE", settings.POST_OFFICE | {"BACKENDS": {"default": backend}})

    monkeypatch.setattr(settings, "EMAIL_HOST", CLOSED_PORT[0])
    monkeypatch.setattr(settings, "EMAIL_PORT", CLOSED_PORT[1])
    return be


def sent() -> list[list[str]]:
    """Return the recipients of each mail that was sent."""
    return [message.recipients() for message in getattr(django_mail, "outbox", [])]


def test_sign_up_succeeds_while_the_host_is_closed_and_the_mail_is_sent_later(
    host: Host, client: Client, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    host("closed")
    assert client.post(reverse("account_signup"), SIGN_UP).status_code == 302
    assert User.objects.filter(username="Zoe").exists()
    assert mail.waiting() == 1
    with caplog.at_level(logging.WARNING):
        mail.send_waiting()
    [line] = [record.message for record in caplog.records]
    assert line.startswith("mails that could not be sent: 1, one because of: ")
    assert "zoe" not in caplog.text.lower()
    host("open")
    mail.send_waiting()
    assert sent() == [], "it is tried again after a while"
    time.passes(A_QUARTER)
    for _ in range(2):
        mail.send_waiting()
    assert sent() == [["zoe@example.com"]]
    assert mail.waiting() == 0


def test_password_is_reset_by_a_mail_that_has_waited(host: Host, client: Client) -> None:
    host("closed")
    client.post(reverse("account_signup"), SIGN_UP)
    EmailAddress.objects.update(verified=True)
    client.post(reverse("account_logout"))
    assert client.post(reverse("account_reset_password"), {"email": "zoe@example.com"}).status_code == 302
    host("open")
    mail.send_waiting()
    texts = [str(message.body) for message in django_mail.outbox]
    links = re.findall(r"http://localhost:8000(/\S*password/reset/key/\S+)", "\n".join(texts))
    assert len(links) == 1
    assert client.get(links[0], follow=True).status_code == 200


def test_mail_is_not_sent_twice_by_two_processes(host: Host, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    host("open")
    client.post(reverse("account_signup"), SIGN_UP)
    send = mail.send_queued

    def send_in_the_middle_of_it(**options: int) -> object:
        mail.send_waiting()  # the other process
        return send(**options)

    monkeypatch.setattr(mail, "send_queued", send_in_the_middle_of_it)
    mail.send_waiting()
    assert sent() == [["zoe@example.com"]]


def test_staff_see_how_many_mails_wait_and_no_mail(host: Host, client: Client) -> None:
    host("closed")
    client.post(reverse("account_signup"), SIGN_UP)
    staff = new_player()
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    client.force_login(staff)
    page = client.get(reverse("admin:index")).text
    assert re.search(r"<b>1</b>\s*<span>mails waiting", page)
    assert "post_office" not in page
    assert client.get("/admin/post_office/email/").status_code == 404


def test_slow_process_leaves_the_mark_of_one_that_has_taken_over(
    host: Host, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    host("open")
    client.post(reverse("account_signup"), SIGN_UP)
    monkeypatch.setattr(mail, "send_queued", lambda **_: (cache.set(mail._BUSY, "another") or 0, 0, 0))
    mail.send_waiting()
    assert cache.get(mail._BUSY) == "another"


@pytest.mark.parametrize("address", ["{{x}}@example.org", "{%x%}@example.org", "{%load%}@example.org"])
def test_address_is_not_read_as_a_template(host: Host, client: Client, address: str) -> None:
    host("open")
    assert client.post(reverse("account_reset_password"), {"email": address}).status_code == 302
    mail.send_waiting()
    [message] = django_mail.outbox
    assert message.to == [address]
    assert address in str(message.body)


def test_mail_that_has_become_pointless_is_not_sent(host: Host, time: Time) -> None:
    host("closed")
    until = time.now + timedelta(minutes=20)
    for expires_at in (None, until):
        mail.ExpiringMail("Soon", "It begins soon.", to=["zoe@example.com"], expires_at=expires_at).send()
    mail.send_waiting()
    assert mail.waiting() == 2
    time.passes(A_QUARTER)
    mail.send_waiting()
    time.passes(A_QUARTER)
    assert mail.waiting() == 1
    host("open")
    mail.send_waiting()
    assert len(sent()) == 1
    assert not Email.objects.exists(), "it is not kept either"


@pytest.mark.parametrize("local", ["a,b@example.com,c", "<b@example.com>", "a\x0bBcc:b@example.com"])
def test_quoted_address_is_refused_as_it_could_reach_others(host: Host, client: Client, local: str) -> None:
    host("open")
    assert client.post(reverse("account_reset_password"), {"email": f'"{local}"@example.org'}).status_code == 200
    assert mail.waiting() == 0
