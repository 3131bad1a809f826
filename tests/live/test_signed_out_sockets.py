"""Sockets of browsers that are signed out elsewhere. A new password ends at once what others see who knew the old one;
and an open page keeps no place at a table or in a queue.
"""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.pairing import services
from games.pairing.matching import Wishes
from games.play import presence
from games.pubsub import groups
from games.sockets import consumers
from games.sockets.consumers import SIGNED_OUT
from tests.live.browsers import closed, frame, open_at
from tests.live.test_staff_socket import opened
from tests.staff.people import PASSWORD, registered
from tests.tables import begin, finish_deals, new_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_signs_of_life")]

NEW = {"password1": "battery staple", "password2": "battery staple"}


@sync_to_async
def at_a_table() -> tuple[str, User]:
    alex = registered("Alex")
    return begin(alex, new_player()), alex


def change_password(client: Client, _user: User) -> None:
    client.post(reverse("account_login"), {"login": "Alex", "password": PASSWORD})
    client.post(reverse("account_change_password"), {"oldpassword": PASSWORD, **NEW})


def reset_password(client: Client, user: User) -> None:
    EmailAddress.objects.create(user=user, email="alex@example.org", verified=True, primary=True)
    client.post(reverse("account_reset_password"), {"email": "alex@example.org"})
    link = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)
    assert link
    client.post(client.get(link[1])["Location"], NEW)


@pytest.mark.parametrize("act", [change_password, reset_password])
async def test_new_password_closes_sockets_of_other_browsers(act: Callable[[Client, User], None]) -> None:
    code, alex = await at_a_table()
    thief = await opened(code, alex)
    await sync_to_async(act)(Client(), alex)
    assert await closed(thief) == SIGNED_OUT


def test_own_pages_do_not_notice_a_new_password(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    monkeypatch.setattr(groups, "session_changed", ended.append)
    alex, client, other = registered("Alex"), Client(), Client()
    for browser in (client, other):
        browser.post(reverse("account_login"), {"login": "Alex", "password": PASSWORD})
    keys = [str(browser.session.session_key) for browser in (client, other)]
    change_password(client, alex)
    assert ended == [keys[1]]
    assert client.get(reverse("settings_account")).status_code == 200
    assert not User.objects.get(pk=alex.pk).check_password(PASSWORD)


@pytest.mark.parametrize("page", ["/ws/turns/", "/ws/tables/{code}/deals/1/along/"])
async def test_page_that_stands_for_a_player_is_closed_when_the_session_has_ended(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "WAITING_SIGN_EVERY", 0.01)
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.01)
    code, alex = await at_a_table()
    await sync_to_async(finish_deals)(code)
    await sync_to_async(services.find)(user=alex, wishes=Wishes())
    browser = await open_at(page.format(code=code), alex)
    await frame(browser)
    await sync_to_async(Session.objects.all().delete)()
    assert await closed(browser) == SIGNED_OUT
