"""The server is killed during games: acknowledged moves are kept, and every game continues after the restart."""

import random
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import SHOWS_VERSION, Person
from tests.browser.test_game import sit_down
from tests.logs import Log
from tests.sites import Site
from tests.visitors import ACCEPTED, CONFLICT, Move, Visitor

DEATHS = 20
TABLES = 3
SEED = 20
GET_READY = "document.querySelectorAll('#ready button').forEach(button => button.click())"
PATIENCE = 60_000
"""Milliseconds until the server has started, the browser has connected again and the next deal is due."""


@pytest.fixture
def mortal_site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, BOT_PACE="0.3", DJANGO_SETTINGS_MODULE="tests.settings_random_clock")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def live_site(mortal_site: Site) -> str:
    return mortal_site.address


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(f"sqlite:///{tmp_path}/db.sqlite3")


@pytest.fixture
def expected_complaints() -> str:
    return "Failed to load resource|WebSocket|htmx:ws:error"


def restart(site: Site, page: Page) -> None:
    """Kill the server, start it again, and wait until the page shows what it sent."""
    page.locator("#state").evaluate("state => state.dataset.fromBefore = ''")
    site.kill()
    site.start()
    expect(page.locator("#state:not([data-from-before])")).to_be_attached(timeout=PATIENCE)


def test_deal_continues_after_the_server_is_killed_during_a_trick(
    mortal_site: Site, new_visitor: Callable[..., Page]
) -> None:
    page = new_visitor()
    person = sit_down(page)
    while not person.cards_played:
        person.act()
    acknowledged = int(person.version)
    restart(mortal_site, page)
    assert int(person.version) >= acknowledged
    person.play_a_deal()  # and so do the bots, some of whose moves were due
    assert person.cards_played in (13, 26)
    assert page.locator(".explained article").count() == 3


def test_unsent_bid_survives_a_restart_of_the_server(mortal_site: Site, new_visitor: Callable[..., Page]) -> None:
    """The page catches up by itself and the choices stay."""
    page = new_visitor()
    person = sit_down(page)
    get_ready(person)
    form = page.locator(".bid-form").first
    form.wait_for()
    form.locator(".numbers label").nth(4).click()
    form.locator(".nil-choices label").first.click()
    chosen = form.locator("input:checked").evaluate_all("inputs => inputs.map(input => input.id)")
    restart(mortal_site, page)
    assert form.locator("input:checked").evaluate_all("inputs => inputs.map(input => input.id)") == chosen
    before = int(person.version)
    form.locator("button").click()
    person.wait_for_version(str(before + 1))


class Load:
    """People at several tables who play as fast as they are answered, until the `with` ends."""

    def __init__(self, site: Site) -> None:
        self.acknowledged: list[Move] = []
        self._stopped = threading.Event()
        self._more = threading.Condition()
        people = [Visitor(site.address) for _ in range(TABLES)]
        self.tables = [person.come_in("Stalwart") for person in people]
        self._pool = ThreadPoolExecutor(TABLES)
        self._playing = [self._pool.submit(self._play, *seat) for seat in zip(people, self.tables, strict=True)]

    def __enter__(self) -> "Load":
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for playing in self._playing:
            playing.result()

    def wait_for(self, moves: int) -> None:
        """Wait until this many more moves are acknowledged."""
        with self._more:
            wanted = len(self.acknowledged) + moves
            assert self._more.wait_for(lambda: len(self.acknowledged) >= wanted, timeout=60)

    def _play(self, person: Visitor, table: str) -> None:
        while not self._stopped.is_set():
            try:
                move = person.move(table)
                if move:
                    self._make(person, move)
            except (OSError, HTTPException):  # the site has died; whoever wants to play tries again
                self._stopped.wait(0.05)

    def _make(self, person: Visitor, move: Move) -> None:
        status = person.make(move)
        assert status in (ACCEPTED, CONFLICT)
        with self._more:
            self.acknowledged += [move] * (status == ACCEPTED)
            self._more.notify_all()


@pytest.mark.timeout(1200)  # each death is followed by a whole start
def test_acknowledged_moves_survive_twenty_kills_under_load(
    mortal_site: Site, log: Log, new_visitor: Callable[..., Page]
) -> None:
    """Some tables are played over HTTP, one by its clock and bots alone; a browser shows all of them."""
    chance = random.Random(SEED)
    idle = game_of_an_idler(new_visitor())
    idle.page.context.set_default_timeout(PATIENCE)
    with Load(mortal_site) as load:
        watched = [watch(idle.page.context.new_page(), table) for table in load.tables]
        for _ in range(DEATHS):
            load.wait_for(chance.randint(1, 6))
            mortal_site.kill()
            kept = [log.version(person.page.url) for person in (idle, *watched)]
            mortal_site.start()
            for person, version in zip((idle, *watched), kept, strict=True):
                wait_past(person, version)
    for person in watched:
        person.wait_for_version(str(log.version(person.page.url)))
        assert_same_table(person, watch(person.page.context.new_page(), person.page.url))
    for move in load.acknowledged:
        assert_happened(move, log)


def game_of_an_idler(page: Page) -> Person:
    """Open a game with two bots whose player does nothing, so that the clock has to play."""
    sit_down(page)
    page.goto("/tables/new/")
    page.get_by_text("Two bots").click()
    page.locator(".further > summary").click()
    page.locator("label:has([name=clock][value=fast])").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    return Person(page)


def wait_past(person: Person, version: int) -> None:
    """Wait for a later version. Get ready whenever the page asks: the last trick may have lain there until now."""
    person.page.wait_for_function(
        f"version => {{ {GET_READY}; return ({SHOWS_VERSION})(version); }}", arg=version + 1, polling=500
    )


def watch(page: Page, table: str) -> Person:
    page.goto(table)
    return Person(page)


def get_ready(person: Person) -> None:
    """Say that the player is ready for the next deal, if the button is still there."""
    person.page.evaluate(GET_READY)


def assert_same_table(person: Person, newcomer: Person) -> None:
    """What a page showed through all the deaths is what a new one shows. Bots play on: compare at one version.

    The last trick lies a moment longer where it was seen to be played.
    """
    while (old := table_shown(person.page))[:2] != (new := table_shown(newcomer.page))[:2]:
        for behind in (person, newcomer):
            behind.wait_for_version(max(old[0], new[0], key=int))
    assert old == new


SHOWN = """state => [
    state.dataset.version,
    document.querySelector(".game").className,
    [...document.querySelectorAll("#felt .card")].map(card => card.ariaLabel),
]"""


def table_shown(page: Page) -> tuple[str, str, list[str]]:
    """The version, the stage and the cards of one moment."""
    version, stage, cards = page.locator("#state").evaluate(SHOWN)
    return version, stage, cards


def assert_happened(move: Move, log: Log) -> None:
    """The first event after the table the player saw is the move that was acknowledged."""
    table, _, kind = move.action.rstrip("/").rpartition("/")
    sent = dict(move.fields)
    event = next(logged.event for logged in log.of(table) if logged.sequence > move.version)
    match kind:
        case "bid":
            assert (event["kind"], event["tricks"]) == ("BidMade", int(sent["tricks"]))
        case "play":
            assert (event["kind"], event["card"]) == ("CardPlayed", sent["card"])
        case _:
            assert event["kind"] == "Dealt"
