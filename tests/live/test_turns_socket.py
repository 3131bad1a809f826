"""The turns socket: the number of tables at which it is the player's turn, and the latest invitation."""

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections

from accounts.models import User
from accounts.people import online
from accounts.sessions.store import SessionStore
from games.lobby import invitations, tables
from games.play import proposals
from games.sockets.consumers import SIGNED_OUT
from tests.live.browsers import frame, frame_with, open_at, socket_at
from tests.tables import (
    act,
    close_table,
    gather,
    in_order_of_bids,
    new_player,
    people_to_act,
    snapshot_for,
    start,
    three_people,
)

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ws/turns/"
NOTICES = '<hx-partial id="turns">'


@sync_to_async
def table() -> tuple[str, list[User]]:
    """Return a running game of three people, and the people in bidding order."""
    code = three_people()
    return code, in_order_of_bids(code)


async def test_turn_notice_appears_and_disappears() -> None:
    code, (first, second, _) = await table()
    mine, next_one = await open_at(PATH, first), await open_at(PATH, second)
    waiting, idle = await frame(mine), await frame(next_one)
    assert waiting != idle
    await sync_to_async(act)(code)
    assert await frame(mine) == idle
    assert await frame(next_one) == waiting
    for browser in (mine, next_one):
        await browser.disconnect()


async def test_socket_opens_although_the_database_cuts_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    _, (first, *_) = await table()
    browser = await sync_to_async(socket_at)(PATH, first)
    load = SessionStore.load

    def fail_once(_store: SessionStore) -> dict[str, object]:
        monkeypatch.setattr(SessionStore, "load", load)
        monkeypatch.setattr(type(connections["default"]), "is_usable", lambda _connection: False)
        raise OperationalError

    monkeypatch.setattr(SessionStore, "load", fail_once)
    assert (await browser.connect())[0]
    assert "Your turn at 1 table" in await frame(browser)
    await browser.disconnect()


async def test_page_of_a_table_counts_only_other_tables() -> None:
    """There the notices come over the table's socket."""
    code, (first, second, _) = await table()
    elsewhere, _ = await table()
    here, there = await open_at(f"/ws/tables/{code}/", first), await open_at(f"/ws/tables/{elsewhere}/", second)
    assert NOTICES in (table_of_first := await frame(here))
    assert "data-turns" not in table_of_first
    assert "data-turns" not in await frame(there)
    await sync_to_async(act)(code)
    assert "data-turns" in await frame_with(there, NOTICES)
    assert NOTICES not in await frame(here), "its own page shows the move itself"
    for browser in (here, there):
        await browser.disconnect()


async def test_seat_with_a_bot_standing_in_is_not_counted_until_it_is_taken_back() -> None:
    code, (first, *_) = await table()
    player = (await sync_to_async(lambda: people_to_act(snapshot_for(code)))())[0]
    mine = await open_at(PATH, first)
    waiting = await frame(mine)
    await sync_to_async(proposals.give_up)(code=code, player=player)
    assert await frame(mine) != waiting
    await sync_to_async(proposals.take_seat)(code=code, player=player)
    assert await frame(mine) == waiting
    await mine.disconnect()


async def test_invitation_appears_and_disappears_with_the_free_seat() -> None:
    host, friend = await sync_to_async(new_player)(), await sync_to_async(new_player)()
    code = await sync_to_async(gather)(host)
    theirs = await open_at(PATH, friend)
    nothing = await frame(theirs)
    await sync_to_async(invitations.invite)(code=code, inviter=host, name=friend.username)
    invited = await frame(theirs)
    assert f"{host.username} invites you" in invited
    assert f"/tables/{code}/" in invited
    await sync_to_async(start)(code, host)
    assert await frame(theirs) == nothing
    await theirs.disconnect()


async def test_rematch_is_shown_to_the_players_it_seats() -> None:
    code, (first, second, _) = await table()
    await sync_to_async(close_table)(code)
    theirs = await open_at(PATH, second)
    nothing = await frame(theirs)
    following = (await sync_to_async(tables.rematch)(code=code, user=first)).code
    assert f"/tables/{following}/" in await frame(theirs)
    await sync_to_async(invitations.come)(code=following, user=second)
    assert await frame(theirs) == nothing
    await theirs.disconnect()


async def test_anonymous_visitor_gets_no_turn_notices() -> None:
    browser = socket_at(PATH)
    await browser.connect()
    await browser.send_to(text_data="sent with the handshake")
    assert await browser.receive_output(timeout=10) == {"type": "websocket.close", "code": SIGNED_OUT}
    await browser.disconnect()


async def test_open_page_keeps_its_player_online() -> None:
    ana, ben = await sync_to_async(new_player)(), await sync_to_async(new_player)()
    browser = await open_at(PATH, ana)
    await frame(browser)
    assert await sync_to_async(online.seen_by)(ben, [ana, ben]) == {ana.pk}
    await browser.disconnect()
