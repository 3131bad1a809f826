"""Staff actions take effect on open sockets at once."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.moderation import services as moderation
from config.asgi import application
from games.play import game_moderation
from tests.live.browsers import Browser, frame, frame_with
from tests.staff.people import PASSWORD, registered
from tests.tables import act, begin, new_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_signs_of_life")]


@sync_to_async
def table_and_watcher() -> tuple[str, User, User, User]:
    """Return the code of a running game, one of its players, a registered watcher and a member of the staff."""
    host = registered("Hannah")
    root = User.objects.create_superuser("Root", password=PASSWORD)
    return begin(host, new_player(), new_player()), host, registered("Walter"), root


@sync_to_async
def socket_of(code: str, user: User) -> WebsocketCommunicator:
    """Return the socket of a user who signed in with a password."""
    client = Client()
    client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    headers = {"origin": "http://localhost", "host": "localhost", "cookie": cookie}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Browser(application, f"/ws/tables/{code}/", headers=pairs)


async def opened(code: str, user: User) -> WebsocketCommunicator:
    browser = await socket_of(code, user)
    assert (await browser.connect())[0]
    await frame(browser)
    return browser


async def closed(browser: WebsocketCommunicator) -> int:
    """Return the close code; fail if a frame comes before."""
    message = await browser.receive_output(timeout=10)
    assert message["type"] == "websocket.close", message
    return int(message["code"])


async def test_socket_of_a_suspended_player_is_closed() -> None:
    code, host, _watcher, root = await table_and_watcher()
    browser = await opened(code, host)
    until = timezone.now() + timedelta(days=1)
    await sync_to_async(moderation.suspend)(host, by=root, until=until, reason="Rude")
    assert await closed(browser) == 4403


async def test_socket_of_a_player_signed_out_everywhere_is_closed() -> None:
    code, host, _watcher, root = await table_and_watcher()
    browser = await opened(code, host)
    await sync_to_async(moderation.sign_out_everywhere)(host, by=root, reason="A stolen phone")
    assert await closed(browser) == 4403


async def test_socket_of_staff_who_were_shown_the_cards_is_closed() -> None:
    code, _host, _watcher, root = await table_and_watcher()
    browser = await opened(code, root)
    await sync_to_async(game_moderation.show_cards)(code=code, by=root, reason="A complaint")
    assert await closed(browser) == 4404


async def test_closing_to_spectators_closes_their_sockets_and_players_play_on() -> None:
    code, host, watcher, root = await table_and_watcher()
    watching, playing = await opened(code, watcher), await opened(code, host)
    await sync_to_async(game_moderation.close_to_spectators)(code=code, by=root, reason="Somebody tells hands")
    assert await closed(watching) == 4404
    version = (await sync_to_async(act)(code)).version
    await frame_with(playing, f'data-version="{version}"')
    await playing.disconnect()


async def test_name_taken_away_disappears_from_open_pages() -> None:
    code, host, watcher, root = await table_and_watcher()
    browser = await opened(code, watcher)
    await sync_to_async(moderation.take_name)(host, by=root, reason="Rude")
    assert "Hannah" not in await frame_with(browser, "Player")
    await browser.disconnect()
