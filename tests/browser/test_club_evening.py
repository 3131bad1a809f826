"""A club's evening, from the new club to the results: an officer, and two guests on phones, one of them in Spanish."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.clubs import subject
from games.models import Club, Tournament
from tests.browser.party import Party
from tests.browser.person import Person
from tests.competitions.tournaments.tournaments import due_now
from tests.layout.sizes import PHONE
from tests.tables import new_player

PATIENCE = 60_000
"""Milliseconds until the site has begun the round, or ended it."""


@dataclass(frozen=True)
class Words:
    """What pages say in one language."""

    language: str
    your_name: str
    join: str
    evenings: str
    tournament: str
    enter: str
    entered: str
    back: str
    results: str
    past: str


ENGLISH = Words(
    "en", "Your name at the table", "Join", "Evenings", "Tournament", "Enter", "You are in, and checked in.",
    "Go to tournament", "Final standings", "Past tournaments",
)  # fmt: skip
SPANISH = Words(
    "es", "Tu nombre en la mesa", "Unirme", "Veladas", "Torneo", "Inscribirme", "Estás dentro",
    "Al torneo", "Clasificación final", "Torneos pasados",
)  # fmt: skip


@pytest.mark.usefixtures("site_database")
def test_members_meet_for_the_tournament_of_an_evening(
    new_visitor: Callable[..., Page], visit_as: Callable[..., Page]
) -> None:
    officer = visit_as(new_player(), viewport={"width": 768, "height": 1024}, locale="en")
    phones = {
        words: new_visitor(viewport=PHONE.viewport, has_touch=True, is_mobile=True, locale=words.language)
        for words in (SPANISH, ENGLISH)
    }
    link = club_with_an_evening(officer)
    for words, phone in phones.items():
        join(phone, words, link)
    subject.serve()
    club = Club.objects.get(link=link.rsplit("/", 2)[-2])
    tournament = Tournament.objects.get(club=club)
    for words, page in [*phones.items(), (ENGLISH, officer)]:
        enter(page, words, club)
    due_now(tournament)
    at_the_table([officer, *phones.values()]).play_and_claim()
    for words, page in [*phones.items(), (ENGLISH, officer)]:
        see_results(page, words, club)


def club_with_an_evening(officer: Page) -> str:
    """Begin a club and choose its evening, a quarter of an hour from now; return the link by which others join."""
    begins = timezone.now() + timedelta(minutes=15)
    officer.goto("/people/")
    officer.get_by_role("link", name="New club").click()
    officer.get_by_label("Name", exact=True).fill("The quick club")
    officer.get_by_role("button", name="Create the club").click()
    officer.get_by_text("Standing evening").click()
    form = officer.locator("form[action$='/series/']")
    form.get_by_label("Each").select_option(str(begins.weekday()))
    form.get_by_label("At", exact=True).fill(f"{begins:%H:%M}")
    form.get_by_label("Time zone").select_option("UTC")
    form.get_by_label("What you play").select_option("tables, as members come")
    expect(form.get_by_label("Rounds")).to_be_hidden()
    form.get_by_label("What you play").select_option("a tournament")
    form.get_by_label("Rounds").fill("1")
    form.get_by_label("Boards in a round").fill("1")
    form.get_by_role("button", name="Save").click()
    expect(officer.get_by_text(re.compile(f"Each .*{begins:%H:%M}"))).to_be_visible()
    return officer.locator("#link").inner_text()


def join(phone: Page, words: Words, link: str) -> None:
    """Follow the link, and join with nothing but a name."""
    phone.goto(link)
    phone.get_by_label(words.your_name).fill(f"Cara {words.language}")
    phone.get_by_role("button", name=words.join).tap()
    expect(phone.get_by_role("heading", name="The quick club")).to_be_visible()


def enter(page: Page, words: Words, club: Club) -> None:
    """Enter the evening's tournament from the club's page. Its check-in is open."""
    page.goto(f"/clubs/{club.code}/")
    expect(page.get_by_role("heading", name=words.evenings)).to_be_visible()
    page.get_by_role("main").get_by_role("link", name=words.tournament, exact=True).click()
    page.get_by_role("button", name=words.enter, exact=True).click()
    expect(page.get_by_text(words.entered)).to_be_visible()


def at_the_table(pages: list[Page]) -> Party:
    """Wait until all pages have gone to their table by themselves."""
    for page in pages:
        page.wait_for_url(re.compile("/tables/"), timeout=PATIENCE)
        page.locator("#state").wait_for(state="attached")
    assert len({page.url for page in pages}) == 1
    return Party([Person(page) for page in pages])


def see_results(page: Page, words: Words, club: Club) -> None:
    """Go to the standings from the table, and find them again on the club's page."""
    page.get_by_role("link", name=words.back).click()
    expect(page.get_by_role("heading", name=words.results)).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".results tbody tr.you")).to_have_count(1)
    page.goto(f"/clubs/{club.code}/")
    page.get_by_text(words.past).click()
    expect(page.locator("details[open] li")).to_have_count(1)
