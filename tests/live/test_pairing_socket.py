"""Sockets of who looks for players: every page is called to the table, and keeps the place in the queue."""

from datetime import UTC, datetime

import pytest
from asgiref.sync import sync_to_async

from games.models import Game, PairingRequest
from games.pairing import opened_tables, services
from games.pairing.matching import Wishes
from games.play import proposals
from tests.live.browsers import frame_with, open_at, socket_at
from tests.pairing.queue import begun, looking
from tests.tables import new_player

pytestmark = pytest.mark.django_db(transaction=True)


async def test_every_page_is_called_to_the_table_that_is_found() -> None:
    user, other = await sync_to_async(looking)(2)
    game = await sync_to_async(services.play_meanwhile)(user=other)
    paths = ((user, "/ws/turns/"), (other, f"/ws/tables/{game.code}/"))
    pages = [await sync_to_async(socket_at)(path, who) for who, path in paths]
    for page in pages:
        await page.connect()
        await frame_with(page, "Looking for players")
    await sync_to_async(looking)(1)
    await sync_to_async(opened_tables.serve)()
    code = await sync_to_async(lambda: Game.objects.get(paired=True).code)()
    for page in pages:
        assert f'href="/tables/{code}/"\n data-go' in await frame_with(page, "Your table is ready")
        await page.disconnect()


async def test_open_page_keeps_the_place_in_the_queue() -> None:
    (user,) = await sync_to_async(looking)(1)
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    await sync_to_async(PairingRequest.objects.update)(seen_at=long_ago)
    page = await open_at("/ws/turns/", user)
    while not await sync_to_async(PairingRequest.objects.exclude(seen_at=long_ago).exists)():
        pass
    await page.disconnect()


async def test_page_of_who_waits_is_live() -> None:
    (user,) = await sync_to_async(looking)(1)
    page = await open_at("/ws/people/", user)
    await frame_with(page, "Looking for two more players")
    other = await sync_to_async(new_player)()
    await sync_to_async(services.find)(user=other, wishes=Wishes(peek="flip4"))
    assert other.username in await frame_with(page, "Flip 4")
    await sync_to_async(services.leave)(user=other)
    await frame_with(page, "Looking for two more players")
    await sync_to_async(services.leave)(user=user)
    await frame_with(page, "One click, and we seat you")
    await page.disconnect()


async def test_page_of_a_table_that_falls_through_is_called_back_to_the_queue() -> None:
    game, users = await sync_to_async(begun)()
    page = await open_at(f"/ws/tables/{game.code}/", users[0])
    await sync_to_async(proposals.give_up)(code=game.code, player=1)
    await sync_to_async(opened_tables.serve)()
    await frame_with(page, 'href="/play/people/"\n data-go')
    await page.disconnect()
