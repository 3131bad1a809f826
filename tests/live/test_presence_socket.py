"""Presence over the table's socket, and tables without spectators."""

import asyncio
from datetime import timedelta
from itertools import count
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisNotConnected

from accounts.models import User
from games.engine import Player
from games.lobby import tables
from games.models import Game
from games.play import onlookers, presence, proposals
from games.play.attendance import Attendance
from games.sockets import heartbeat
from games.sockets.consumers import NO_SUCH_TABLE
from games.values import Proposal
from tests.live.browsers import closed, frame, frame_with, open_at
from tests.play.proposing import propose, reply
from tests.tables import close_table, gather, new_player, snapshot_for, start, three_people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let heartbeats follow each other at once."""
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.01)


@sync_to_async
def table(**options: object) -> tuple[str, list[User]]:
    code = three_people(**options)
    users = [seat.user for seat in Game.objects.get(code=code).seats.order_by("player") if seat.user]
    return code, users


@sync_to_async
def present(code: str) -> frozenset[Player]:
    """Return the players who are at the table now."""
    return presence.attendance(code, patience=0).here


@sync_to_async
def around(code: str) -> tuple[str, ...]:
    """Return who looks on at a table that gathers."""
    return presence.attendance(code, patience=0, gathers=True).around.looking


async def looking(code: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    return await open_at(f"/ws/tables/{code}/", user, **headers)


@pytest.fixture
def first_beat(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let there be one heartbeat only; what is returned is set when it is over."""
    beats, is_over = count(), asyncio.Event()

    async def pause(_seconds: float) -> None:
        if next(beats):
            is_over.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(heartbeat, "pause", pause)
    return is_over


async def test_anonymous_visitor_looks_on_no_longer_than_the_page_is_open(first_beat: asyncio.Event) -> None:
    code = await sync_to_async(lambda: gather(new_player()))()
    visitor = await looking(code)
    async with asyncio.timeout(10):
        await first_beat.wait()
    assert await around(code) == ("",)
    await visitor.disconnect()
    assert await around(code) == ()


async def test_anonymous_visitor_who_sits_down_looks_on_no_longer(first_beat: asyncio.Event, client: Client) -> None:
    """The old page is open until the new one has come: until then they would be listed twice, seated and looking on."""
    code = await sync_to_async(lambda: gather(new_player()))()
    await sync_to_async(client.get)(f"/tables/{code}/")
    visitor = await looking(code, cookie=f"csrftoken={client.cookies['csrftoken'].value}")
    async with asyncio.timeout(10):
        await first_beat.wait()
    assert await around(code) == ("",)
    await sync_to_async(client.post)(f"/tables/{code}/sit/", {"player": 1, "name": "Zoe"})
    assert await around(code) == ()
    await visitor.disconnect()


async def test_outage_of_redis_does_not_keep_a_visitor_s_socket_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(_code: str, _browser: str) -> None:
        raise RedisNotConnected

    code = await sync_to_async(lambda: gather(new_player()))()
    browser = await looking(code)
    await frame(browser)
    monkeypatch.setattr(onlookers, "forget_onlooker", unreachable)
    await browser.disconnect()  # raises what the socket raises


async def test_player_with_an_open_browser_is_present() -> None:
    code, users = await table()
    await sync_to_async(clear_signs)(code)
    browser = await looking(code, users[1])
    await frame(browser)
    assert await present(code) == {1}
    await sync_to_async(clear_signs)(code)
    await sync_to_async(presence.sign_of_life)(code, 2)
    await frame(browser)
    assert await present(code) == {1, 2}
    await browser.disconnect()


async def test_heartbeat_goes_on_with_the_next_browser_after_the_last_one_left() -> None:
    code, users = await table()
    for player in (0, 1):
        browser = await looking(code, users[player])
        await frame(browser)
        await sync_to_async(clear_signs)(code)
        await sync_to_async(presence.sign_of_life)(code, 2)
        await frame(browser)
        assert await present(code) == {player, 2}
        await browser.disconnect()


async def test_heartbeat_goes_on_after_a_cache_error(monkeypatch: pytest.MonkeyPatch) -> None:
    code, users = await table()
    browser = await looking(code, users[0])
    await frame(browser)
    attendances = presence.attendances

    def fail_once(*_asked: object) -> None:
        monkeypatch.setattr(presence, "attendances", attendances)
        raise OSError

    monkeypatch.setattr(presence, "attendances", fail_once)
    await sync_to_async(clear_signs)(code)
    await sync_to_async(presence.sign_of_life)(code, 2)
    await frame(browser)
    assert await present(code) == {0, 2}
    await browser.disconnect()


