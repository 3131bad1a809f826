"""The table's socket: each browser gets its own view after every change."""

import asyncio
import re
import threading
from html import unescape
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as chat_services
from games.lobby import tables
from games.play import presence, queue, table_cache
from games.play.attendance import Attendance
from games.pubsub import groups
from games.sockets import table_consumer
from games.sockets.consumers import SIGNED_OUT
from games.sockets.table_consumer import SIGN_OF_LIFE
from tests.clients import signed_in
from tests.live.browsers import at_table, closed, frame, frame_with, open_at, socket_at, table_to_play
from tests.tables import (
    begin,
    deal,
    gather,
    new_player,
    one_card_to_go,
    open_table,
    play_on,
    scored,
    sensible,
    snapshot_for,
)

pytestmark = pytest.mark.django_db(transaction=True)


def socket(code: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    """Return a browser's socket at a table, signed in as `user`."""
    return socket_at(f"/ws/tables/{code}/", user, **headers)


@sync_to_async
def move(code: str) -> int:
    snapshot = snapshot_for(code)
    queue.take_turn(code=code, action=sensible(code), version=snapshot.version)
    return snapshot.version + 1


async def test_browser_gets_the_table_on_connecting_and_after_every_change() -> None:
    host, code = await table_to_play()
    browser = await sync_to_async(socket)(code, host)
    assert (await browser.connect())[0]
    await frame(browser)
    version = await move(code)
    assert f'data-version="{version}"' in await frame(browser)
    await browser.disconnect()


async def test_change_that_nobody_announces_is_shown_after_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that made the move was killed between its commit and the announcement."""
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.01)
    host, code = await table_to_play()
    browser = await at_table(code, host)
    monkeypatch.setattr(table_cache, "publish_on_commit", lambda _table: None)
    version = await move(code)
    async with asyncio.timeout(10):  # signs of life would keep it waiting for ever
        await frame_with(browser, f'data-version="{version}"')
    await browser.disconnect()


async def test_player_gets_the_own_hand_and_a_spectator_does_not() -> None:
    host, code = await table_to_play()
    player, spectator = await sync_to_async(socket)(code, host), socket(code)
    for browser in (player, spectator):
        await browser.connect()
    mine, theirs = await frame(player), await frame(spectator)
    hand = (await sync_to_async(snapshot_for)(code)).view.hand  # type: ignore[union-attr]
    assert all(f'"{card}"' in mine for card in hand or ())
    assert not any(f'"{card}"' in theirs for card in hand or ())
    for browser in (player, spectator):
        await browser.disconnect()


@pytest.mark.usefixtures("no_signs_of_life")
async def test_change_during_the_first_look_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The announcement comes when the socket has joined the table's group but does not know yet what to show."""
    _host, code = await table_to_play()
    browser = socket(code)
    loop, attendance = asyncio.get_running_loop(), presence.attendance

    def move_meanwhile(*args: Any, **options: Any) -> Attendance:
        monkeypatch.setattr(presence, "attendance", attendance)
        queue.take_turn(code=code, action=sensible(code), version=version)
        announced = threading.Event()
        loop.call_soon_threadsafe(announced.set)
        announced.wait(30)
        return attendance(*args, **options)

    version = (await sync_to_async(snapshot_for)(code)).version
    monkeypatch.setattr(presence, "attendance", move_meanwhile)
    assert (await browser.connect())[0]
    await frame_with(browser, f'data-version="{version + 1}"')
    await browser.disconnect()


@sync_to_async
def load_page(code: str, user: User) -> str:
    """Load a table's page; return the address of its socket."""
    page = signed_in(user).get(reverse("games:table", args=[code])).text
    (address,) = re.findall(r'hx-ws:connect="(/ws/tables/[^"]+)"', page)
    return unescape(address)


async def test_browser_gets_what_its_page_lacks_and_the_whole_table_when_it_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.01)
    host, code = await table_to_play()
    address = await load_page(code, host)
    browser = await open_at(address, host)
    assert await browser.receive_from(timeout=10) == SIGN_OF_LIFE, "the page lacks nothing"
    version = await move(code)
    news = await frame(browser)
    assert f'data-version="{version}"' in news
    assert 'class="game' not in news
    await browser.disconnect()
    again = await open_at(address, host)
    assert 'class="game' in await frame_with(again, f'data-version="{version}"')
    await again.disconnect()


