"""The socket of a review that the table looks at together: who leads and where, the next deal, and who may listen."""

import pytest
from asgiref.sync import sync_to_async

from games.play import holds, joint_reviews, loading, presence
from games.play.joint_reviews import Shown
from games.play.presence import GONE_AFTER
from games.sockets.consumers import NO_SUCH_TABLE
from tests.live.browsers import Browser, at_table, closed, frame, frame_with, open_at
from tests.tables import Time, act, deal, finish_deals, three_people, user_at

pytestmark = pytest.mark.django_db(transaction=True)

lead, show, stop = map(sync_to_async, (joint_reviews.lead, joint_reviews.show, joint_reviews.stop))


@sync_to_async
def scored_table(**options: object) -> str:
    code = three_people(**options)
    finish_deals(code)
    return code


async def at_review(code: str, player: int | None, mode: str = "along", number: int = 1) -> Browser:
    user = None if player is None else await sync_to_async(user_at)(code, player)
    return await open_at(f"/ws/tables/{code}/deals/{number}/{mode}/", user)


async def test_all_pages_show_who_leads_and_those_that_follow_where() -> None:
    code = await scored_table()
    table, along = await at_table(code), await at_review(code, 1)
    alone, spectator = await at_review(code, 2, "alone"), await at_review(code, None)
    await frame_with(along, "Nobody leads")
    await frame_with(alone, "Look together")
    await lead(code=code, player=0, number=1, shown=Shown(3))
    await frame_with(table, f'href="/tables/{code}/deals/1/together/"')
    assert "Take the lead" in await frame_with(along, 'data-step="?at=3"')
    assert "data-step" not in await frame_with(alone, "Join in")
    assert "Take the lead" not in await frame_with(spectator, 'data-step="?at=3"')
    await show(code=code, player=0, number=1, shown=Shown(30, seen_by=2))
    for browser in (along, spectator):
        await frame_with(browser, 'data-step="?at=30&amp;as=2"')
    await lead(code=code, player=1, number=1, shown=Shown(30, seen_by=2))
    await frame_with(along, "You lead")
    await stop(code=code, player=1, number=1)
    assert "data-step" not in await frame_with(along, "Nobody leads")
    for browser in (table, along, alone, spectator):
        await browser.disconnect()


async def test_next_deal_ends_it_and_none_of_its_cards_is_sent() -> None:
    code = await scored_table()
    await lead(code=code, player=0, number=1, shown=Shown(3))
    along = await at_review(code, 1)
    await frame(along)
    await sync_to_async(deal)(code)
    over = await frame_with(along, "Deal 2 has begun")
    assert 'class="card' not in over
    await sync_to_async(act)(code)
    await sync_to_async(act)(code)
    assert await along.receive_nothing(timeout=0.5)
    await along.disconnect()


async def test_who_looks_together_is_at_the_table_until_the_next_deal(time: Time) -> None:
    code = await scored_table()
    time.passes(GONE_AFTER)
    here = sync_to_async(lambda: presence.attendance(code, 0).here)
    assert await here() == set()
    along = await at_review(code, 1)
    await frame(along)
    while not await here():
        pass
    assert await here() == {1}
    await along.disconnect()


async def test_socket_of_deals_that_are_closed_to_the_reader_is_closed_without_a_frame() -> None:
    for options, player, number in (({"spectators": False}, None, 1), ({"duplicate": True}, 0, 1), ({}, 0, 2)):
        code = await scored_table(**options)
        browser = await at_review(code, player, number=number)
        assert await closed(browser) == NO_SUCH_TABLE


async def test_review_shows_that_the_deal_waits_until_the_table_is_open_again() -> None:
    code = await scored_table()
    await sync_to_async(lambda: holds.begin(loading.game_by_code(code), 1, 1))()
    ana, ben = await sync_to_async(lambda: (user_at(code, 0), user_at(code, 1)))()
    alone, other = await at_review(code, 1, "alone"), await at_table(code, ana)
    assert "The next deal waits for you" in await frame_with(alone, "join in")
    back = await at_table(code, ben)
    assert "waits for you" not in await frame_with(alone, "join in")
    await frame_with(other, "Starts by itself")
    for browser in (alone, other, back):
        await browser.disconnect()


async def test_review_alone_shows_that_the_next_deal_has_begun() -> None:
    code = await scored_table()
    alone = await at_review(code, 1, "alone")
    await frame(alone)
    await sync_to_async(deal)(code)
    await frame_with(alone, "Deal 2 has begun")
    await alone.disconnect()