async def test_absence_patience_and_return_are_shown_to_the_others() -> None:
    code, users = await table(patience=30)
    shown = await sync_to_async(lambda: presence.attendance(code, 30))()
    assert shown == Attendance(here=frozenset({0, 1, 2}))
    browser = await looking(code, users[0])
    present = await frame(browser)
    call = f"/tables/{code}/call-bot/"
    assert call not in present
    await sync_to_async(silence)(code, 2, presence.GONE_AFTER)
    away = await frame(browser)
    assert away != present
    assert call not in away
    await sync_to_async(silence)(code, 2, 30)
    await frame_with(browser, call)
    await sync_to_async(presence.sign_of_life)(code, 2)
    back = await frame(browser)
    assert 'class="dot away"' in away
    assert call not in back
    assert 'class="dot away"' not in back
    await browser.disconnect()


async def test_who_has_just_taken_the_seat_back_is_not_shown_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SIGN_EVERY", 60)  # no heartbeat says that the player is here
    code, users = await table(patience=30)
    await sync_to_async(silence)(code, 2, 30)
    browser = await looking(code, users[0])
    assert f"/tables/{code}/call-bot/" in await frame(browser)
    await sync_to_async(proposals.call_bot)(code=code, player=2)
    assert "sits in" in await frame_with(browser, "sits in")
    await sync_to_async(proposals.take_seat)(code=code, player=2)
    back = await frame_with(browser, 'id="plate-2"')
    assert "call-bot" not in back
    assert 'class="dot away"' not in back
    await browser.disconnect()


async def test_proposal_is_decided_when_the_last_player_asked_is_away_too_long() -> None:
    code, users = await table(patience=30)
    await sync_to_async(propose)(code, 0, Proposal.END)
    await sync_to_async(reply)(code, 1)
    browser = await looking(code, users[0])
    assert "still to agree" in await frame(browser)
    await sync_to_async(silence)(code, 2, 30)
    await frame_with(browser, "This table is closed.")
    await browser.disconnect()


async def test_absence_is_shown_in_the_language_of_each_browser() -> None:
    """One heartbeat handles browsers in different languages."""
    code, _ = await table()
    english, spanish = await looking(code), await looking(code, **{"accept-language": "es"})
    for browser in (english, spanish):
        await frame(browser)
    await sync_to_async(silence)(code, 2, presence.GONE_AFTER)
    assert 'aria-label="away"' in await frame(english)
    assert 'aria-label="sin conexión"' in await frame(spanish)
    for browser in (english, spanish):
        await browser.disconnect()


async def test_spectator_does_not_count_as_present() -> None:
    code, _ = await table()
    await sync_to_async(clear_signs)(code)
    browser = await looking(code)
    await frame(browser)
    assert await present(code) == frozenset()
    await browser.disconnect()


async def test_socket_of_a_spectator_is_closed_where_spectators_are_not_allowed() -> None:
    code, users = await table(spectators=False)
    browser = await looking(code)
    assert await closed(browser) == NO_SUCH_TABLE
    player = await looking(code, users[0])
    await frame(player)
    await player.disconnect()


async def test_visitor_is_sent_away_when_a_game_without_spectators_begins() -> None:
    host = await sync_to_async(new_player)()
    code = await sync_to_async(gather)(host, spectators=False)
    browser = await looking(code)
    await frame(browser)
    await sync_to_async(start)(code, host)
    assert await closed(browser) == NO_SUCH_TABLE


async def test_rematch_is_shown_to_everyone_at_the_old_table() -> None:
    code, users = await table()
    await sync_to_async(close_table)(code)
    browser = await looking(code, users[2])
    await frame(browser)
    following = (await sync_to_async(tables.rematch)(code=code, user=users[0])).code
    await frame_with(browser, f"/tables/{following}/")
    assert (await sync_to_async(snapshot_for)(code)).rematch == following
    await browser.disconnect()


def clear_signs(code: str) -> None:
    """Pretend that nobody has given a sign of life for a day."""
    for player in range(3):
        silence(code, player, 24 * 60 * 60)


def silence(code: str, player: int, seconds: float) -> None:
    """Pretend that the player's last sign of life was so many seconds ago."""
    with pytest.MonkeyPatch.context() as patch:
        then = timezone.now() - timedelta(seconds=seconds)
        patch.setattr(presence, "timezone", SimpleNamespace(now=lambda: then))
        presence.sign_of_life(code, player)


async def test_player_of_a_waiting_table_sees_who_looks_on_until_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    host, dora = await sync_to_async(lambda: (new_player(), new_player()))()
    code = await sync_to_async(gather)(host)
    browser = await looking(code, host)
    assert "Watching" not in await frame(browser)
    others = [await looking(code, dora), await looking(code)]
    await frame_with(browser, f"Watching: {dora.username} and 1 visitor")
    monkeypatch.setattr(onlookers, "ONLOOKERS_KEPT_FOR", 0.2)
    for other in others:
        await other.disconnect()
    await frame_with(browser, "New players appear here at once.")
    await browser.disconnect()
