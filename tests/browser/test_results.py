"""Three games played in the browser: the pages of results are exact, and change when staff void a game."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.sites import ROOT, Site

WHAT_THE_ENGINE_SAYS = """
import json
from games.engine import score
from games.models import Deal
from games.play.event_log import load_state

def line(deal):
    player = deal.game.seats.get(user__username="Pia").player
    of = score(load_state(deal))[player]
    return [deal.game.code, of.contract, of.side_tricks, of.total, of.bags, of.points_after, deal.game.winner == player]

print(json.dumps([line(deal) for deal in Deal.objects.filter(finished=True).order_by("finished_at")]))
"""
MAKE_STAFF = """
from accounts.models import User

User.objects.create_superuser("Staff", password="four aces and a deuce")
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of its own, because all its finished games are checked."""
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def live_site(site: Site) -> str:
    return site.address


def run(site: Site, program: str) -> str:
    """What this program says in the site's shell."""
    environment = os.environ | site.environment
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", program]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


def play_a_short_game(page: Page) -> str:
    """A game to 100 with two bots, ended by a floor as well; its code."""
    page.goto("/tables/new/")
    page.get_by_text("Two bots").click()
    page.locator(".further > summary").click()
    page.locator("[name=target]").select_option("100")
    page.locator("[name=floor]").fill("-20")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    Person(page).play_to_the_end()
    return page.url.rstrip("/").rpartition("/")[2]


def downloaded(page: Page, kind: str) -> list[dict[str, Any]]:
    """The list as a file, oldest line first."""
    return list(reversed(json.loads(page.request.get(f"/players/Pia/{kind}.json").text())))


def figure(page: Page, label: str) -> str:
    page.goto("/players/Pia/statistics/")
    return page.locator(f".figures div:has(dt:text-is('{label}')) dd").inner_text()


@pytest.mark.timeout(1200)  # three games of as many deals as it takes
def test_statistics_match_the_engine_and_follow_a_void_game(site: Site, page: Page) -> None:
    page.goto("/")
    page.get_by_label("Your name").fill("Pia")
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")
    codes = [play_a_short_game(page) for _ in range(3)]
    expected = json.loads(run(site, WHAT_THE_ENGINE_SAYS))
    check_lists(page, expected)
    check_statistics(page, expected)
    check_ladder(page, games=3)
    void(site, page, codes[1])
    left = [line for line in expected if line[0] != codes[1]]
    check_deals(page, left)
    games = downloaded(page, "games")
    assert [bool(game["void"]) for game in games] == [False, True, False]
    assert games[1]["rating_after"] is None
    assert games[2]["rating_before"] == games[0]["rating_after"]
    check_statistics(page, left)
    check_ladder(page, games=2)
    page.goto(f"/tables/{codes[1]}/")
    expect(page.locator("#sheet")).to_contain_text("Played by two in one browser")


def check_lists(page: Page, expected: list[list[Any]]) -> None:
    check_deals(page, expected)
    games = downloaded(page, "games")
    last = {line[0]: line for line in expected}
    assert [(game["code"], game["points"], game["place"] == 1) for game in games] == [
        (code, line[5], line[6]) for code, line in last.items()
    ]
    assert games[0]["rating_before"] == 1500
    for before, after in pairwise(games):
        assert before["rating_after"] == after["rating_before"]


def check_deals(page: Page, expected: list[list[Any]]) -> None:
    """The file and the page, against the engine's contract, tricks, points, bags and total."""
    names = ("code", "contract", "side_tricks", "points", "bags", "points_after")
    assert [[deal[name] for name in names] for deal in downloaded(page, "deals")] == [line[:6] for line in expected]
    page.goto("/players/Pia/deals/?sort=oldest")
    cells = page.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('.num')].map(cell => cell.innerText.match(/\\S?\\d+/)[0]))"
    )
    numbers = [[int(cell.replace("\N{MINUS SIGN}", "-")) for cell in row] for row in cells]
    assert numbers == [line[1:6] for line in expected]


def check_statistics(page: Page, expected: list[list[Any]]) -> None:
    """Compare the figures at the top of the page with the engine's deals."""
    deals, points = len(expected), sum(line[3] for line in expected)
    made = sum(tricks >= contract for _code, contract, tricks, *_rest in expected)
    assert figure(page, "deals") == str(deals)
    assert int(figure(page, "points a deal").replace("\N{MINUS SIGN}", "-")) == round(points / deals)
    assert figure(page, "contracts made") == f"{round(100 * made / deals)}%"


def check_ladder(page: Page, games: int) -> None:
    """The leaders' page, against the rating that the last game left."""
    rating = downloaded(page, "games")[-1]["rating_after"]
    page.goto("/leaders/?company=bots")
    _place, _sure, value, counted, _won = page.locator("tr:has-text('Pia') .num").all_inner_texts()
    assert value.startswith(f"{rating} ±")
    assert counted == str(games)


def void(site: Site, page: Page, code: str) -> None:
    """Staff declare a game void in the admin, and Pia comes back."""
    run(site, MAKE_STAFF)
    context = page.context.browser.new_context(base_url=site.address)  # type: ignore[union-attr]
    staff = context.new_page()
    staff.goto("/accounts/login/?next=/admin/games/game/")
    staff.locator("[name=login]").fill("Staff")
    staff.locator("[name=password]").fill("four aces and a deuce")
    staff.locator("main form button").first.click()
    staff.wait_for_url("**/admin/games/game/")
    staff.locator("#searchbar").fill(code)
    staff.get_by_role("button", name="Search").click()
    staff.locator("#result_list tbody th a").first.click()
    staff.locator(".staff-actions").get_by_role("link", name="Void the game").click()
    staff.locator("[name=reason]").fill("Played by two in one browser")
    staff.locator("[type=submit].default").click()
    staff.get_by_text("Done: Void the game").wait_for()
    context.close()
