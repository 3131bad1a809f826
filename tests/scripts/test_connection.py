"""The table's socket: what the page answers, when it opens another one, and what it shows the player meanwhile."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.components import frames
from games.sockets.consumers import NO_SUCH_TABLE, OUTDATED, SIGNED_OUT
from tests.pages.pages import ORIGIN
from tests.pages.scenes import snapshot, to_play, with_declarer
from tests.scripts.conftest import Screen

HEARD = '<hx-partial hx-target="#clock-say" hx-swap="innerHTML">heard</hx-partial>'
AFTER_FIRST_PAUSE = 1_000  # ms; the pause is at most twice the `reconnectDelay` of templates/base.html
SUBMIT = """() => {
    performance.now = () => 4_000;
    setTimeout(() => sessionStorage.waited = "yes", 5_000);
    const form = document.body.appendChild(document.createElement("form"));
    form.dispatchEvent(new SubmitEvent("submit", {bubbles: true}));
}"""
HIDE = """isHidden => {
    Object.defineProperty(document, "hidden", {value: isHidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange", {bubbles: true}));
}"""


@pytest.fixture
def page(screen: Screen) -> Page:
    """A table whose socket has yet to open."""
    return screen.open(snapshot(to_play(with_declarer(1), 0, False)))


@pytest.fixture
def offline(page: Page) -> Locator:
    """The banner that says that the connection is lost."""
    return page.locator("#offline")


def test_socket_opens_though_its_script_loads_late(page: Page) -> None:
    """htmx looks at the page as soon as it is there itself; its extension for sockets may come later."""
    held: list[Route] = []
    page.route(re.compile("hx-ws"), lambda route: held.append(route), times=1)
    page.goto(ORIGIN, wait_until="commit")
    page.wait_for_function("() => window.htmx")
    page.clock.run_for(100)
    page.wait_for_function("() => document.querySelector('[hx-post]')?._htmx")
    held[0].fallback()
    page.wait_for_function("() => sockets.length")


def test_messages_change_the_page_and_echoes_are_sent_back_unchanged(screen: Screen, page: Page) -> None:
    """The server measures the round trip and does not charge it to the clock."""
    screen.connect()
    for message in ("{}", HEARD, '{"echo": "a word"}'):
        screen.receive(message)
    expect(page.locator("#clock-say")).to_have_text("heard")
    assert screen.moves == ['{"echo": "a word"}']


def test_silent_socket_is_replaced_by_only_one(screen: Screen, page: Page, offline: Locator) -> None:
    """As after sleep, or behind a router that drops connections: the socket stays open, and nothing arrives.

    Also while the page is hidden: a player in another tab is called through this socket.
    """
    screen.connect()
    for is_hidden, replaced in ((False, 1), (True, 2)):
        page.evaluate(HIDE, is_hidden)
        screen.receive("{}")
        page.clock.run_for(14_000)
        screen.receive("{}")
        page.clock.run_for(14_000)
        assert screen.sockets == replaced
        page.clock.run_for(4_000)
        assert screen.sockets == replaced + 1
        page.evaluate("() => sockets.at(-2).closes()")  # the dead one closes late
        screen.connect()
        screen.receive(HEARD)
        expect(page.locator("#clock-say")).to_have_text("heard")
        expect(offline).to_be_hidden()
        page.clock.run_for(10_000)
        assert screen.sockets == replaced + 1


def test_dropped_socket_is_replaced_by_only_one(screen: Screen, page: Page, offline: Locator) -> None:
    """Also if the browser is online again twice, or the old socket closes late."""
    page.evaluate("() => { dispatchEvent(new Event('online')); dispatchEvent(new Event('online')) }")
    page.evaluate("() => sockets[0].closes()")
    expect(offline).to_be_visible()
    page.clock.run_for(10_000)
    assert screen.sockets == 2
    screen.connect()
    expect(offline).to_be_hidden()
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(offline).to_be_visible()


def test_slow_handshake_is_given_a_minute(screen: Screen, page: Page) -> None:
    page.clock.run_for(50_000)
    assert screen.sockets == 1
    page.clock.run_for(20_000)
    assert screen.sockets == 2
    # In a hidden tab, timers run once a minute, all at the same moment.
    page.reload()
    page.clock.run_for(2_000)
    for _ in range(2):
        page.clock.fast_forward(62_000)
    assert screen.sockets == 2
    page.clock.fast_forward(2_000)
    page.clock.run_for(10_000)
    assert screen.sockets == 2
    # The minute begins with the handshake, not with the failed ones before it.
    page.reload()
    page.evaluate("() => { isServerDown = true; sockets[0].closes() }")
    page.clock.run_for(70_000)
    tries = page.evaluate("() => { isServerDown = false; return sockets.length }")
    page.clock.run_for(8_000)
    assert screen.sockets == tries + 1 > 10, "a new try at least every six seconds"
    page.clock.run_for(45_000)
    assert screen.sockets == tries + 1


def test_return_to_the_page_connects_at_once_and_says_so(screen: Screen, page: Page, offline: Locator) -> None:
    """Automatic tries get rarer; a player who unlocks the phone does not wait for the next one."""
    page.evaluate(HIDE, True)
    page.evaluate("() => { isServerDown = true; sockets[0].closes() }")
    page.clock.run_for(60_000)
    expect(offline).to_be_hidden()  # nobody is looking
    page.wait_for_function("() => sockets.at(-1).readyState === WebSocket.CLOSED")
    tries = page.evaluate("() => { isServerDown = false; return sockets.length }")
    page.evaluate(HIDE, False)
    expect(offline).to_be_visible()
    page.clock.run_for(AFTER_FIRST_PAUSE)
    assert screen.sockets == tries + 1
    page.evaluate(HIDE, True)
    page.evaluate("() => document.getElementById('offline').hidden = true")
    page.evaluate(HIDE, False)
    expect(offline).to_be_visible()  # while the socket opens
    screen.connect()
    expect(offline).to_be_hidden()


def test_page_is_loaded_anew_after_a_final_close_code(page: Page, offline: Locator) -> None:
    """Signed out elsewhere, not for spectators, or with a chat now; but not again and again."""
    for code in (SIGNED_OUT, NO_SUCH_TABLE, OUTDATED):
        page.evaluate("() => { performance.now = () => 2_000 }")  # since the page was loaded
        page.evaluate("code => sockets.at(-1).closes(code)", code)
        expect(offline).to_be_visible()
        page.evaluate("() => { performance.now = () => 4_000; document.title = 'the old page' }")
        with page.expect_event("load"):
            page.evaluate("code => sockets.at(-1).closes(code)", code)
            page.clock.run_for(1_000)
        expect(page).not_to_have_title("the old page")


def test_page_that_is_left_by_a_form_is_not_loaded_anew(page: Page) -> None:
    """Registering ends the socket before its answer brings the new session: the old one would sign the player out.

    A file may have been the answer, so the page does not wait for ever.
    """
    page.evaluate("() => sessionStorage.clear()")
    page.evaluate(SUBMIT)
    with page.expect_event("load"):
        page.evaluate("code => sockets.at(-1).closes(code)", SIGNED_OUT)
        page.clock.run_for(6_000)
        page.evaluate("() => { performance.now = () => 20_000 }")
        page.clock.run_for(10_000)
    assert page.evaluate("() => sessionStorage.waited") == "yes"


def test_page_is_loaded_anew_a_second_after_its_session_has_ended(page: Page) -> None:
    """A form of another tab may have ended it, whose answer is still on its way with the new one."""
    page.evaluate("() => { performance.now = () => 4_000; sessionStorage.clear() }")
    page.evaluate("() => setTimeout(() => sessionStorage.waited = 'yes', 900)")
    with page.expect_event("load"):
        page.evaluate("code => sockets.at(-1).closes(code)", SIGNED_OUT)
        page.clock.run_for(1_000)
    assert page.evaluate("() => sessionStorage.waited") == "yes"


def test_page_without_a_socket_asks_for_the_table_and_shows_it(screen: Screen, page: Page, offline: Locator) -> None:
    page.evaluate("() => { isServerDown = true; sockets[0].closes() }")
    expect(offline).to_contain_text("Connection lost")
    page.clock.run_for(9_000)
    assert screen.asked == [("/tables/KQJT98/latest/", "version=40")]
    newer = snapshot(to_play(with_declarer(1), 0, False), version=41)
    screen.answer(0, frames.answer(newer.full, newer.viewer, newer.attendance, seen=None))
    expect(page.locator("#state")).to_have_attribute("data-version", "41")
    expect(offline.get_by_text("refreshed every few seconds")).to_be_visible()
    expect(offline.get_by_text("Connection lost")).to_be_hidden()
    page.clock.run_for(5_000)
    assert screen.asked[1:] == [("/tables/KQJT98/latest/", "version=41")]
    page.evaluate("() => requests[1].answer(204, null)")
    page.evaluate(HIDE, True)
    page.clock.run_for(20_000)
    assert len(screen.asked) == 2, "nobody is looking"
    page.evaluate(HIDE, False)
    page.evaluate("() => isServerDown = false")
    page.clock.run_for(AFTER_FIRST_PAUSE)
    screen.connect()
    expect(offline).to_be_hidden()
    page.clock.run_for(10_000)
    assert len(screen.asked) == 2, "the socket sends what changes"
