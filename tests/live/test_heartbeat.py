"""The heartbeat: browsers are handled in small groups, so that moves never wait for all of them."""

import asyncio
from itertools import pairwise

import pytest
from asgiref.sync import sync_to_async

from games.engine import PLAYERS, Player
from games.play import presence
from games.play.attendance import Attendance
from games.sockets import heartbeat
from games.sockets.heartbeat import AT_ONCE, Heartbeat
from tests.tables import begin, new_player

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


class Browser:
    """A browser that has a table open and shows who is there."""

    code, name, browser, patience, gathers = "nowhere", "", "", 60.0, False

    def __init__(self, viewer: Player | None = None, *, signed_out: bool = False) -> None:
        self.viewer, self.signed_out = viewer, signed_out
        self.attendance = presence.attendance(self.code, self.patience)
        self.signs = 0

    def has_signed_out(self) -> bool:
        return self.signed_out

    def show_sign_of_life(self) -> None:
        self.signs += 1

    def show_attendance(self, attendance: Attendance | None) -> None: ...

    def catch_up(self, version: int) -> None: ...


async def stay(browsers: list[Browser], until: asyncio.Event) -> None:
    """Let a heartbeat handle these browsers until then."""
    heart = Heartbeat()
    for browser in browsers:
        heart.join(browser)
    async with asyncio.timeout(10):
        await until.wait()
    for browser in browsers:
        heart.leave(browser)


@pytest.mark.parametrize("number", [1, AT_ONCE, AT_ONCE + 1, 10 * AT_ONCE])
async def test_each_browser_is_handled_once_in_an_interval(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    browsers = [Browser() for _ in range(number)]
    called_after: list[tuple[float, int]] = []
    a_round_is_over = asyncio.Event()

    async def pause(seconds: float) -> None:
        called_after.append((seconds, sum(browser.signs for browser in browsers)))
        if called_after[-1][1] >= number:
            a_round_is_over.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(heartbeat, "pause", pause)
    await stay(browsers, a_round_is_over)
    assert [browser.signs for browser in browsers] == [1] * number
    pauses, called = zip(*called_after, strict=True)
    assert sum(pauses[:-1]) == pytest.approx(presence.SIGN_EVERY)
    assert max(now - before for before, now in pairwise(called)) <= AT_ONCE


async def test_browser_that_has_left_is_not_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    stays, leaves = Browser(), Browser()
    heart = Heartbeat()
    was_called = asyncio.Event()

    async def pause(_: float) -> None:
        if stays.signs:
            was_called.set()
            await asyncio.Event().wait()
        heart.leave(leaves)

    monkeypatch.setattr(heartbeat, "pause", pause)
    heart.join(stays)
    heart.join(leaves)
    async with asyncio.timeout(10):
        await was_called.wait()
    heart.leave(stays)
    assert (stays.signs, leaves.signs) == (1, 0)


async def test_browser_that_cannot_be_shown_its_table_keeps_no_other_from_theirs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = await sync_to_async(begin)(await sync_to_async(new_player)())
    browsers, shown, was_called = [Browser(), Browser(), Browser()], list[object](), asyncio.Event()
    browsers[0].show_attendance = browsers[0].catch_up = lambda _what: 1 / 0
    for browser in browsers:
        browser.code, browser.attendance = code, Attendance(frozenset({1}))
    browsers[1].show_attendance, browsers[2].catch_up = shown.append, shown.append

    async def pause(_: float) -> None:
        if shown:
            was_called.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(heartbeat, "pause", pause)
    await stay(browsers, was_called)
    assert len(shown) == 2
    assert len(caplog.records) == 2


async def test_signed_out_player_gives_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    browsers = [Browser(0), Browser(1, signed_out=True), Browser(2)]
    were_called = asyncio.Event()

    async def pause(_: float) -> None:
        if all(browser.signs for browser in browsers):
            were_called.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(heartbeat, "pause", pause)
    await stay(browsers, were_called)
    assert presence.who_is_here([("nowhere", player) for player in PLAYERS]) == {("nowhere", 0), ("nowhere", 2)}
