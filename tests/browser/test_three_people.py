"""Three people in three browsers play a whole deal, which ends their game, with interruptions as in real games."""

import os
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Rules
from tests.browser.party import Party
from tests.browser.person import THE_END, Person
from tests.sites import Site
from tests.tables import gather, new_player, start

SHEET = "#sheet"
BIDS = (5, 6, 13)


@pytest.fixture
def expected_complaints() -> str:
    return "Failed to load resource|ERR_INTERNET_DISCONNECTED|htmx:ws:error"


@pytest.fixture
def people(visit_as: Callable[..., Page]) -> list[Person]:
    """A host and two guests at a table that begins with the draw for dealer, with a patience of a second.

    The game goes to 100 points or down to -50, so it ends with the deal: a declarer who has bid 13 seldom takes them.
    """
    users = [new_player() for _ in BIDS]
    code = gather(*users, rules=Rules(target=100, floor=-50), patience=1, bot_level="beginner")
    start(code, users[0])
    pages = [visit_as(user) for user in users]
    for page in pages:
        page.goto(f"/tables/{code}/")
        expect(page.locator(".draw, #hand").first).to_be_visible()  # on a busy machine the draw may be over
    return [Person(page, bids) for page, bids in zip(pages, BIDS, strict=True)]


def test_three_people_play_a_game(people: list[Person], served_site: Site) -> None:
    party = Party(people)
    party.play_until(lambda: in_mid_trick(people[0]))
    a_page_is_reloaded(party)
    one_is_offline_for_a_while(party)
    one_goes_home_and_a_bot_sits_in(party, served_site)
    party.play_until(lambda: bool(claiming(people)))
    a_claim_is_refused(party)
    while not shows(people[0], THE_END):
        party.play_until(lambda: shows(people[0], THE_END) or later_claim(people))
        if not shows(people[0], THE_END):
            a_claim_is_accepted(party)
    assert len({tuple(person.page.locator(f"{THE_END} b").all_inner_texts()) for person in people}) == 1


def a_page_is_reloaded(party: Party) -> None:
    """The player to move reloads the page and finds the table unchanged."""
    person = party.asked()
    assert person is not None
    before = on_the_table(person)
    person.page.reload()
    assert on_the_table(person) == before


def one_is_offline_for_a_while(party: Party) -> None:
    """One player loses the network while the others play on; when it returns, the page catches up."""
    away = next(person for person in party.people if person is not party.asked())
    shown = away.version
    away.page.context.set_offline(True)
    expect(away.page.get_by_text("Connection lost")).to_be_visible()
    others = party.without(away)
    others.play_until(lambda: False)
    newest = others.people[0].version
    assert int(newest) > int(shown)
    away.page.context.set_offline(False)
    away.wait_for_version(newest)
    expect(away.page.get_by_text("Connection lost")).to_be_hidden()
    for person in others.people:  # the button may be there until the next heartbeat
        expect(person.page.get_by_role("button", name="Call a bot")).to_have_count(0)
    assert party.asked() is away


def one_goes_home_and_a_bot_sits_in(party: Party, site: Site) -> None:
    """The player to move closes the browser; the others call a bot, until the player returns."""
    absent = party.asked()
    assert absent is not None
    address, context = absent.page.url, absent.page.context
    absent.page.close()
    caller, other = party.without(absent).people
    before = int(caller.version)
    os.kill(site.pid, signal.SIGUSR1)  # to wait for somebody to be missed takes 12 s
    call_a_bot = caller.page.locator(".call-bot button")
    expect(call_a_bot).to_have_count(1)  # there is another one until the other player's next sign of life
    with caller.page.expect_response("**/call-bot/") as answer:
        call_a_bot.click()
    assert answer.value.ok
    for person in (caller, other):
        expect(person.page.get_by_text("sits in")).to_be_visible()
    caller.wait_for_version(str(before + 2))  # the bot has come, and moved
    absent.page = context.new_page()
    absent.page.goto(address)
    absent.page.get_by_role("button", name="Take your seat back").click()
    for person in party.people:
        expect(person.page.get_by_text("sits in")).to_have_count(0)


def a_claim_is_refused(party: Party) -> None:
    """One of the two others wants to see the cards played: everybody plays on."""
    first, second = claim_by(party)
    first.page.get_by_role("button", name="Accept").click()
    second.page.get_by_role("button", name="Play on").click()
    for person in party.people:
        expect(person.page.locator(".claim-box")).to_have_count(0)
    expect(party.people[0].page.locator(SHEET)).to_have_count(0)


def a_claim_is_accepted(party: Party) -> None:
    """The deal ends, and most cards are never played."""
    for other in claim_by(party):
        other.page.get_by_role("button", name="Accept").click()
    for person in party.people:
        expect(person.page.locator(SHEET)).to_be_visible()


def claim_by(party: Party) -> list[Person]:
    """The player on lead claims the rest; returns those who are asked whether they accept, in order."""
    (claimer,) = claiming(party.people)
    return party.claim(claimer)


def shows(person: Person, selector: str) -> bool:
    return person.page.locator(selector).count() > 0


def in_mid_trick(person: Person) -> bool:
    return person.page.locator("#trick .played-card").count() == 2


def on_the_table(person: Person) -> list[str]:
    """The cards of the trick and of the own hand, and the version of it all."""
    cards = person.page.locator("#trick .played-card, #hand .card").evaluate_all("cards => cards.map(card => card.id)")
    return [person.version, *cards]


def claiming(people: list[Person]) -> list[Person]:
    """The player who may claim the rest now, if any."""
    return [person for person in people if shows(person, ".claim")]


def later_claim(people: list[Person]) -> bool:
    """Whether somebody may claim after a few tricks."""
    return bool(claiming(people)) and people[0].page.locator("#hand .card").count() <= 10