async def test_browser_gets_beside_the_table_what_its_page_lacks_and_all_when_it_comes_back() -> None:
    host, guest = await sync_to_async(new_player)(), await sync_to_async(new_player)()
    code = await sync_to_async(begin)(host, guest)
    address = await load_page(code, host)
    await sync_to_async(chat_services.send_message)(code=code, author=guest, text="Good evening")
    browser = await open_at(address, host)
    first = await frame(browser)
    assert "Good evening" in first
    assert re.findall(r'<hx-partial id="([\w-]+)"', first) == ["chat-messages"]
    await browser.disconnect()
    again = await open_at(address, host)
    assert re.findall(r'<hx-partial id="([\w-]+)"', await frame(again)) == ["chat-messages", "turns"]
    await again.disconnect()


async def test_browser_gets_the_whole_table_after_a_change_between_page_and_socket() -> None:
    host, code = await table_to_play()
    address = await load_page(code, host)
    version = await move(code)
    browser = await open_at(address, host)
    news = await frame(browser)
    assert f'data-version="{version}"' in news
    assert 'class="game' in news
    await browser.disconnect()


async def test_reconnecting_browser_gets_the_current_version() -> None:
    _, code = await table_to_play()
    lost = await at_table(code)
    await lost.disconnect()
    version = await move(code)
    again = socket(code)
    await again.connect()
    assert f'data-version="{version}"' in await frame(again)
    await again.disconnect()


@sync_to_async
def last_card(code: str) -> None:
    """Let the last card of the deal be played, by a person or a bot."""
    play_on(code, scored)


@pytest.mark.parametrize("is_player", [True, False])
async def test_last_trick_of_a_deal_is_shown_before_its_score(settings: LazySettings, is_player: bool) -> None:
    host = await sync_to_async(new_player)()
    code = await sync_to_async(open_table)(host)
    before = await sync_to_async(play_on)(code, one_card_to_go)
    browser = await at_table(code, host if is_player else None)
    settings.BOT_PACE = 0.01
    await last_card(code)
    last_trick, score = await frame(browser), await frame(browser)
    assert f'data-version="{before.version + 1}"' in last_trick
    assert 'id="trick-' in last_trick
    assert 'class="swept"' in last_trick
    assert "Ready" not in last_trick
    assert 'class="game is-scored' in score
    assert f'id="state" data-version="{before.version + 1}"' in score, "a page reloads if it does not know the version"
    after = await sync_to_async(snapshot_for)(code)
    assert after.proof is not None
    assert after.proof.secret in score
    assert after.proof.secret not in last_trick
    await browser.disconnect()


async def test_player_whose_seat_the_host_freed_is_shown_so() -> None:
    host, guest = await sync_to_async(new_player)(), await sync_to_async(new_player)()
    code = await sync_to_async(gather)(host, guest)
    theirs, spectator = await sync_to_async(socket)(code, guest), socket(code)
    for browser in (theirs, spectator):
        await browser.connect()
        await frame(browser)
    version = (await sync_to_async(snapshot_for)(code)).version
    await sync_to_async(tables.remove)(code=code, host=host, player=1, version=version)
    assert "The host has freed your seat." in await frame(theirs)
    assert "The host has freed your seat." not in await frame(spectator)
    for browser in (theirs, spectator):
        await browser.disconnect()


