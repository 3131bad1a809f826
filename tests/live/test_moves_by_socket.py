"""Moves over the table's socket: written, refused and announced as those by form post."""

import asyncio
import json
import threading

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.engine import Action, Bid, Play
from games.models import Event, Game
from games.play import queue
from games.play.turns import Turn
from games.sockets import shared, table_consumer
from games.sockets.consumers import TOO_MANY_MESSAGES
from tests.live.browsers import at_table, closed, frame, open_at, table_to_play
from tests.tables import new_player, open_table, sensible, snapshot_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_signs_of_life")]


def next_action(code: str) -> Action:
    """Return what a bot would do in the place of the player to move."""
    view = snapshot_for(code).view
    assert view is not None
    return sensible(code, view.waiting[0])


@sync_to_async
def message_at(code: str) -> str:
    """Return what the page sends for a move of player 0 now."""
    return message(sensible(code), snapshot_for(code).version)


def move(code: str) -> None:
    queue.take_turn(code=code, action=next_action(code), version=snapshot_for(code).version)


def message(action: Action, version: int) -> str:
    """Return what the page sends for this action."""
    assert isinstance(action, Play | Bid)
    if isinstance(action, Play):
        return json.dumps({"move": "play", "form": f"version={version}&card={action.card}"})
    return json.dumps({"move": "bid", "form": f"version={version}&tricks={action.tricks}"})


async def test_move_by_socket_is_stored_and_shown_to_everyone() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(snapshot_for)(code)
    action = await sync_to_async(sensible)(code)
    player, spectator = await at_table(code, host), await at_table(code, None)
    await player.send_to(text_data=message(action, before.version))
    for browser in (player, spectator):
        assert f'data-version="{before.version + 1}"' in await frame(browser)
    assert (await sync_to_async(snapshot_for)(code)).version == before.version + 1
    for browser in (player, spectator):
        await browser.disconnect()


async def test_browser_of_a_bot_makes_no_move() -> None:
    host, code = await table_to_play()
    await User.objects.filter(pk=host.pk).aupdate(is_bot=True)
    await host.arefresh_from_db()
    browser = await at_table(code, host)
    version = (await sync_to_async(snapshot_for)(code)).version
    for _ in range(3):
        await browser.send_to(text_data=await message_at(code))
    await browser.send_to(text_data="nonsense")
    await browser.disconnect()
    assert (await sync_to_async(snapshot_for)(code)).version == version


async def test_refusal_is_shown_to_its_player_alone() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(snapshot_for)(code)
    action = await sync_to_async(sensible)(code)
    player, spectator = await at_table(code, host), await at_table(code, None)
    await player.send_to(text_data=message(action, before.version - 1))
    refused = await frame(player)
    assert "nothing was lost" in refused
    assert f'data-version="{before.version}"' in refused
    assert await spectator.receive_nothing()
    assert (await sync_to_async(snapshot_for)(code)).version == before.version
    for browser in (player, spectator):
        await browser.disconnect()


async def test_move_at_a_deleted_table_closes_the_socket() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(snapshot_for)(code)
    action = await sync_to_async(sensible)(code)
    player = await at_table(code, host)
    await sync_to_async(Game.objects.filter(code=code).delete)()
    await player.send_to(text_data=message(action, before.version))
    assert (await player.receive_output(timeout=10))["type"] == "websocket.close"


@pytest.mark.parametrize("stranger", [True, False], ids=["another player", "signed out"])
async def test_move_of_a_stranger_is_ignored(stranger: bool) -> None:
    _, code = await table_to_play()
    before = await sync_to_async(snapshot_for)(code)
    action = await sync_to_async(sensible)(code)
    browser = await at_table(code, await sync_to_async(new_player)() if stranger else None)
    await browser.send_to(text_data=message(action, before.version))
    assert await browser.receive_nothing()
    assert (await sync_to_async(snapshot_for)(code)).version == before.version
    await browser.disconnect()


@pytest.mark.parametrize(
    "rubbish",
    [
        '{"move": "play"}',
        '{"move": "nothing", "form": "version=1"}',
        '{"move": "play", "form": "version=1&card=XX"}',
        '{"move": "play", "form": 7}',
        '{"move": [], "form": ""}',
        json.dumps({"move": "play", "form": "x" * 5000}),
        "[" * 990,
    ],
)
async def test_message_that_is_no_move_is_ignored(rubbish: str) -> None:
    host, code = await table_to_play()
    version = (await sync_to_async(snapshot_for)(code)).version
    browser = await at_table(code, host)
    await browser.send_to(text_data=rubbish)
    assert await browser.receive_nothing()
    assert (await sync_to_async(snapshot_for)(code)).version == version
    await browser.disconnect()


