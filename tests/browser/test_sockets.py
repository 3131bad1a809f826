"""The messages of open sockets, and the page after each kind of connection failure."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import TABLE_SOCKET, stop_the_clock
from tests.browser.test_game import sit_down

CUT_OFF = "() => connections().every(({socket}) => socket.readyState === WebSocket.CLOSED)"

HEARD = '<hx-partial hx-target="#clock-say" hx-swap="innerHTML">heard</hx-partial>'


def test_socket_opens_though_its_script_loads_late(new_visitor: Callable[..., Page]) -> None:
    """htmx looks at the page as soon as it is there itself; its extension for sockets may come later."""
    held: list[Route] = []
    page = new_visitor(service_workers="block")  # or the script would come from the worker's store
    sit_down(page)
    page.route(re.compile("hx-ws"), lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    page.wait_for_function("() => document.querySelector('[hx-post]')?._htmx")  # the policy forbids bare expressions
    with page.expect_websocket(lambda socket: "/ws/tables/" in socket.url):
        held[0].continue_()


def test_echo_is_sent_back_unchanged(page: Page) -> None:
    """The server measures the round trip and does not charge it to the clock."""
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


def test_silent_socket_is_replaced(page: Page) -> None:
    """As after sleep, or behind a router that drops connections: the socket stays open, and nothing arrives."""
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


def test_silent_socket_is_replaced_while_the_page_is_hidden(page: Page) -> None:
    """A player in another tab is called through this socket."""
    opened: list[WebSocketRoute] = []
    sit_down(page)
    page.route_web_socket(TABLE_SOCKET, lambda socket: opened.append(socket))
    stop_the_clock(page)
    page.reload()
    page.wait_for_function("openSocket()")
    page.evaluate("() => { window.dead = openSocket() }")
    page.evaluate("() => Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.clock.run_for(10_000)
    assert len(opened) == 1
    page.clock.run_for(10_000)
    page.wait_for_function("() => openSocket() && openSocket() !== dead", timeout=5_000)


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


def test_slow_handshake_is_given_a_minute(slow: Page) -> None:
    reload(slow)
    slow.clock.run_for(40_000)
    assert slow.evaluate("() => tries") == 1
    slow.clock.run_for(30_000)
    slow.wait_for_function("() => tries === 2")


def test_slow_handshake_is_given_time_while_the_page_sleeps(slow: Page) -> None:
    """In a hidden tab, timers run once a minute, all at the same moment."""
    reload(slow)
    slow.clock.run_for(2_000)
    slow.clock.fast_forward(62_000)
    slow.clock.fast_forward(62_000)
    assert slow.evaluate("() => tries") == 2
    slow.clock.fast_forward(2_000)
    slow.clock.run_for(10_000)
    assert slow.evaluate("() => tries") == 2


def test_slow_handshake_is_given_time_after_failed_ones(slow: Page) -> None:
    slow.add_init_script("window.down = true")
    reload(slow)
    slow.clock.run_for(70_000)
    slow.evaluate("() => { down = false; tries = 0 }")
    slow.clock.run_for(50_000)
    assert slow.evaluate("() => tries") == 1


@pytest.mark.parametrize(
    "again", ["socket.dispatchEvent(new CloseEvent('close'))", "dispatchEvent(new Event('online'))"]
)
def test_dropped_socket_is_replaced_by_only_one(slow: Page, again: str) -> None:
    """Also if the old socket closes late, or the browser is online again twice."""
    reload(slow)
    slow.evaluate(f"""() => {{
        const {{socket}} = connectionOf(document.getElementById("game"));
        dispatchEvent(new Event("online"));
        {again};
    }}""")
    expect(slow.locator("#offline")).to_be_visible()
    slow.clock.run_for(10_000)
    assert slow.evaluate("() => tries") == 2


def test_offline_banner_is_shown_on_return_while_a_socket_opens(slow: Page) -> None:
    slow.add_init_script("window.down = true; window.away = true;")
    slow.add_init_script("Object.defineProperty(document, 'hidden', {get: () => away, configurable: true})")
    reload(slow)
    slow.clock.run_for(1_000)
    slow.evaluate("() => { down = false }")
    slow.clock.run_for(10_000)
    expect(slow.locator("#offline")).to_be_hidden()
    slow.evaluate("() => { away = false; document.dispatchEvent(new Event('visibilitychange', {bubbles: true})) }")
    expect(slow.locator("#offline")).to_be_visible()


def test_return_to_the_page_connects_at_once(page: Page) -> None:
    """Automatic tries get rarer; a player who unlocks the phone does not wait for the next one."""
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


@pytest.mark.parametrize(
    "code", [4403, 4404, 4410], ids=["signed out elsewhere", "not for spectators", "with a chat now"]
)
def test_page_is_reloaded_after_a_final_close_code(page: Page, code: int) -> None:
    opened: list[WebSocketRoute] = []
    sit_down(page)
    page.clock.install()
    page.route_web_socket(TABLE_SOCKET, lambda socket: opened.append(socket))
    page.reload()
    page.clock.run_for(5_000)
    page.evaluate("document.title = 'the old page'")
    opened[0].close(code=code)
    expect(page).not_to_have_title("the old page")
