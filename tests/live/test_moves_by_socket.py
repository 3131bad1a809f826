"""Moves over the open socket: through the same service as form posts, refused as clearly, written together."""

from __future__ import annotations

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine import Action, Bid, Play
from games.lobby import tables
from games.models import Event, Game
from games.play import cache, proposals, turns
from games.sockets import table_consumer
from games.sockets.consumers import TOO_MUCH
from tests.live.browsers import closed, frame, socket_at
from tests.tables import (
    look,
    new_player,
    open_table,
    play_on,
    sensible,
    three_people,
    to_play,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_signs_of_life")]


@sync_to_async
def table_to_play() -> tuple[User, str]:
    host = new_player()
    code = open_table(host)
    play_on(code, to_play)
    return host, code


def next_action(code: str) -> Action:
    """What a bot would do in the place of whoever is waited for."""
    view = look(code).view
    assert view is not None
    return sensible(code, view.waiting[0])


def move(code: str) -> None:
    turns.take_turn(code=code, action=next_action(code), version=look(code).version)


def message(action: Action, version: int) -> str:
    """What the page sends when this form is sent off."""
    assert isinstance(action, Play | Bid)
    if isinstance(action, Play):
        return json.dumps({"move": "play", "form": f"version={version}&card={action.card}"})
    return json.dumps({"move": "bid", "form": f"version={version}&tricks={action.tricks}"})


async def opened(code: str, user: User | None) -> WebsocketCommunicator:
    """A browser with the table open."""
    browser = await sync_to_async(socket_at)(f"/ws/tables/{code}/", user)
    await browser.connect()
    await frame(browser)
    return browser


async def test_a_move_by_socket_is_written_and_everyone_is_shown_it() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(look)(code)
    action = await sync_to_async(sensible)(code)
    player, spectator = await opened(code, host), await opened(code, None)
    await player.send_to(text_data=message(action, before.version))
    for browser in (player, spectator):
        assert f'data-version="{before.version + 1}"' in await frame(browser)
    assert (await sync_to_async(look)(code)).version == before.version + 1
    for browser in (player, spectator):
        await browser.disconnect()


async def test_what_is_refused_is_said_to_that_player_alone_and_changes_nothing() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(look)(code)
    action = await sync_to_async(sensible)(code)
    player, spectator = await opened(code, host), await opened(code, None)
    await player.send_to(text_data=message(action, before.version - 1))
    refused = await frame(player)
    assert "nothing was lost" in refused
    assert f'data-version="{before.version}"' in refused
    assert await spectator.receive_nothing()
    assert (await sync_to_async(look)(code)).version == before.version
    for browser in (player, spectator):
        await browser.disconnect()


async def test_a_move_at_a_table_that_is_gone_closes_the_socket() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(look)(code)
    action = await sync_to_async(sensible)(code)
    player = await opened(code, host)
    await sync_to_async(Game.objects.filter(code=code).delete)()
    await player.send_to(text_data=message(action, before.version))
    assert (await player.receive_output(timeout=10))["type"] == "websocket.close"


@pytest.mark.parametrize("stranger", [True, False], ids=["another player", "signed out"])
async def test_whoever_does_not_play_moves_nothing(stranger: bool) -> None:
    _, code = await table_to_play()
    before = await sync_to_async(look)(code)
    action = await sync_to_async(sensible)(code)
    browser = await opened(code, await sync_to_async(new_player)() if stranger else None)
    await browser.send_to(text_data=message(action, before.version))
    assert await browser.receive_nothing()
    assert (await sync_to_async(look)(code)).version == before.version
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
async def test_what_is_no_move_is_ignored(rubbish: str) -> None:
    host, code = await table_to_play()
    version = (await sync_to_async(look)(code)).version
    browser = await opened(code, host)
    await browser.send_to(text_data=rubbish)
    assert await browser.receive_nothing()
    assert (await sync_to_async(look)(code)).version == version
    await browser.disconnect()


@pytest.mark.parametrize(
    ("path", "is_player"),
    [("tables/{}", True), ("tables/{}", False), ("tables/{}/talk", False), ("lobby", False), ("turns", True)],
)
async def test_who_sends_much_in_vain_is_sent_away(path: str, is_player: bool) -> None:
    host, code = await table_to_play()
    browser = await sync_to_async(socket_at)(f"/ws/{path.format(code)}/", host if is_player else None)
    assert (await browser.connect())[0]
    for _ in range(30):
        await browser.send_to(text_data="{}")
    assert await closed(browser) == TOO_MUCH


async def test_a_socket_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    host, code = await table_to_play()
    told: list[object] = []
    monkeypatch.setattr(table_consumer, "_turn_in", lambda *_: 1 / 0)
    monkeypatch.setattr(table_consumer.TableConsumer, "hear", lambda *_: told.append(_))
    browser = await opened(code, host)
    tasks = asyncio.all_tasks()
    await browser.send_to(text_data="{}")
    with pytest.raises(ZeroDivisionError):
        await browser.receive_output(timeout=10)
    await sync_to_async(move)(code)
    assert not told
    [roll_call] = [task for task in tasks if "RollCall" in repr(task)]
    assert roll_call.cancelling() or roll_call.done()


async def test_being_ready_goes_by_socket_too() -> None:
    host = await sync_to_async(new_player)()
    code = await sync_to_async(open_table)(host)
    player, spectator = await opened(code, host), await opened(code, None)
    version = (await sync_to_async(look)(code)).version
    ready = json.dumps({"move": "ready", "form": f"version={version}"})
    await player.send_to(text_data=ready)
    for browser in (player, spectator):
        assert "is-deal" in await frame(browser)
    assert (await sync_to_async(look)(code)).deal_number == 1
    await player.send_to(text_data=ready)
    assert 'id="notice"' not in await frame(player)
    for browser in (player, spectator):
        await browser.disconnect()


async def test_many_copies_of_one_move_are_one_move() -> None:
    host, code = await table_to_play()
    before = await sync_to_async(look)(code)
    action = await sync_to_async(sensible)(code)
    browsers = [await opened(code, host) for _ in range(10)]
    await asyncio.gather(*(browser.send_to(text_data=message(action, before.version)) for browser in browsers))
    for browser in browsers:
        while f'data-version="{before.version + 1}"' not in await frame(browser):
            pass
    assert await sync_to_async(Event.objects.filter(game__code=code, sequence__gt=before.version).count)() == 1
    for browser in browsers:
        await browser.disconnect()


def test_turns_of_several_tables_are_one_transaction_and_each_is_refused_for_itself() -> None:
    codes = [three_people() for _ in range(3)]
    asked = [turns.Turn(code, next_action(code), look(code).version) for code in codes]
    asked.insert(1, turns.Turn("nowhere", asked[0].action, 1))
    outcomes = turns.take_turns([*asked, asked[0]])
    assert [type(outcome) for outcome in outcomes] == [
        type(None), Game.DoesNotExist, type(None), type(None), turns.AlreadyMade
    ]  # fmt: skip


def test_moves_of_many_tables_take_as_many_statements_as_one_table_s() -> None:
    codes = [three_people() for _ in range(4)]
    for code in codes:
        move(code)
    alone, *together = [turns.Turn(code, next_action(code), look(code).version) for code in codes]
    counts = []
    for asked in ([alone], together):
        with CaptureQueriesContext(connection) as queries:
            assert not any(turns.take_turns(asked))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_what_one_table_has_missed_keeps_no_other_from_moving() -> None:
    codes = [three_people() for _ in range(3)]
    for code in codes:
        move(code)
    asked = [turns.Turn(code, next_action(code), look(code).version) for code in codes]
    Game.objects.filter(code=codes[1]).update(version=look(codes[1]).version + 1)  # as another process would
    before = [look(code).version for code in codes]
    assert turns.take_turns(asked) == [None, None, None]
    assert [look(code).version for code in codes] == [version + 1 for version in before]


def test_memory_never_decides_against_the_database() -> None:
    code = three_people()
    move(code)
    Game.objects.filter(code=code).update(version=look(code).version + 1)  # as another process would
    version = look(code).version
    turns.take_turn(code=code, action=next_action(code), version=version)
    assert look(code).version == version + 1


def test_a_failed_commit_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    code = three_people()
    move(code)
    version = look(code).version
    with monkeypatch.context() as broken:
        broken.setattr(cache, "keep_on_commit", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            turns.take_turn(code=code, action=next_action(code), version=version)
    assert look(code).version == version
    turns.take_turn(code=code, action=next_action(code), version=version)
    assert look(code).version == version + 1


def test_who_gets_up_for_a_bot_moves_no_more() -> None:
    code = three_people()
    move(code)
    action = next_action(code)
    proposals.give_up(code=code, player=action.player)
    with pytest.raises(tables.NotPossible):
        turns.take_turn(code=code, action=action, version=look(code).version)