@pytest.mark.parametrize(
    ("path", "is_player"), [("tables/{}", True), ("tables/{}", False), ("lobby", False), ("turns", True)]
)
async def test_socket_that_sends_many_ignored_messages_is_closed(path: str, is_player: bool) -> None:
    host, code = await table_to_play()
    browser = await open_at(f"/ws/{path.format(code)}/", host if is_player else None)
    for _ in range(30):
        await browser.send_to(text_data="{}")
    assert await closed(browser) == TOO_MANY_MESSAGES


async def test_failing_socket_leaves_its_groups_and_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    host, code = await table_to_play()
    received: list[object] = []
    monkeypatch.setattr(table_consumer, "_turn_in", lambda *_: 1 / 0)
    monkeypatch.setattr(table_consumer.TableConsumer, "on_message", lambda *_: received.append(_))
    browser = await at_table(code, host)
    tasks = asyncio.all_tasks()
    await browser.send_to(text_data="{}")
    with pytest.raises(ZeroDivisionError):
        await browser.wait(timeout=10)
    await sync_to_async(move)(code)
    assert not received
    [heartbeat] = [task for task in tasks if "Heartbeat" in repr(task)]
    assert heartbeat.cancelling() or heartbeat.done()


async def test_browser_that_has_gone_does_not_come_back_for_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its player would be present as long as the process runs."""
    host, code = await table_to_play()
    player, outdated = await at_table(code, host), (await sync_to_async(snapshot_for)(code)).version - 1
    move = message(await sync_to_async(sensible)(code), outdated)
    has_gone, write = threading.Event(), queue.write_waiting

    def write_later(*, patient: bool) -> None:
        has_gone.wait(10)
        write(patient=patient)

    monkeypatch.setattr(queue, "write_waiting", write_later)
    await player.send_to(text_data=move)
    await player.disconnect()
    has_gone.set()
    await asyncio.wrap_future(shared.writer._thread.submit(lambda: None))  # behind the turn
    while refusing := [task for task in asyncio.all_tasks() if "_refuse" in repr(task)]:
        await asyncio.wait(refusing)
    assert not [task for task in asyncio.all_tasks() if "Heartbeat" in repr(task) and not task.cancelling()]


async def test_ready_by_socket_begins_the_deal() -> None:
    host = await sync_to_async(new_player)()
    code = await sync_to_async(open_table)(host)
    player, spectator = await at_table(code, host), await at_table(code, None)
    version = (await sync_to_async(snapshot_for)(code)).version
    ready = json.dumps({"move": "ready", "form": f"version={version}"})
    await player.send_to(text_data=ready)
    for browser in (player, spectator):
        assert "is-deal" in await frame(browser)
    assert (await sync_to_async(snapshot_for)(code)).deal_number == 1
    await player.send_to(text_data=ready)
    assert 'id="notice"' not in await frame(player)
    for browser in (player, spectator):
        await browser.disconnect()


async def test_copies_of_a_move_from_many_browsers_are_stored_once() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(snapshot_for)(code)
    action = await sync_to_async(sensible)(code)
    browsers = [await at_table(code, host) for _ in range(10)]
    await asyncio.gather(*(browser.send_to(text_data=message(action, before.version)) for browser in browsers))
    for browser in browsers:
        while f'data-version="{before.version + 1}"' not in await frame(browser):
            pass
    assert await sync_to_async(Event.objects.filter(game__code=code, sequence__gt=before.version).count)() == 1
    for browser in browsers:
        await browser.disconnect()


async def test_moves_that_come_while_one_is_written_share_the_next_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [await table_to_play() for _ in range(3)]
    browsers = [await at_table(code, host) for host, code in places]
    moves = [await message_at(code) for _, code in places]
    batches: list[int] = []
    may_end, write_together = threading.Event(), queue._write_together

    def write_slowly(batch: list[Turn]) -> list[Exception | None]:
        batches.append(len(batch))
        assert may_end.wait(30)
        return write_together(batch)

    monkeypatch.setattr(queue, "_write_together", write_slowly)
    await browsers[0].send_to(text_data=moves[0])
    while not batches:
        await asyncio.sleep(0)
    for browser, text in zip(browsers[1:], moves[1:], strict=True):
        await browser.send_to(text_data=text)
    while len(queue._waiting) < 2:
        await asyncio.sleep(0)
    may_end.set()
    for browser in browsers:
        assert 'id="trick-' in await frame(browser)
        await browser.disconnect()
    assert batches == [1, 2]
