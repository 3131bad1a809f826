"""Races at real servers: copies of one move, moves against the clock, removals of accounts."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

import psycopg
import pytest

from tests.logs import Log, Logged, code_of
from tests.sites import Site
from tests.visitors import ACCEPTED, CONFLICT, Forms, Move, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("random clock")]

COPIES = 50
MOST_MOVES = 500
MOST_TRIES = 20
BUSY = HTTPStatus.SERVICE_UNAVAILABLE
SERVERS = [
    pytest.param("random_clock_site", id="one process, SQLite"),
    pytest.param(
        "two_processes", id="two processes, PostgreSQL and Redis", marks=[pytest.mark.postgres, pytest.mark.redis]
    ),
]


@pytest.fixture(scope="module", params=SERVERS)
def sites(request: pytest.FixtureRequest) -> tuple[list[Site], Log]:
    """Return the processes that serve one site, and its event log."""
    served = request.getfixturevalue(request.param)
    processes: list[Site] = [served] if isinstance(served, Site) else served
    return processes, Log(processes[0].database_url)


def three_at_a_table(site: Site, **options: str) -> tuple[str, list[Visitor]]:
    """Return the path of a table whose game has just begun, and the three people at it."""
    people = [Visitor(site.address) for _ in range(3)]
    for person in people:
        person.come_in("Racer")
    table = people[0].open_table(**options)
    for player, person in enumerate(people[1:], start=1):
        person.fill_in(table, f"{table}sit/", player=str(player))
    people[0].fill_in(table, f"{table}start/")
    return table, people


def copies(move: Move, person: Visitor, sites: list[Site], count: int) -> Counter[int]:
    """Send the same move `count` times at once, to all processes in turn; return how often each status came back.

    A sender whom a busy site asks to try again does so.
    """
    senders = [person.at(sites[number % len(sites)].address) for number in range(count)]
    with ThreadPoolExecutor(count) as pool:
        return Counter(pool.map(lambda sender: answer_to(sender, move), senders))


def answer_to(sender: Visitor, move: Move) -> int:
    """Send a move until the site is not too busy for it, at most `MOST_TRIES` times; return the status."""
    answers = (sender.make(move) for _try in range(MOST_TRIES))
    return next(
        (status for status in answers if status != HTTPStatus.SERVICE_UNAVAILABLE), HTTPStatus.SERVICE_UNAVAILABLE
    )


def next_to_move(table: str, people: list[Visitor]) -> tuple[Visitor, Move]:
    """Wait for a person who may move; return that person and the move."""
    while True:
        for person in people:
            if move := person.move(table):
                return person, move


def test_one_of_fifty_copies_of_a_move_happens(sites: tuple[list[Site], Log]) -> None:
    """The first bid and the first card are sent fifty times, the moves before and between them once."""
    processes, log = sites
    table, people = three_at_a_table(processes[0])
    for kind in ("/bid/", "/play/"):
        person, move = next_to_move(table, people)
        while not move.action.endswith(kind):
            may_come_late = move.action.endswith("/ready/")  # the draw may be over by itself
            assert person.make(move) in ({ACCEPTED, CONFLICT} if may_come_late else {ACCEPTED})
            person, move = next_to_move(table, people)
        before = len(log.of(table))
        assert copies(move, person, processes, COPIES) == {ACCEPTED: 1, CONFLICT: COPIES - 1}
        assert len(log.of(table)) == before + 1


def test_repeated_simultaneous_removals_of_accounts_all_succeed(sites: tuple[list[Site], Log]) -> None:
    """Three people sit at each table, which closes with the last of them."""
    processes, _ = sites
    people = [person for _ in range(3) for person in three_at_a_table(processes[0])[1]]
    removals = [account_removal(person) for person in people]
    with ThreadPoolExecutor(len(people)) as pool:
        answers = list(pool.map(lambda move, person: copies(move, person, processes, 5), removals, people))
    assert answers == [{ACCEPTED: 5}] * len(people)
    assert {person.get("/me/settings/account/").status for person in people} == {ACCEPTED}, "nobody is signed in"


def account_removal(guest: Visitor) -> Move:
    """Return the form post by which a guest removes the account."""
    page, action = guest.get("/me/settings/account/?open=remove").html, "/me/settings/account/remove/"
    name = re.search(r'class="to-me"\s+title="([^"]+)"', page)
    assert name
    form = next(form for form in Forms(page).forms if form.action == action)
    return Move(action, (*form.given, ("proof", name[1])), 0)


@pytest.mark.parametrize("sites", SERVERS[1:], indirect=True)
def test_shared_lock_on_the_game_s_key_does_not_block_a_proposal(sites: tuple[list[Site], Log]) -> None:
    """A transaction that writes a row with a foreign key to a game holds a shared lock on the game's key."""
    processes, log = sites
    table, people = three_at_a_table(processes[0])
    with psycopg.connect(log.address) as saying:
        saying.execute("SELECT 1 FROM games_game WHERE code = %s FOR KEY SHARE", [code_of(table)])
        people[0].fill_in(table, f"{table}propose/", kind="end")


def test_one_of_each_move_and_a_racing_timeout_happens(sites: tuple[list[Site], Log]) -> None:
    """Clocks run out while moves are on their way: each event has one author, and each answer matches the log."""
    processes, log = sites
    table, people = three_at_a_table(processes[0], clock="fast", target="1000")
    answers: Counter[int] = Counter()
    for _ in range(MOST_MOVES):
        person, move = next_to_move(table, people)
        came = copies(move, person, processes, 4)
        if not move.action.endswith("/ready/"):
            answers += came
        if raced(log.of(table)):
            break
    moves = moves_of(log.of(table))
    assert raced(log.of(table))
    assert set(answers) == {ACCEPTED, CONFLICT}
    assert answers[ACCEPTED] == sum(move.author == "player" for move in moves)
    assert len({move.sequence for move in moves}) == len(moves)


def moves_of(events: list[Logged]) -> list[Logged]:
    return [logged for logged in events if logged.event["kind"] != "Dealt"]


def raced(events: list[Logged]) -> bool:
    """Whether people and clocks have each made several moves."""
    authors = Counter(move.author for move in moves_of(events))
    return min(authors["player"], authors["clock"]) >= 4
