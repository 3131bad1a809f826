"""Moves over the socket while another connection keeps the game locked."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection, transaction

from games.models import Event, Game
from games.play import queue
from games.pubsub import groups
from games.sockets import table_consumer
from games.sockets.consumers import TRY_AGAIN
from tests.live.browsers import at_table, closed, frame, frame_with
from tests.live.test_moves_by_socket import message_at, table_to_play
from tests.tables import snapshot_for

ON_ITS_WAY = "Your move is on its way"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_signs_of_life")]


@asynccontextmanager
async def locked(code: str) -> AsyncIterator[None]:
    """Keep the game locked by another connection: on SQLite the whole database."""
    is_locked, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(code=code)
            is_locked.set()
            may_end.wait(30)
        connection.close()

    holding = asyncio.create_task(asyncio.to_thread(hold))
    try:
        assert await asyncio.to_thread(is_locked.wait, 30)
        yield
    finally:
        may_end.set()
        await holding


@sync_to_async
def events_after(code: str, version: int) -> int:
    return Event.objects.filter(game__code=code, sequence__gt=version).count()


async def test_player_reads_that_a_move_waits_and_it_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert table_consumer.BUSY_AFTER < 2
    monkeypatch.setattr(table_consumer, "BUSY_AFTER", 0)
    host, code = await table_to_play()
    version = (await sync_to_async(snapshot_for)(code)).version
    player, other = [await at_table(code, user) for user in (host, None)]
    move = await message_at(code)
    async with locked(code):
        for _ in range(2):  # whoever sends it again gets the same answer
            await player.send_to(text_data=move)
            waits = await frame(player)
            assert ON_ITS_WAY in waits
            assert "data-waits" in waits
        assert await other.receive_nothing()
    assert f'data-version="{version + 1}"' in await frame(player)
    assert "had already arrived" in await frame_with(player, 'id="notice"')
    assert await events_after(code, version) == 1


async def test_move_that_waited_in_vain_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def waited_in_vain(*_batch: object) -> None:
        raise OperationalError("database is locked")

    host, code = await table_to_play()
    version = (await sync_to_async(snapshot_for)(code)).version
    player = await at_table(code, host)
    monkeypatch.setattr(queue, "_write_together", waited_in_vain)
    await player.send_to(text_data=await message_at(code))
    refused = await frame_with(player, 'id="notice"')
    assert "Nothing has changed: try again" in refused
    assert "data-waits" not in refused
    assert await events_after(code, version) == 0


async def test_socket_that_can_not_read_is_closed_so_that_its_browser_connects_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(*_: object) -> None:
        raise OperationalError("the connection was cut")

    host, code = await table_to_play()
    player = await at_table(code, host)
    monkeypatch.setattr(table_consumer.TableConsumer, "_load_all", lost)
    await sync_to_async(groups.changed)(code, None)
    assert await closed(player) == TRY_AGAIN
    assert "a socket could not go on and is closed: the connection was cut" in caplog.text
    assert "Traceback" not in caplog.text
