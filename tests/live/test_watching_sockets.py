"""Sockets of those who watch: the games of the lobby, the one on the home page, and one that is a deal behind."""

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from games.lobby.featured import featured_table
from games.play import presence
from games.pubsub import groups
from games.sockets import fragments
from games.sockets.consumers import NO_SUCH_TABLE
from games.words.names import plain
from tests.live.browsers import frame, frame_with, open_at
from tests.tables import act, close_table, deal, finish_deals, snapshot_for, three_people

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def table(**options: object) -> str:
    return three_people(public=True, **options)


async def test_lobby_shows_running_games_with_their_scores_and_watchers_until_they_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.1)  # watchers are counted at the second sign of their browsers
    browser = await open_at("/ws/lobby/")
    await frame(browser)
    code = await table()
    await frame_with(browser, f"running-{code}")
    watcher = await open_at(f"/ws/tables/{code}/")
    await frame_with(browser, "1 watching")
    await watcher.disconnect()
    await sync_to_async(finish_deals)(code)
    points = await sync_to_async(lambda: snapshot_for(code).standing.points)()
    scored = await frame_with(browser, f"running-{code}")
    assert all(f"<b>{plain(total)}</b>" in scored for total in points)
    await sync_to_async(close_table)(code)
    assert code not in await frame(browser)
    await browser.disconnect()


async def test_home_page_follows_a_game_move_by_move_and_the_next_one_after_it() -> None:
    first = await table()
    browser = await open_at("/ws/featured/")
    before = await frame_with(browser, first)
    await sync_to_async(act)(first)
    after = await frame_with(browser, first)
    assert before != after
    second = await table()
    await sync_to_async(close_table)(first)
    assert first not in await frame_with(browser, second)
    await sync_to_async(act)(second)
    await frame_with(browser, second)
    await browser.disconnect()


async def test_home_page_follows_the_next_game_though_much_happens_at_once() -> None:
    first = await table()
    browser = await open_at("/ws/featured/")
    await frame_with(browser, first)
    second = await table()

    @sync_to_async
    def end_the_first() -> None:
        with transaction.atomic():
            close_table(first)
            for _ in range(3):
                groups.lobby_changed_on_commit()

    await end_the_first()
    await frame_with(browser, second)
    await sync_to_async(act)(second)
    await frame_with(browser, second)
    await browser.disconnect()


async def test_home_page_is_rendered_once_per_change_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    code = await table()
    browsers = [await open_at("/ws/featured/", **{"accept-language": language}) for language in ("en", "en", "es")]
    for browser in browsers:
        await frame_with(browser, code)
    made: list[str] = []
    monkeypatch.setattr(fragments, "featured_table", lambda code: made.append(code) or featured_table(code))
    for moves in (1, 2):
        await sync_to_async(act)(code)
        for browser in browsers:
            await frame_with(browser, code)
        assert len(made) == 2 * moves
    for browser in browsers:
        await browser.disconnect()


async def test_home_page_shows_neither_private_nor_closed_nor_delayed_games() -> None:
    for options in ({"public": False}, {"spectators": False}, {"delayed": True}):
        await sync_to_async(lambda options=options: three_people(**{"public": True, **options}))()
    browser = await open_at("/ws/featured/")
    assert (await frame(browser)).strip() == ""
    await browser.disconnect()


async def test_spectator_a_deal_behind_is_shown_the_end_of_a_deal_and_nothing_else() -> None:
    code = await table(delayed=True)
    behind = await open_at(f"/ws/tables/{code}/behind/0/")
    assert "Deal 1 is shown here when it has ended" in await frame(behind)
    await sync_to_async(act)(code)
    await sync_to_async(act)(code)
    await sync_to_async(finish_deals)(code)
    ended = await frame(behind)
    assert f'href="/tables/{code}/deals/1/"\n data-go' in ended
    await sync_to_async(deal)(code)
    await sync_to_async(act)(code)
    await sync_to_async(close_table)(code)
    assert "The game has ended" in await frame(behind)
    await behind.disconnect()


async def test_socket_of_a_running_table_a_deal_behind_is_closed_to_spectators_without_a_frame() -> None:
    code = await table(delayed=True)
    spectator = await open_at(f"/ws/tables/{code}/")
    assert await spectator.receive_output(timeout=10) == {"type": "websocket.close", "code": NO_SUCH_TABLE}
