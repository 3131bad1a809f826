"""Three people in three browsers at one private table: a whole game by hand, with what happens on real evenings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import THE_END, TO_DO, Person
from tests.browser.test_game import sit_down


@pytest.fixture
def people(new_visitor: Callable[..., Page]) -> list[Person]:
    """A host and two guests who came by the link, at a table that plays to 100; the game has begun."""
    host, *guests = (new_visitor() for _ in range(3))
    sit_down(host)
    host.goto("/tables/new/")
    host.locator("[name=target]").select_option("100")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile(r"/tables/(?!new)"))
    for guest, name in zip(guests, ("Beatriz", "Carla"), strict=True):
        guest.goto(host.url)
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="Sit here").first.click()
        expect(guest.get_by_role("button", name="Leave")).to_be_visible()
    host.get_by_role("button", name="Start the game").click()
    return [Person(page) for page in (host, *guests)]


def whoever_is_asked(people: list[Person]) -> Iterator[Person]:
    """Everyone, as the table asks them to do something, until the game is over."""
    table = people[0].page
    while not table.locator(THE_END).count():
        for person in people:
            if person.page.locator(TO_DO).count():
                yield person
        table.wait_for_timeout(20)


def test_a_whole_game_by_hand(people: list[Person]) -> None:
    reloaded = False
    for person in whoever_is_asked(people):
        person.act()
        if person.cards_played == 5 and not reloaded:
            reloaded = True
            person.page.reload()
    for person in people:
        expect(person.page.locator(f"{THE_END} li")).to_have_count(3)
    totals = {tuple(person.page.locator(f"{THE_END} b").all_inner_texts()) for person in people}
    assert reloaded
    assert len(totals) == 1


def test_who_was_offline_finds_the_current_table(people: list[Person]) -> None:
    """The network goes while others play; when it is back, a reload shows what they did."""
    away = people[2]
    asked = whoever_is_asked(people)
    for person in asked:
        person.act()
        if sum(each.cards_played for each in people) > 3:
            break
    shown = away.version
    away.page.context.set_offline(True)
    for person in asked:
        if person is away:
            break
        person.act()
    away.page.context.set_offline(False)
    away.page.reload()
    newest = max(people, key=lambda person: int(person.version)).version
    away.wait_for_version(newest)
    assert int(newest) >= int(shown)


def test_a_claim_is_refused_and_another_accepted(people: list[Person]) -> None:
    refused = False
    for person in whoever_is_asked(people):
        claim = person.page.locator(".claim")
        if not claim.count():
            person.act()
            continue
        claim.locator("summary").click()
        claim.get_by_role("button").click()
        others = [other.page for other in people if other is not person]
        for other in others:
            expect(other.locator(".claim-box")).to_be_visible()
        if not refused:
            others[0].get_by_role("button", name="Play on").click()
            expect(others[1].locator(".claim-box")).to_have_count(0)
            refused = True
            person.act()
            continue
        for other in others:
            other.get_by_role("button", name="Accept").click()
        for page in (person.page, *others):
            expect(page.locator(".explained article")).to_have_count(3)
        return
    raise AssertionError("the game ended before anybody could claim twice")
