"""From a game to its rematch in the same page: who asks and who is asked, with their chat and their seeds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocket, expect

from games.models import Game, Seat
from games.values import Stage
from tests.browser.test_next_deal import CONNECTED, IS_SAME_DOCUMENT
from tests.tables import begin, close_table, deal, new_player, snapshot_for, start, user_at

VisitAs = Callable[..., Page]
Ended = tuple[str, Page, Page]
LAPTOP = {"width": 1300, "height": 800}  # so wide that the chat is open
pytestmark = pytest.mark.usefixtures("site_database")


@pytest.fixture
def ended(visit_as: VisitAs) -> Ended:
    """The code of a game that has ended, and the pages of its two people, marked until another page is loaded."""
    people = new_player(), new_player()
    code = begin(*people, chat=True)
    close_table(code)
    pages = [visit_as(person, viewport=LAPTOP) for person in people]
    for page in pages:
        page.goto(f"/tables/{code}/")
        page.wait_for_function(CONNECTED)
        page.evaluate("window.sameDocument = true")
    return code, pages[0], pages[1]


def sockets_from_now(page: Page) -> list[WebSocket]:
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    return sockets


def follow(page: Page, code: str, press: Callable[[], None]) -> str:
    """Press what leads to the rematch of this game; return its code once its socket is open."""
    sockets = sockets_from_now(page)
    press()
    page.wait_for_url(lambda address: code not in address)
    page.wait_for_function(CONNECTED)
    following = page.url.split("/")[-2]
    assert page.evaluate(IS_SAME_DOCUMENT), "no page was loaded"
    assert [socket.url.split("/")[-2] for socket in sockets if not socket.is_closed()] == [following]
    assert code not in page.locator("main").inner_html(), "nothing of the table before is left"
    return following


def both_follow(code: str, asks: Page, is_asked: Page, who: str) -> str:
    """Let one of the two ask for a rematch, which the other accepts; return its code."""
    following = follow(asks, code, asks.get_by_role("button", name="Rematch").click)
    expect(is_asked.locator(".rematch-asked")).to_have_text(f"{who} asks for a rematch.")
    expect(is_asked.locator("#say")).to_have_text(f"{who} asks for a rematch.", use_inner_text=True)
    assert follow(is_asked, code, is_asked.get_by_role("link", name="Go to rematch").click) == following
    return following


def test_rematch_takes_the_place_of_the_table_for_who_asks_and_who_is_asked(ended: Ended) -> None:
    code, ana, ben = ended
    name = snapshot_for(code).seats[0].name
    ana.locator("#chat-text").fill("Once more?")  # the chat of the next table has older messages: none
    ana.locator("#chat-text").press("Enter")
    expect(ben.locator("#chat .words")).to_have_text(["Once more?"])
    following = both_follow(code, ana, ben, name)
    assert Game.objects.get(code=following).rematch_of == Game.objects.get(code=code)
    for page in (ana, ben):
        expect(page.locator("#chat")).to_have_attribute("open", "")
    expect(ben.locator("#game h1")).to_be_focused()
    ben.locator("#chat-text").fill("Again!")
    ben.locator("#chat-text").press("Enter")
    expect(ana.locator("#chat .words")).to_have_text(["Again!"])
    expect(ana.locator("#chat-unread")).to_be_hidden()
    ben.go_back()
    expect(ben.locator(".rematch-asked")).to_be_visible()


def test_each_rematch_in_one_page_gets_a_seed_of_its_own(ended: Ended) -> None:
    code, ana, ben = ended
    seeds = set()
    for _ in range(2):
        with ben.expect_request_finished(lambda request: request.url.endswith("/seed/")):
            code = both_follow(code, ana, ben, snapshot_for(code).seats[0].name)
        expect(ben.locator("#seed")).to_have_value(Seat.objects.get(game__code=code, player=1).seed)
        seeds.add(ben.locator("#seed").input_value())
        start(code, user_at(code))
        deal(code)
        close_table(code)
        expect(ben.locator(".ways-on")).to_be_visible()
    assert len(seeds - {""}) == 2


def test_refused_rematch_is_explained_in_a_page_of_its_own(ended: Ended) -> None:
    code, ana, _ben = ended
    button = ana.get_by_role("button", name="Rematch")
    expect(button).to_be_visible()
    Game.objects.filter(code=code).update(stage=Stage.DEAL)
    button.click()
    expect(ana.locator("#notice")).to_be_visible()
