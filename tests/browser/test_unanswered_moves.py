"""Moves that get no response, or an unexpected one."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import TABLE_SOCKET, At, stop_the_clock
from tests.browser.person import LEGAL_CARD
from tests.presenters.pages import push
from tests.presenters.scenes import snapshot, to_play, with_declarer

LEGAL = f"#hand {LEGAL_CARD}"


def test_error_page_of_a_proxy_is_not_shown(at: At) -> None:
    page = at(snapshot(to_play(with_declarer(1), 0, False)))
    page.evaluate("() => { window.isTheSame = true }")
    page.route("**/play/", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    with page.expect_response("**/play/"):
        page.locator(LEGAL).first.click()
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(page.locator(LEGAL).first).to_be_visible()
    expect(page.get_by_text("Bad gateway")).to_have_count(0)
    assert page.evaluate("() => window.isTheSame")


@pytest.fixture
def unanswered(at: At) -> Page:
    """A table at which a card is asked for; its socket is open, and swallows everything."""
    scene = snapshot(to_play(with_declarer(1), 0, False))
    page = at(scene)
    page.route_web_socket(TABLE_SOCKET, lambda _: None)
    page.reload()
    page.wait_for_function("openSocket()")
    stop_the_clock(page)
    return page


def posted_after(page: Page, milliseconds: int) -> str:
    """The address a form is posted to while so much time passes."""
    with page.expect_request(lambda request: request.method == "POST") as posted:
        page.clock.run_for(milliseconds)
    return posted.value.url


def test_unanswered_move_is_posted_despite_an_old_notice(unanswered: Page) -> None:
    page = unanswered
    push(page, snapshot(to_play(with_declarer(1), 0, False)), notice="The table had moved on.")
    page.locator(LEGAL).first.click()
    expect(page.locator("button.sent")).to_have_count(1)
    assert posted_after(page, 3_000).endswith("/play/")
    expect(page.locator("button.sent")).to_have_count(0)


def test_card_clicked_while_another_is_posted_is_not_played_later(unanswered: Page) -> None:
    page = unanswered
    posts: list[Route] = []
    page.route("**/play/", lambda route: posts.append(route))
    page.locator(LEGAL).first.click()
    with page.expect_request("**/play/"):
        page.clock.run_for(3_000)
    expect(page.locator("button.sent")).to_have_count(1)
    page.locator(LEGAL).last.click()
    page.clock.run_for(3_000)
    page.clock.run_for(30_000)  # nobody answers the post either
    expect(page.locator(".htmx-request, button.sent")).to_have_count(0)
    assert len(posts) == 1


def test_move_is_not_sent_over_a_dropped_socket(unanswered: Page) -> None:
    page = unanswered
    with page.expect_request("**/play/"):
        page.evaluate("() => { dispatchEvent(new Event('online')) }")
        page.locator(LEGAL).first.click()


def test_move_after_a_refusal_is_sent(unanswered: Page) -> None:
    """After a refusal the same card, or another one, is a move of its own."""
    page = unanswered
    page.locator(LEGAL).first.click()
    push(page, snapshot(to_play(with_declarer(1), 0, False)), notice="That is not possible now.")
    expect(page.locator("button.sent")).to_have_count(0)
    page.locator(LEGAL).last.click()
    expect(page.locator("button.sent")).to_have_count(1)


def test_presence_update_is_no_answer_to_a_move(unanswered: Page) -> None:
    page = unanswered
    page.locator(LEGAL).first.click()
    push(page, snapshot(to_play(with_declarer(1), 0, False)))
    assert posted_after(page, 3_000).endswith("/play/")
