"""Messages are escaped, reach only their readers, and reveal nothing about hidden cards."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from games.chat import services as chat_services
from games.models import Message, Report
from games.sockets.fragments import chat_beside
from games.sockets.table_consumer import TableConsumer
from tests.clients import HTMX, ClientFor
from tests.security.test_hidden_cards import TOKENS
from tests.tables import act, new_player, play_on, state_of, to_play

pytestmark = pytest.mark.django_db

ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</bdi></div><b>free</b>",
    "{{ request.user.password }}{% csrf_token %}",
    "https://example.com/ javascript:alert(1) www.example.org",
]
WORDS = re.compile(r'<bdi class="words">(.*?)</bdi>', re.S)


def frame(code: str, user: User | None) -> str:
    """Return what the table's socket sends this reader of the chat."""
    browser = TableConsumer()
    browser.scope = {"user": user or AnonymousUser()}
    return chat_beside(browser, code).at_first()


@pytest.mark.parametrize("attack", ATTACKS)
def test_message_is_shown_as_text(attack: str, code: str, ana: User, ben: User, client_for: ClientFor) -> None:
    posted = client_for(ana).post(reverse("games:send_message", args=[code]), {"text": attack}, headers=HTMX)
    page = client_for(ben).get(reverse("games:table", args=[code])).text
    for html in (posted.text, page, frame(code, ben)):
        (shown,) = WORDS.findall(html)
        assert "<" not in shown
        assert unescape(shown) == attack


@pytest.mark.parametrize("attack", ATTACKS)
def test_message_is_shown_as_text_to_the_staff(
    attack: str, code: str, ana: User, ben: User, client_for: ClientFor
) -> None:
    chat_services.send_message(code=code, author=ana, text=attack)
    chat_services.report(code=code, reporter=ben, number=Message.objects.get().pk)
    staff = client_for(User.objects.create_superuser("Root", password="correct horse"))
    for address in (
        reverse("admin:games_report_changelist"),
        reverse("admin:games_report_change", args=[Report.objects.get().pk]),
        reverse("admin:games_message_changelist"),
    ):
        page = staff.get(address)
        assert page.status_code == 200
        assert escape(attack) in page.text
        assert attack not in page.text or escape(attack) == attack


@pytest.mark.usefixtures("time", "settings_are_kept")
def test_message_between_players_changes_nothing_sent_to_others(
    code: str, ana: User, ben: User, client_for: ClientFor
) -> None:
    outsiders = [None, new_player(), User.objects.create_superuser("Root", password="correct horse")]
    clients = [client_for(user) if user else Client() for user in outsiders]

    def sent() -> list[str]:
        pages = [client.get(reverse("games:table", args=[code])).text for client in clients]
        return [TOKENS.sub("", html) for html in [*pages, *(frame(code, user) for user in outsiders)]]

    before = sent()
    chat_services.send_message(code=code, author=ana, text="I have the king of hearts")
    chat_services.mute(code=code, user=ben, name=ana.username)
    assert sent() == before


def test_message_of_a_spectator_changes_nothing_sent_to_players(code: str, ana: User, ben: User) -> None:
    before = [frame(code, user) for user in (ana, ben)]
    chat_services.send_message(code=code, author=new_player(), text="She has the king of hearts")
    assert [frame(code, user) for user in (ana, ben)] == before


def test_chat_does_not_depend_on_the_cards(code: str, ana: User) -> None:
    chat_services.send_message(code=code, author=ana, text="Hello")
    before = frame(code, ana)
    play_on(code, to_play)
    act(code)
    assert frame(code, ana) == before
    assert not any(f'"{card}"' in before for hand in state_of(code).dealt for card in hand)


def test_mute_and_block_change_nothing_sent_to_their_target(code: str, ana: User, ben: User) -> None:
    chat_services.send_message(code=code, author=ana, text="Hello")
    before = frame(code, ana)
    chat_services.mute(code=code, user=ben, name=ana.username)
    chat_services.block(code=code, user=ben, name=ana.username)
    assert frame(code, ana) == before
