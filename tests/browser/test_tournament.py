"""Nine people in nine browsers play a tournament, from registration to its results, across a restart of the server."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from games.competitions.tournaments import queries
from games.models import Tournament
from tests.browser.party import Party
from tests.browser.person import Person
from tests.competitions.tournaments.tournaments import announced, due_now
from tests.sites import Site

PLAYERS = 9
ROUNDS = 2
PHONE = {"width": 360, "height": 640}
PATIENCE = 120_000
"""Milliseconds until the server has started, the browsers have connected again and the tables of a round are open."""


@pytest.fixture
def served_site(random_clock_site: Site) -> Site:
    """Return a site whose clock is that of the machine: other tests set it forward and back until it starts again."""
    random_clock_site.kill()
    random_clock_site.start()
    return random_clock_site


@pytest.fixture
def live_site(served_site: Site) -> str:
    return served_site.address


@pytest.fixture
def expected_complaints() -> str:
    return "Failed to load resource|WebSocket|htmx:ws:error|htmx:error: Failed to fetch"


@pytest.mark.campaign
@pytest.mark.xdist_group("random clock")
@pytest.mark.usefixtures("site_database")
def test_nine_people_play_a_tournament(new_visitor: Callable[..., Page], served_site: Site) -> None:
    tournament = announced(rounds=ROUNDS, name="Nine on phones")
    pages = [new_visitor(viewport=PHONE, reduced_motion="reduce") for _number in range(PLAYERS)]
    for number, page in enumerate(pages):
        enter(page, tournament, f"Nina {number}")
    met: Counter[tuple[int, int]] = Counter()
    for number in range(ROUNDS):
        parties = go_to_tables(tournament, pages)
        met.update(pair for party in parties for pair in combinations(sorted(map(id, party.people)), 2))
        if number == 0:
            the_server_dies(served_site, parties)
        for bids, party in enumerate(parties, start=4):
            play(party, bids)
    for page in pages:
        see_results(page)
    tournament.refresh_from_db()
    standings = queries.standings_of(tournament)
    assert [line.boards for line in standings] == [ROUNDS] * PLAYERS
    assert sum(line.percent or 0 for line in standings) == 50 * PLAYERS
    assert met.most_common(1)[0][1] == 1


def enter(page: Page, tournament: Tournament, name: str) -> None:
    """Come from the page Today, with nothing but a name."""
    page.context.set_default_timeout(PATIENCE)
    page.goto("/today/")
    page.get_by_role("link", name=tournament.name).click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("You are in, and checked in.")).to_be_visible()


def go_to_tables(tournament: Tournament, pages: Iterable[Page]) -> list[Party]:
    """Let the host begin the next round; return the people by table, to which their pages go by themselves."""
    before = {page: page.url for page in pages}
    due_now(tournament)
    tables: dict[str, list[Person]] = {}
    for page, left in before.items():
        page.wait_for_url(lambda address, left=left: "/tables/" in address and address != left)
        page.locator("#state").wait_for(state="attached")
        tables.setdefault(page.url, []).append(Person(page))
    assert [len(people) for people in tables.values()] == [3, 3, 3]
    return [Party(people) for people in tables.values()]


def the_server_dies(site: Site, parties: Iterable[Party]) -> None:
    """Kill the server while all tables bid, start it again, and wait until every page shows what it sent."""
    people = [person for party in parties for person in party.people]
    for party in parties:
        first, *_others = party.people
        party.play_until(lambda first=first: first.page.locator("#hand").count() > 0)
    for person in people:
        person.page.locator("#state").evaluate("state => state.dataset.fromBefore = ''")
    site.kill()
    site.start()
    for person in people:
        expect(person.page.locator("#state:not([data-from-before])")).to_be_attached(timeout=PATIENCE)


def play(party: Party, bids: int) -> None:
    """Play a round of one board: after the first trick the player on lead claims the rest, and the others accept."""
    for person in party.people:
        person.bids = bids
    party.play_and_claim()
    for person in party.people:
        expect(person.page.get_by_role("link", name="Go to tournament")).to_be_visible()


def see_results(page: Page) -> None:
    page.get_by_role("link", name="Go to tournament").click()
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".results tbody tr.you")).to_have_count(1)
    expect(page.locator(".results").first.locator("tbody tr")).to_have_count(PLAYERS)
