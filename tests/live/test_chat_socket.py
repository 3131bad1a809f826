"""The chat on the table's socket: a message reaches every reader who may see it, rendered for that reader alone."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from accounts.personal_data import deletion
from games.chat import queries as chat_queries, services as chat_services
from games.engine import Rules
from games.lobby import tables
from games.models import ReadyPhrase
from games.sockets import shared
from games.sockets.consumers import OUTDATED
from games.values import TableOptions
from tests.live.browsers import closed, frame, frame_with, socket_at
from tests.tables import begin, gather, new_player

pytestmark = pytest.mark.django_db(transaction=True)

CHAT = '<hx-partial id="chat-messages">'
send_message = sync_to_async(chat_services.send_message)


@sync_to_async
def table_of_two(**options: object) -> tuple[str, User, User]:
    ana, ben = new_player(), new_player()
    return begin(ana, ben, **options), ana, ben


def socket(code: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    return socket_at(f"/ws/tables/{code}/", user, **headers)


async def connected(code: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    """Return a socket that has received the table and the messages sent so far."""
    browser = await sync_to_async(socket)(code, user, **headers)
    assert (await browser.connect())[0]
    assert CHAT in await frame(browser)
    return browser


async def chat(browser: WebsocketCommunicator) -> str:
    """Return the next update of the chat."""
    return await frame_with(browser, CHAT)


async def nothing_said(browser: WebsocketCommunicator) -> bool:
    """Return whether the chat is not updated; what the table sends meanwhile does not matter."""
    while not await browser.receive_nothing():
        if CHAT in str(await browser.receive_from()):
            return False
    return True


async def test_anonymous_spectators_share_one_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    code, ana, ben = await table_of_two()
    watchers, player = [await connected(code) for _ in range(3)], await connected(code, ben)
    readers: list[bool] = []
    read = chat_queries.chat_for
    monkeypatch.setattr(
        chat_queries, "chat_for", lambda game, user: readers.append(user.is_authenticated) or read(game, user)
    )
    watcher = await sync_to_async(new_player)()
    await send_message(code=code, author=watcher, text="Nice table")
    for browser in watchers:
        assert "Nice table" in await chat(browser)
    assert readers.count(False) == 1
    await send_message(code=code, author=ana, text="Hello Ben")
    assert "Nice table" not in (html := await chat(player))
    assert "Hello Ben" in html
    for browser in (*watchers, player):
        await browser.disconnect()


async def test_message_reaches_the_other_player() -> None:
    code, ana, ben = await table_of_two()
    browser = await connected(code, ben)
    await send_message(code=code, author=ana, text="Hello Ben")
    assert "Hello Ben" in await chat(browser)
    await browser.disconnect()


@pytest.mark.parametrize("at_once", [shared.MOST_LOOKING, 0], ids=["alone", "with many others"])
async def test_reconnected_browser_gets_the_messages_it_missed(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    """Where so many connect at once that only tables are shown at first, the chat follows."""
    code, ana, ben = await table_of_two()
    await (await connected(code, ben)).disconnect()
    monkeypatch.setattr(shared, "MOST_LOOKING", at_once)
    await send_message(code=code, author=ana, text="Hello Ben")
    again = await sync_to_async(socket)(code, ben)
    await again.connect()
    assert "Hello Ben" in await chat(again)
    await again.disconnect()


async def test_chat_follows_when_only_few_look_at_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a restart, when all browsers of a busy site connect at once."""
    code, ana, _ = await table_of_two()
    await send_message(code=code, author=ana, text="Hello Ben")
    monkeypatch.setattr(shared, "MOST_LOOKING", 0)
    async with shared.of_this_loop().busy():
        spectator = socket(code)
        await spectator.connect()
        assert CHAT not in await frame(spectator)
        assert await nothing_said(spectator)
    assert CHAT in await chat(spectator)
    await spectator.disconnect()


async def test_message_is_not_sent_to_spectators_or_to_a_player_who_muted_the_author() -> None:
    code, ana, ben = await table_of_two()
    await sync_to_async(chat_services.mute)(code=code, user=ben, name=ana.username)
    muting, spectator, author = await connected(code, ben), await connected(code), await connected(code, ana)
    await send_message(code=code, author=ana, text="Hello?")
    assert "Hello?" in await chat(author)
    assert "Hello?" not in await chat(muting)
    assert await nothing_said(spectator)
    for browser in (muting, spectator, author):
        await browser.disconnect()


async def test_messages_of_a_deleted_account_disappear_from_open_pages() -> None:
    code, ana, ben = await table_of_two()
    await send_message(code=code, author=ana, text="Hello")
    await send_message(code=code, author=ben, text="Farewell")
    browser = await connected(code, ana)
    await sync_to_async(deletion.delete_account)(ben)
    assert "Farewell" not in (html := await chat(browser))
    assert "Hello" in html
    await browser.disconnect()


async def test_phrase_is_sent_in_the_reader_s_language() -> None:
    thanks = {"sign": "", "words_en": "Thank you!", "words_es": "¡Gracias!"}
    await ReadyPhrase.objects.aupdate_or_create(code="thank_you", defaults=thanks)
    code, ana, ben = await table_of_two()
    spanish = await connected(code, ben, **{"accept-language": "es"})
    english = await connected(code, ben)
    await send_message(code=code, author=ana, phrase="thank_you")
    assert "¡Gracias!" in await chat(spanish)
    assert "Thank you!" in await chat(english)
    for browser in (spanish, english):
        await browser.disconnect()


async def test_socket_of_an_unknown_table_or_one_without_spectators_is_closed() -> None:
    code, *_ = await table_of_two(spectators=False)
    for place in ("nowhere", code):
        browser = socket(place)
        await browser.connect()
        assert (await browser.receive_output(timeout=10))["type"] == "websocket.close"


async def test_switching_chat_off_removes_messages_from_open_pages() -> None:
    ana = await sync_to_async(new_player)()
    code = await sync_to_async(gather)(ana)
    await send_message(code=code, author=ana, text="Hello")
    browser = await connected(code, ana)
    await sync_to_async(_switch_chat)(code, ana, on=False)
    assert "Hello" not in await chat(browser)
    await browser.disconnect()


async def test_page_loaded_without_chat_is_reloaded_when_the_host_switches_it_on() -> None:
    """A page that was loaded with the chat is not reloaded when the host switches it off and on again."""
    ana = await sync_to_async(new_player)()
    code = await sync_to_async(gather)(ana, chat=False)
    browser = await sync_to_async(socket)(code, ana)
    assert (await browser.connect())[0]
    assert CHAT not in await frame(browser)
    await sync_to_async(_switch_chat)(code, ana, on=True)
    assert await closed(browser) == OUTDATED
    reloaded = await sync_to_async(socket)(code, ana)
    assert (await reloaded.connect())[0]
    await frame(reloaded)
    for on in (False, True):
        await sync_to_async(_switch_chat)(code, ana, on=on)
        await frame(reloaded)
    await reloaded.disconnect()


def _switch_chat(code: str, host: User, *, on: bool) -> None:
    tables.change_rules(code=code, host=host, rules=Rules(), name="Quiet", options=TableOptions(chat=on))
