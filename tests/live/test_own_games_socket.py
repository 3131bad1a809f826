"""The own-games socket: a player's unfinished games in the lobby and on the home page."""

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from accounts.models import User
from games.engine import Rules
from games.lobby import tables
from games.sockets.consumers import SIGNED_OUT
from tests.clients import signed_in
from tests.live.browsers import frame, frame_with, open_at, socket_at
from tests.tables import (
    act,
    close_table,
    deal,
    finish_deals,
    gather,
    in_order_of_bids,
    new_player,
    snapshot_for,
    start,
    three_people,
)

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ws/games/"
NONE = "\n"
"""The frame for a player without games: servers do not send empty frames."""


async def test_turn_mark_follows_the_game() -> None:
    code = await sync_to_async(three_people)()
    first, second, _ = await sync_to_async(in_order_of_bids)(code)
    mine, next_one = await open_at(PATH, first), await open_at(PATH, second)
    assert "Your turn" in await frame(mine)
    assert "Your turn" not in await frame(next_one)
    await sync_to_async(act)(code)
    assert "Your turn" not in await frame(mine)
    assert "Your turn" in await frame(next_one)
    for browser in (mine, next_one):
        await browser.disconnect()


async def test_sitting_down_starting_and_leaving_are_shown_to_all_players() -> None:
    host, friend, stranger = await sync_to_async(lambda: [new_player() for _ in range(3)])()
    mine, theirs = await open_at(PATH, host), await open_at(PATH, stranger)
    assert await frame(mine) == NONE == await frame(theirs)
    code = await sync_to_async(gather)(host)
    assert f"/tables/{code}/" in await frame(mine)
    await sync_to_async(tables.sit)(code=code, user=friend, player=1)
    assert friend.username in await frame(mine)
    await sync_to_async(tables.leave)(code=code, user=friend)
    assert friend.username not in await frame(mine)
    await sync_to_async(start)(code, host)
    await frame_with(mine, "draw for the deal")
    await sync_to_async(close_table)(code)
    assert await frame(mine) == NONE
    assert await theirs.receive_nothing(), "it is no game of theirs"
    for browser in (mine, theirs):
        await browser.disconnect()


async def test_next_deal_and_end_are_shown_to_all_players() -> None:
    code = await sync_to_async(three_people)(Rules(target=1000, floor=None))
    lists = [await open_at(PATH, user) for user in await sync_to_async(in_order_of_bids)(code)]
    await sync_to_async(finish_deals)(code)
    await sync_to_async(deal)(code)
    for browser in lists:
        await frame_with(browser, "deal 2, to 1000")
    await sync_to_async(close_table)(code)
    for browser in lists:
        while await frame(browser) != NONE:
            pass
        await browser.disconnect()


async def test_anonymous_visitor_has_no_games() -> None:
    browser = socket_at(PATH)
    await browser.connect()
    assert await browser.receive_output(timeout=10) == {"type": "websocket.close", "code": SIGNED_OUT}


@sync_to_async
def pages(user: User) -> list[str]:
    client = signed_in(user)
    return [client.get(reverse(name)).text for name in ("games:home", "games:home")]


async def test_pages_show_what_the_socket_sends() -> None:
    code = await sync_to_async(three_people)()
    first, *_ = await sync_to_async(in_order_of_bids)(code)
    mine = await open_at(PATH, first)
    sent = await frame(mine)
    for page in await pages(first):
        assert f'hx-ws:connect="{PATH}"' in page
        assert sent in page
    await mine.disconnect()


async def test_game_disappears_from_the_list_when_the_host_frees_the_seat() -> None:
    host, one, other = await sync_to_async(lambda: [new_player() for _ in range(3)])()
    code = await sync_to_async(gather)(host, one, other)
    lists = [await open_at(PATH, user) for user in (one, other)]
    for browser in lists:
        assert code in await frame(browser)
    await sync_to_async(tables.leave)(code=code, user=one)
    version = (await sync_to_async(snapshot_for)(code)).version
    await sync_to_async(tables.remove)(code=code, host=host, player=2, version=version)
    for browser in lists:
        while code in await frame(browser):
            pass
    for browser in lists:
        await browser.disconnect()
