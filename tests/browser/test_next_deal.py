"""From a deal of a set to the next one in the same page: one tap, one socket, and the way back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocket, expect

from games.models import BoardPlay, DealSet
from tests.browser.person import Person
from tests.competitions.sets.sets import board_of, challenge, close, play
from tests.tables import new_player

VisitAs = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("site_database")
IS_SAME_DOCUMENT = "window.sameDocument === true"
CONNECTED = """() => {
    const address = document.getElementById("game").getAttribute("hx-ws:connect");
    return htmx.ext.ws.getRegistry().get(address)?.socket?.readyState === WebSocket.OPEN;
}"""


def at_end_of_first_deal(visit_as: VisitAs, boards: int = 2) -> tuple[Page, DealSet, list[WebSocket]]:
    """The table at which a player has finished the first deal of a challenge, and the sockets of its page."""
    of_set, ana = challenge(boards=boards), new_player()
    code, sockets = play(board_of(of_set), ana).code, list[WebSocket]()
    page = visit_as(ana, viewport={"width": 360, "height": 740})
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto(f"/tables/{code}/")
    page.wait_for_function(CONNECTED)
    page.evaluate("window.sameDocument = true")
    return page, of_set, sockets


def test_next_deal_takes_the_place_of_the_table_in_the_same_page(visit_as: VisitAs) -> None:
    page, of_set, sockets = at_end_of_first_deal(visit_as)
    before = page.url
    expect(page.locator(".turned-up")).to_have_count(4)
    page.get_by_role("button", name="Next: deal 2").click()
    expect(page.locator("#hand .card")).to_have_count(13)
    expect(page.locator("#game h1")).to_be_focused()
    code = BoardPlay.objects.get(board=board_of(of_set, 2)).game.code
    assert page.url.endswith(f"/tables/{code}/")
    assert page.evaluate(IS_SAME_DOCUMENT), "no page was loaded"
    expect(page.locator(".turned-up, .after-board, #sheet")).to_have_count(0)
    assert before.split("/")[-2] not in page.locator("main").inner_html(), "nothing of the table before is left"
    page.wait_for_function(CONNECTED)
    assert [socket.url.split("/")[-2] for socket in sockets if not socket.is_closed()] == [code]
    page.locator("#menu > summary").click()
    page.locator("#menu .to-scores").click()
    expect(page.locator("#score-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    person = Person(page)
    person.act()
    assert page.evaluate(IS_SAME_DOCUMENT), "the bid came back over the new socket"
    page.go_back()
    expect(page.locator(".turned-up")).to_have_count(4)
    assert page.url == before
    page.get_by_role("link", name="Go on with deal 2").click()
    page.wait_for_url(f"**/tables/{code}/")
    expect(page.locator("#hand .card").first).to_be_visible()


def test_set_that_has_closed_meanwhile_says_so_in_its_own_page(visit_as: VisitAs) -> None:
    page, of_set, _sockets = at_end_of_first_deal(visit_as)
    button = page.get_by_role("button", name="Next: deal 2")
    expect(button).to_be_visible()
    DealSet.objects.filter(pk=of_set.pk).update(kind="special", name_en="Cup", name_es="Copa")
    close(of_set)
    button.click()
    expect(page.locator("header.site")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("not open now")


def test_result_stays_on_the_felt_when_its_comparison_is_refused(visit_as: VisitAs) -> None:
    """As after signing out in another tab: the page of the error was shown on the felt."""
    of_set, ana = challenge(boards=2), new_player()
    page = visit_as(ana, viewport={"width": 360, "height": 740})
    page.route("**/outcome/", lambda route: route.continue_(url=route.request.url.replace("/1/", "/2/")))
    page.goto(f"/tables/{play(board_of(of_set), ana).code}/")
    notice = page.locator("#messages > p")
    expect(notice).to_have_text("You have not finished this deal.")
    expect(page.get_by_role("link", name="Compare with the others")).to_be_visible()
    page.keyboard.press("Escape")
    expect(notice).to_have_count(0)
