"""What goes over open sockets, and what becomes of it when they fail in one of the many ways there are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import TABLE_SOCKET, stop_the_clock
from tests.browser.test_game import sit_down

CUT_OFF = """() => connections().every(({socket}) =>
    socket.readyState === (socket.url.includes("/ws/tables/") ? WebSocket.CLOSED : WebSocket.OPEN))"""
"""Whether the table's socket has been closed, and the others are open."""

ALL_OPEN = "() => connections().length > 1 && connections().every(({socket}) => socket.readyState === WebSocket.OPEN)"

HEARD = '<hx-partial hx-target="#clock-say" hx-swap="innerHTML">heard</hx-partial>'


def test_a_page_whose_scripts_come_slowly_is_live_nevertheless(new_visitor: Callable[..., Page]) -> None:
    """htmx looks at the page as soon as it is there itself; its extension for sockets may come later."""
    held: list[Route] = []
    page = new_visitor(service_workers="block")  # or the script would come from the worker's store
    sit_down(page)
    page.route(re.compile("hx-ws"), lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    page.wait_for_function("() => document.querySelector('[hx-post]')?._htmx")  # the policy forbids bare expressions
    with page.expect_websocket(lambda socket: "/ws/tables/" in socket.url):
        held[0].continue_()


def test_a_word_of_the_server_s_is_sent_back_as_it_came(page: Page) -> None:
    """So the server knows how long the way takes, which clocks give back."""
    word = '{"echo": "a word"}'

    opened: list[WebSocketRoute] = []

    def serve(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.on_message(lambda said: socket.send(HEARD) if said == word else None)

    sit_down(page)
    page.route_web_socket(TABLE_SOCKET, serve)
    page.reload()
    page.wait_for_function("openSocket()")
    opened[-1].send(word)
    expect(page.locator("#clock-say")).to_have_text("heard")


def test_a_socket_that_has_died_unnoticed_makes_room_for_another(page: Page) -> None:
    """As after a sleep, or behind a box that forgets connections: nothing is closed, and nothing comes any more."""
    opened: list[WebSocketRoute] = []

    def serve(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.send(HEARD if len(opened) == 2 else "{}")

    sit_down(page)
    page.clock.install()
    page.route_web_socket(TABLE_SOCKET, serve)
    page.reload()
    expect(page.locator("#offline")).to_be_hidden()
    page.wait_for_function("openSocket()")
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 5"))
    page.evaluate("() => { lastHeard = Date.now() }")
    page.clock.run_for(14_000)
    assert len(opened) == 1
    page.clock.run_for(6_000)
    expect(page.locator("#clock-say")).to_have_text("heard")
    assert len(opened) == 2


def test_one_that_has_died_is_noticed_though_nobody_looks(page: Page) -> None:
    """A player who waits in another tab is called by what comes over the socket; that others are well says nothing."""
    opened: list[WebSocketRoute] = []
    others: list[WebSocketRoute] = []
    sit_down(page)
    page.route_web_socket(TABLE_SOCKET, lambda socket: opened.append(socket))
    page.route_web_socket(re.compile("/ws/turns/"), lambda socket: others.append(socket))
    stop_the_clock(page)
    page.reload()
    page.wait_for_function(ALL_OPEN)
    page.evaluate("() => { window.dead = openSocket() }")
    page.evaluate("() => Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.clock.run_for(10_000)
    others[-1].send(HEARD)
    expect(page.locator("#clock-say")).to_have_text("heard")
    assert len(opened) == 1
    page.clock.run_for(10_000)
    page.wait_for_function(f"() => ({ALL_OPEN})() && openSocket() && openSocket() !== dead", timeout=5_000)


@pytest.fixture
def slow(page: Page) -> Page:
    """A table whose sockets never open; while it is `down` they fail at once."""
    sit_down(page)
    page.add_init_script(r"""window.tries = 0;
        window.WebSocket = class extends EventTarget {
            static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
            readyState = 0;
            constructor(url) {
                super();
                if (/tables\/[^/]+\/$/.test(url)) tries++;
                if (window.down) setTimeout(() => { this.readyState = 3; this.dispatchEvent(new CloseEvent("close")) });
            }
            close() {}
        };""")
    stop_the_clock(page)
    return page


def reload(slow: Page) -> None:
    """Load the page again, until it has begun to open the table's socket."""
    slow.reload()
    slow.wait_for_function("() => tries === 1")


def test_one_that_takes_long_to_open_is_given_the_time(slow: Page) -> None:
    reload(slow)
    slow.clock.run_for(40_000)
    assert slow.evaluate("() => tries") == 1
    slow.clock.run_for(30_000)
    slow.wait_for_function("() => tries === 2")


def test_so_is_one_that_opens_late_because_the_page_sleeps(slow: Page) -> None:
    """In a tab that nobody looks at, what is due happens once a minute, all of it in the same moment."""
    reload(slow)
    slow.clock.run_for(2_000)
    slow.clock.fast_forward(62_000)
    slow.clock.fast_forward(62_000)
    assert slow.evaluate("() => tries") == 2
    slow.clock.fast_forward(2_000)
    slow.clock.run_for(10_000)
    assert slow.evaluate("() => tries") == 2


def test_so_is_one_after_many_that_failed(slow: Page) -> None:
    slow.add_init_script("window.down = true")
    reload(slow)
    slow.clock.run_for(70_000)
    slow.evaluate("() => { down = false; tries = 0 }")
    slow.clock.run_for(50_000)
    assert slow.evaluate("() => tries") == 1


@pytest.mark.parametrize(
    "again", ["socket.dispatchEvent(new CloseEvent('close'))", "dispatchEvent(new Event('online'))"]
)
def test_one_that_is_given_up_makes_room_for_one_only(slow: Page, again: str) -> None:
    """Whatever happens before that is opened: its own end comes late, or the line comes back once more."""
    reload(slow)
    slow.evaluate(f"""() => {{
        const {{socket}} = connectionOf(document.getElementById("game"));
        dispatchEvent(new Event("online"));
        {again};
    }}""")
    expect(slow.locator("#offline")).to_be_visible()
    slow.clock.run_for(10_000)
    assert slow.evaluate("() => tries") == 2


def test_who_comes_back_while_one_opens_sees_that_the_table_is_out_of_reach(slow: Page) -> None:
    slow.add_init_script("window.down = true; window.away = true;")
    slow.add_init_script("Object.defineProperty(document, 'hidden', {get: () => away, configurable: true})")
    reload(slow)
    slow.clock.run_for(1_000)
    slow.evaluate("() => { down = false }")
    slow.clock.run_for(10_000)
    expect(slow.locator("#offline")).to_be_hidden()
    slow.evaluate("() => { away = false; document.dispatchEvent(new Event('visibilitychange', {bubbles: true})) }")
    expect(slow.locator("#offline")).to_be_visible()


def test_who_comes_back_to_the_page_is_connected_at_once(page: Page) -> None:
    """The longer a server was away, the more rarely it is tried; who has just unlocked the phone does not wait."""
    is_back = False

    def serve(socket: WebSocketRoute) -> None:
        if is_back:
            socket.send(HEARD)
        else:
            socket.close()

    sit_down(page)
    page.route_web_socket(TABLE_SOCKET, serve)
    stop_the_clock(page)
    page.reload()
    for _ in range(8):
        page.clock.run_for(8_000)
    page.wait_for_function(CUT_OFF)
    page.evaluate("() => document.getElementById('offline').hidden = true")  # nobody was looking
    is_back = True
    page.evaluate("() => dispatchEvent(new Event('pageshow'))")
    expect(page.locator("#offline")).to_be_visible()
    page.clock.run_for(500)
    expect(page.locator("#clock-say")).to_have_text("heard")
    expect(page.locator("#offline")).to_be_hidden()


def test_that_another_socket_of_the_page_is_back_does_not_bring_the_table_back(page: Page) -> None:
    others: list[WebSocketRoute] = []
    sit_down(page)
    page.route_web_socket(TABLE_SOCKET, lambda socket: socket.close())
    page.route_web_socket(re.compile("/ws/turns/"), lambda socket: others.append(socket))
    stop_the_clock(page)
    page.reload()
    for _ in range(8):
        page.clock.run_for(8_000)  # the table's is tried ever more rarely
    page.wait_for_function(CUT_OFF)
    others[-1].close()
    page.wait_for_function(
        "() => connections().some(({url, socket}) => url.includes('turns') && socket.readyState === WebSocket.CLOSED)"
    )
    page.clock.run_for(450)
    page.wait_for_function(CUT_OFF)
    expect(page.locator("#offline")).to_be_visible()


def test_nor_does_another_socket_that_is_lost_put_the_table_out_of_reach(page: Page) -> None:
    sit_down(page)
    page.route_web_socket(re.compile("/ws/turns/"), lambda socket: socket.close())
    page.reload()
    page.wait_for_function("() => openSocket()")
    page.wait_for_function("""() => connections().some(({socket}) => socket.readyState === WebSocket.CLOSED)
        && dispatchEvent(new Event("pageshow"))""")
    expect(page.locator("#offline")).to_be_hidden()


@pytest.mark.parametrize(
    "code", [4403, 4404, 4410], ids=["signed out elsewhere", "not for spectators", "with a talk now"]
)
def test_what_is_to_be_seen_at_the_table_now_is_told_by_a_new_page(page: Page, code: int) -> None:
    opened: list[WebSocketRoute] = []
    sit_down(page)
    page.clock.install()
    page.route_web_socket(TABLE_SOCKET, lambda socket: opened.append(socket))
    page.reload()
    page.clock.run_for(5_000)
    page.evaluate("document.title = 'the old page'")
    opened[0].close(code=code)
    expect(page).not_to_have_title("the old page")
