"""Deals of all ways to peek and to bid, played in a browser while no server runs."""

import re
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from games import engine
from games.engine import BiddingStyle, PeekRule, Standing
from tests.browser.person import LEGAL_CARD, THE_END, TO_DO
from tests.sites import Site
from tests.solo.conftest import PATIENCE, BrowserWith, Bundle
from tests.solo.test_browser import requests_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("solo")]

ALL_RULES: Final = tuple(product(PeekRule, BiddingStyle))
SOME_RULES: Final = ((PeekRule.FOUR, BiddingStyle.MIRROR), (PeekRule.FLIP3, BiddingStyle.WHIZ))
DEALS_FOR_200: Final = 8
STORED: Final = """() => new Promise(resolve => indexedDB.open("solo").onsuccess = ({target}) => {
  target.result.transaction("records").objectStore("records").getAll().onsuccess = all => resolve(all.target.result);
})"""
PLAY: Final = Path(__file__).with_name("play_deals.js").read_text()


@pytest.mark.parametrize(
    ("rules", "deals"),
    [(SOME_RULES, 1), pytest.param(ALL_RULES, DEALS_FOR_200, marks=[pytest.mark.campaign, pytest.mark.timeout(3600)])],
    ids=["two", "hundreds"],
)
def test_results_are_those_of_the_engine_and_no_request_leaves_the_browser(
    rules: tuple[tuple[PeekRule, BiddingStyle], ...],
    deals: int,
    solo_site: Site,
    bundle: Bundle,
    browser_with: BrowserWith,
) -> None:
    with browser_with("en") as context:
        page = context.new_page()
        page.goto(f"{solo_site.address}/solo/")
        page.get_by_role("button", name=re.compile("^Load ")).click()
        expect(page.get_by_role("link", name="Go to table")).to_be_visible(timeout=PATIENCE)
        solo_site.kill()
        sent = requests_of(page)
        table = f"{solo_site.address}/solo/files/{bundle.listing['start']['en']}"
        for peek, bidding in rules:
            play(page, f"{table}?peek={peek}&bidding={bidding}&bot_level=club", deals)
        games = page.evaluate(STORED)
        assert all("/solo/files/" in url for url in sent), "and those are answered by the service worker"
    assert sum(len(game["records"]) for game in games) == len(rules) * deals
    for game in games:
        check(game)


def play(page: Page, table: str, deals: int) -> None:
    """Play so many deals under the rules that the address asks for, in as many games as that takes."""
    while deals:
        page.goto(table)
        deals -= page.evaluate(PLAY, {"deals": deals, "card": LEGAL_CARD, "todo": TO_DO, "end": THE_END})


def check(game: dict[str, Any]) -> None:
    """Compare what the browser says of a game with what the engine makes of the moves in its records."""
    scores = [engine.score(engine.replay(engine.read_log(record.encode()))) for record in game["records"]]
    standing = engine.standing_after(scores[-1]) if scores else Standing()
    shown = [str(points).replace("-", "−") for points in standing.points]
    assert game["points"] == " · ".join(f"{n} {p}" for n, p in zip(("You", "Greta", "Blaise"), shown, strict=True))
