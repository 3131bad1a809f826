"""The server is killed during games: acknowledged moves are kept, and every game continues after the restart."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from tests.browser.person import SHOWS_VERSION, Person
from tests.clients import ClientFor
from tests.logs import Log
from tests.sites import Site
from tests.tables import begin, close_table, new_player
from tests.visitors import ACCEPTED, CONFLICT, Move, Visitor

TABLES = 3
MOVES = 4
GET_READY = "document.querySelectorAll('#ready button').forEach(button => button.click())"
PATIENCE = 60_000
"""Milliseconds until the server has started, the browser has connected again and the next deal is due."""

pytestmark = [pytest.mark.usefixtures("site_database"), pytest.mark.xdist_group("random clock")]


@pytest.fixture
def served_site(random_clock_site: Site) -> Site:
    return random_clock_site


@pytest.fixture
def live_site(served_site: Site) -> str:
    return served_site.address


@pytest.fixture
def log(served_site: Site) -> Log:
    return Log(served_site.database_url)


@pytest.fixture
def expected_complaints() -> str:
    return "Failed to load resource|WebSocket|htmx:ws:error|htmx:error: Failed to fetch"


def restart(site: Site, page: Page) -> None:
    """Kill the server, start it again, and wait until the page shows what it sent."""
    page.locator("#state").evaluate("state => state.dataset.fromBefore = ''")
    site.kill()
    site.start()
    expect(page.locator("#state:not([data-from-before])")).to_be_attached(timeout=PATIENCE)


def test_deal_and_unsent_bid_survive_a_restart_of_the_server(served_site: Site, visit_as: Callable[..., Page]) -> None:
    """The page catches up by itself. Choices not yet sent stay, and are sent; people and bots play on."""
    code = begin(host := new_player(), bot_level="beginner")
    page = visit_as(host)
    person = watch(page, f"/tables/{code}/")
    form = page.locator(".bid-form").first
    form.wait_for()
    form.locator(".numbers label").nth(4).click()
    form.locator(".nil-choices label").first.click()
    chosen = form.locator("input:checked").evaluate_all("inputs => inputs.map(input => input.id)")
    restart(served_site, page)
    assert form.locator("input:checked").evaluate_all("inputs => inputs.map(input => input.id)") == chosen
    before = int(person.version)
    form.locator("button").click()
    person.wait_for_version(str(before + 1))
    person.act()


class Load:
    """People at several tables who play as fast as they are answered, until the `with` ends."""

    def __init__(self, seats: list[tuple[Visitor, str]]) -> None:
        self.acknowledged: list[Move] = []
        self._stopped = threading.Event()
        self._more = threading.Condition()
        self._pool = ThreadPoolExecutor(len(seats))
        self._playing = [self._pool.submit(self._play, *seat) for seat in seats]

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


def test_acknowledged_moves_survive_a_kill_under_load(
    served_site: Site, log: Log, visit_as: Callable[..., Page], client_for: ClientFor
) -> None:
    """Some tables are played over HTTP; at another the host does nothing, so that clock and bots play. A browser shows
    all of them. `python -m tests.crashes` kills a site many times.
    """
    code = begin(host := new_player(), clock="fast", bot_level="beginner")  # the host does nothing: the clock plays
    Seat.objects.filter(game__code=code).update(reserve=0)  # nor has the site's own clock a reserve
    Game.objects.filter(code=code).update(due_at=timezone.now())
    page = visit_as(host)
    page.context.set_default_timeout(PATIENCE)
    idle = watch(page, f"/tables/{code}/")
    seats = [take_a_seat(served_site, client_for) for _ in range(TABLES)]
    with Load(seats) as load:
        watched = [watch(page.context.new_page(), table) for _, table in seats]
        load.wait_for(MOVES)
        served_site.kill()
        kept = [log.version(person.page.url) for person in (idle, *watched)]
        served_site.start()
        for person, version in zip((idle, *watched), kept, strict=True):
            wait_past(person, version)
    for person in watched:
        person.wait_for_version(str(log.version(person.page.url)))
        assert_same_table(person, watch(page.context.new_page(), person.page.url))
    for move in load.acknowledged:
        assert_happened(move, log)
    close_table(code)  # or its clock and its bots would play on


def take_a_seat(site: Site, client_for: ClientFor) -> tuple[Visitor, str]:
    """Begin a game of a new player with two bots; return its player, who is signed in, and the path of its table."""
    code, visitor = begin(player := new_player(), bot_level="beginner"), Visitor(site.address)
    visitor.cookies["sessionid"] = client_for(player).cookies["sessionid"].value
    return visitor, f"/tables/{code}/"


def wait_past(person: Person, version: int) -> None:
    """Wait for a later version. Get ready whenever the page asks: the last trick may have lain there until now."""
    person.page.wait_for_function(
        f"version => {{ {GET_READY}; return ({SHOWS_VERSION})(version); }}", arg=version + 1, polling=500
    )


def watch(page: Page, table: str) -> Person:
    page.goto(table)
    return Person(page)


def assert_same_table(person: Person, newcomer: Person) -> None:
    """What a page showed through the kill is what a new one shows. Bots play on: compare at one version.

    The last trick stays a moment longer where it was seen to be played.
    """
    while (old := table_shown(person.page))[:2] != (new := table_shown(newcomer.page))[:2]:
        for behind in (person, newcomer):
            behind.wait_for_version(max(old[0], new[0], key=int))
    assert old == new


SHOWN = """state => [
    state.dataset.version,
    document.querySelector(".game").className,
    [...document.querySelectorAll("#felt .card:not([inert] *)")].map(card => card.ariaLabel),
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
