"""Three strangers, in a browser each, press one button and sit at one table."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.party import Party
from tests.browser.person import Person
from tests.visitors import Visitor


def test_three_who_press_the_button_sit_at_one_table_and_play_a_trick(new_visitor: Callable[..., Page]) -> None:
    pages = [new_visitor() for _ in range(3)]
    ana, ben, eva = pages
    press(ana, "Ana")
    expect(ana.get_by_role("heading", name="Looking for two more players")).to_be_visible()
    press(ben, "Ben")
    for page in (ana, ben):
        expect(page.get_by_role("heading", name="Looking for one more player")).to_be_visible()
    expect(ana.locator(".waiting-list")).to_have_text("Ben any rules")
    ben.get_by_role("button", name="Play with bots meanwhile").click()
    expect(ben.locator(".draw")).to_be_visible()
    in_play = ana.context.new_page()
    in_play.goto("/")
    ana.goto("/rules/")
    eva.goto("/")
    press(eva, "Eva")
    for page, other in ((ana, "Eva"), (in_play, "Ben"), (ben, "Ana"), (eva, "Ana")):
        expect(page.locator(".draw ul")).to_contain_text(other)
    assert len({page.url for page in (*pages, in_play)}) == 1
    in_play.close()
    people = [Person(page) for page in pages]
    Party(people).play_until(lambda: sum(person.cards_played for person in people) == 4)
    expect(ana.locator(".log .tricks li:not(:empty)").first).to_be_visible()


def press(page: Page, name: str) -> None:
    """Look for players under this name."""
    page.goto("/play/people/")
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Find players").click()


def test_browser_without_sockets_keeps_its_place_and_goes_to_the_table(
    new_visitor: Callable[..., Page], live_site: str
) -> None:
    page = new_visitor()
    page.add_init_script("WebSocket = class extends EventTarget { static OPEN = 1; close() {} }")
    page.clock.install()
    press(page, "Ida")
    expect(page.get_by_role("heading", name="Looking for two more players")).to_be_visible()
    Visitor(live_site).fill_in("/play/people/", "/play/", name="Jan", players="people")
    kai = new_visitor()
    press(kai, "Kai")
    kai.wait_for_url("**/tables/*/")
    page.clock.fast_forward(8_000)  # after which waiting.js asks again
    page.wait_for_url(kai.url)