async def test_socket_of_an_unknown_table_is_closed() -> None:
    browser = socket("nowhere")
    await browser.connect()
    assert (await browser.receive_output(timeout=10))["type"] == "websocket.close"


async def test_signing_out_closes_the_socket() -> None:
    host, code = await table_to_play()
    client = await sync_to_async(signed_in)(host)
    browser = await at_table(code, cookie=f"sessionid={client.cookies['sessionid'].value}")
    await sync_to_async(client.logout)()
    assert await closed(browser) == SIGNED_OUT


def change_session(client: Client) -> None:
    session = client.session
    session["else"] = "changed"
    session.save()
    groups.session_changed(str(session.session_key))


async def test_session_that_has_only_changed_leaves_the_socket_open() -> None:
    host, code = await table_to_play()
    client = await sync_to_async(signed_in)(host)
    browser = await at_table(code, cookie=f"sessionid={client.cookies['sessionid'].value}")
    await sync_to_async(change_session)(client)
    assert "data-version" in await frame(browser)
    await browser.disconnect()


def test_signing_out_is_announced_after_the_session_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets look the session up as soon as they get the message, in another thread."""
    looked_up: list[bool] = []
    monkeypatch.setattr(groups, "session_changed", lambda key: looked_up.append(SessionStore().exists(key)))
    client = signed_in(new_player())
    client.post(reverse("account_logout"))
    assert looked_up == [False]


async def test_expired_session_closes_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.01)
    monkeypatch.setattr(table_consumer, "SESSION_CHECKED_EVERY", 0)
    host, code = await table_to_play()
    browser = await at_table(code, host)
    await sync_to_async(Session.objects.all().delete)()
    assert await closed(browser) == SIGNED_OUT


def test_log_does_not_name_a_session(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """With the key, a reader of the log could take the session over."""
    monkeypatch.delattr(groups, "reaches_other_processes")
    groups.session_changed("a-secret-key")
    assert "session.changed could not be sent to all" in caplog.text
    assert "a-secret-key" not in caplog.text


@pytest.mark.parametrize("path", ["/ws/nope/", "/ws/tables/%F0%9F%98%80/", f"/ws/tables/{'x' * 150}/"])
async def test_unknown_path_is_refused_without_an_error(path: str) -> None:
    assert not (await socket_at(path).connect())[0]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "http://localhost:9999"},
        {"origin": "https://localhost"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://elsewhere.example", "host": "elsewhere.example"},
    ],
)
async def test_socket_from_another_origin_is_refused(headers: dict[str, str]) -> None:
    code = await sync_to_async(lambda: open_table(new_player()))()
    browser = socket(code, **headers)
    assert not (await browser.connect())[0]


async def test_socket_from_a_trusted_origin_is_accepted(settings: LazySettings) -> None:
    """A proxy may speak https while the site itself sees http."""
    settings.CSRF_TRUSTED_ORIGINS = ["https://localhost"]
    code = await sync_to_async(lambda: open_table(new_player()))()
    browser = socket(code, origin="https://localhost")
    assert (await browser.connect())[0]
    await browser.disconnect()


@pytest.mark.parametrize("rubbish", ["?", "{", "[]", '{"card": "SA"}', "\0" * 10])
async def test_invalid_message_of_a_spectator_is_ignored(rubbish: str) -> None:
    code = await sync_to_async(lambda: open_table(new_player()))()
    browser = await at_table(code)
    await browser.send_to(text_data=rubbish)
    await sync_to_async(deal)(code)
    assert "data-version" in await frame(browser)
    await browser.disconnect()


async def test_table_is_in_the_language_of_the_browser() -> None:
    code = await sync_to_async(lambda: open_table(new_player()))()
    await sync_to_async(deal)(code)
    english, spanish = socket(code), socket(code, **{"accept-language": "es"})
    for browser in (english, spanish):
        await browser.connect()
    assert await frame(english) != await frame(spanish)
    for browser in (english, spanish):
        await browser.disconnect()
