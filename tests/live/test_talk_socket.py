"""Live talk: a message reaches everyone who is to hear it, rendered for each of them, and nobody else."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from games.chat import queries as chat_queries
from games.chat import services as chat_services
from games.chat.messages import Phrase
from games.engine import Rules
from games.lobby import tables
from games.play.snapshot import TableOptions
from games.sockets.consumers import OUTDATED
from tests.live.browsers import closed, frame, socket_at
from tests.tables import begin, gather, new_player

pytestmark = pytest.mark.django_db(transaction=True)

say = sync_to_async(chat_services.say)


@sync_to_async
def table_of_two(**options: object) -> tuple[str, User, User]:
    ana, ben = new_player(), new_player()
    return begin(ana, ben, **options), ana, ben


def socket(code: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    return socket_at(f"/ws/tables/{code}/talk/", user, **headers)


async def listen(code: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    """A browser's socket that has been sent what was said so far."""
    browser = await sync_to_async(socket)(code, user, **headers)
    assert (await browser.connect())[0]
    await frame(browser)
    return browser


async def test_watchers_without_an_account_share_what_they_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has one has messages of one's own, and people one does not hear."""
    code, ana, ben = await table_of_two()
    watchers, player = [await listen(code) for _ in range(3)], await listen(code, ben)
    readers: list[bool] = []
    read = chat_queries.talk
    monkeypatch.setattr(
        chat_queries, "talk", lambda game, user: readers.append(user.is_authenticated) or read(game, user)
    )
    watcher = await sync_to_async(new_player)()
    await say(code=code, author=watcher, text="Nice table")
    for browser in watchers:
        assert "Nice table" in await frame(browser)
    assert readers.count(False) == 1
    await say(code=code, author=ana, text="Hello Ben")
    assert "Nice table" not in (heard := await frame(player))
    assert "Hello Ben" in heard
    for browser in (*watchers, player):
        await browser.disconnect()


async def test_a_message_reaches_the_other_player() -> None:
    code, ana, ben = await table_of_two()
    browser = await listen(code, ben)
    await say(code=code, author=ana, text="Hello Ben")
    assert "Hello Ben" in await frame(browser)
    await browser.disconnect()


async def test_a_browser_that_comes_back_hears_everything() -> None:
    code, ana, ben = await table_of_two()
    await (await listen(code, ben)).disconnect()
    await say(code=code, author=ana, text="Hello Ben")
    again = await sync_to_async(socket)(code, ben)
    await again.connect()
    assert "Hello Ben" in await frame(again)
    await again.disconnect()


async def test_who_does_not_hear_it_is_not_sent_it() -> None:
    code, ana, ben = await table_of_two()
    await sync_to_async(chat_services.mute)(code=code, user=ben, name=ana.username)
    deaf, spectator, author = await listen(code, ben), await listen(code), await listen(code, ana)
    await say(code=code, author=ana, text="Hello?")
    assert "Hello?" in await frame(author)
    assert "Hello?" not in await frame(deaf)
    assert await spectator.receive_nothing()
    for browser in (deaf, spectator, author):
        await browser.disconnect()


async def test_a_phrase_comes_in_the_reader_s_language() -> None:
    code, ana, ben = await table_of_two()
    spanish = await listen(code, ben, **{"accept-language": "es"})
    english = await listen(code, ben)
    await say(code=code, author=ana, phrase=Phrase.THANK_YOU)
    assert "¡Gracias!" in await frame(spanish)
    assert "Thank you!" in await frame(english)
    for browser in (spanish, english):
        await browser.disconnect()


async def test_a_table_that_is_not_there_or_not_to_be_watched_closes_the_socket() -> None:
    code, *_ = await table_of_two(spectators=False)
    for place in ("nowhere", code):
        browser = socket(place)
        await browser.connect()
        assert (await browser.receive_output(timeout=10))["type"] == "websocket.close"


async def test_chat_switched_off_empties_the_page_that_is_open() -> None:
    ana = await sync_to_async(new_player)()
    code = await sync_to_async(gather)(ana)
    await say(code=code, author=ana, text="Hello")
    browser = await listen(code, ana)
    await sync_to_async(_switch_chat)(code, ana, on=False)
    assert "Hello" not in await frame(browser)
    await browser.disconnect()


async def test_a_page_without_the_talk_is_asked_for_anew_when_the_host_switches_it_on() -> None:
    """Once it has it, nothing that the host switches asks for it again."""
    ana = await sync_to_async(new_player)()
    code = await sync_to_async(gather)(ana, chat=False)
    browser = await sync_to_async(socket_at)(f"/ws/tables/{code}/", ana)
    assert (await browser.connect())[0]
    await frame(browser)
    await sync_to_async(_switch_chat)(code, ana, on=True)
    assert await closed(browser) == OUTDATED
    reloaded = await sync_to_async(socket_at)(f"/ws/tables/{code}/", ana)
    assert (await reloaded.connect())[0]
    await frame(reloaded)
    for on in (False, True):
        await sync_to_async(_switch_chat)(code, ana, on=on)
        await frame(reloaded)
    await reloaded.disconnect()


def _switch_chat(code: str, host: User, *, on: bool) -> None:
    tables.change_rules(code=code, host=host, rules=Rules(), name="Quiet", options=TableOptions(chat=on))
