"""Pages and socket frames that staff receive during a game contain no hidden card."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.person import Person
from tests.browser.staff.actions import GAMES
from tests.browser.staff.admin_pages import open_row
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import staff_name
from tests.staff.people import ROLES


@pytest.fixture
def ana(new_visitor: Callable[..., Page]) -> Person:
    """A guest whose turn it is to bid."""
    page = new_visitor(viewport={"width": 1300, "height": 800})
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")
    person = Person(page)
    person.act()
    page.locator(".bid-form").first.wait_for()
    return person


def cards_in_hand(person: Person) -> set[str]:
    """Return the cards' accessible names."""
    names = person.page.locator("#hand .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert all(names)
    return set(names)


def text_of(answer: Response | None) -> str:
    assert answer is not None
    return answer.text()


@pytest.mark.parametrize("role", ROLES)
def test_staff_receive_no_hidden_card_of_a_running_game(role: str, ana: Person, signed_in: SignedIn) -> None:
    """Staff watch the table and open its admin page while Ana bids and plays."""
    staff, watching = signed_in(staff_name(role)), signed_in(staff_name(role))
    frames: list[str] = []
    watching.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    dealt, pages = cards_in_hand(ana), [text_of(watching.goto(ana.page.url))]
    expect(watching.locator("#game")).to_be_visible()
    open_row(staff, GAMES, ana.page.url.rstrip("/").rsplit("/", 1)[1])
    while ana.cards_played < 2:
        ana.act()
        Person(watching).wait_for_version(ana.version)
        pages.append(text_of(staff.reload()))
    pages += [text_of(staff.goto(page)) for page in ("/admin/games/game/", "/admin/", "/lobby/")]
    known = {card for card in dealt if card in "".join([*pages, *frames])}
    assert known, "cards that were played are seen, each by its name"
    assert frames
    assert known.isdisjoint(cards_in_hand(ana))
