"""Nine people over plain HTTP play a tournament across a kill of the server; browsers do so in `tests/browser`."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from games.competitions.tournaments import queries
from games.models import Tournament, TournamentRound, TournamentStage
from tests.competitions.tournaments.tournaments import announced, due_now
from tests.sites import Site
from tests.visitors import ACCEPTED, Visitor

PLAYERS = 9
MOVES = 20
PATIENCE = 120
"""Seconds."""

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("site_database")]


@pytest.fixture
def served_site(tmp_path: Path) -> Iterator[Site]:
    """A site of its own, which ends with the test: it has the clock of the machine, and the test kills it."""
    site = Site(tmp_path)
    site.start()
    yield site
    site.kill()


def test_nine_people_play_across_a_kill(served_site: Site) -> None:
    tournament = announced(rounds=2, name="Nine by HTTP")
    address = f"/tournaments/{tournament.code}/"
    people = [Visitor(served_site.address) for _number in range(PLAYERS)]
    for number, person in enumerate(people):
        person.fill_in(address, f"{address}enter/", name=f"Nora {number}")
    due_now(tournament)
    tables = {person: table_of(person, address) for person in people}
    assert len(set(tables.values())) == PLAYERS // 3
    play(tables)
    served_site.kill()
    served_site.start()
    play(tables)
    time_is_up(tournament)
    due_now(tournament)
    assert not {table_of(person, address) for person in people} & set(tables.values())
    time_is_up(tournament)
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.OVER
    page = people[0].get(address).html
    assert "Final standings" in page
    assert all(f"Nora {number}" in page for number in range(PLAYERS))
    percents = [line.percent for line in queries.standings_of(tournament)]
    assert percents == [None] * PLAYERS, "no deal was finished, and nobody had let the time run"


def until(holds: Callable[[], bool]) -> None:
    """Wait until this holds: the site's ticker looks once a second for what is due."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def table_of(person: Visitor, address: str) -> str:
    """Return the way to the person's table, once the page of the tournament shows it."""
    ways: list[str] = []

    def is_shown() -> bool:
        ways[:] = re.findall(r'class="btn primary" href="(/tables/[\w-]+/)"', person.get(address).html)
        return bool(ways)

    until(is_shown)
    return ways[0]


def play(tables: dict[Visitor, str]) -> None:
    """Let everybody make the moves that their pages offer, until so many are made."""
    made = 0
    while made < MOVES:
        for person, table in tables.items():
            if (move := person.move(table)) and person.make(move) == ACCEPTED:
                made += 1


def time_is_up(tournament: Tournament) -> None:
    """End the round by its clock."""
    in_play = TournamentRound.objects.get(tournament=tournament, ended_at=None)
    TournamentRound.objects.filter(pk=in_play.pk).update(ends_at=timezone.now())
    until(lambda: TournamentRound.objects.filter(pk=in_play.pk, ended_at__isnull=False).exists())
