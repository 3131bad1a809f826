"""Tournaments on a site of several processes: `python -m tests.benchmarks.tournaments`.

First 60 programs at 20 tables play one from its entries to its end, through two web processes; the results are
downloaded, and `tests/competitions/tournaments/independent_standings.py` adds them up again. Then a round of 200 tables
begins (`--tables`) while three players at another table move as fast as they are answered: how long it takes until all
tables are open, and the slowest of their moves meanwhile. Everything runs on this machine.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402  # models exist only now
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games import bots  # noqa: E402
from games.engine import Action, AnswerClaim, Claim, view_for, waiting_for  # noqa: E402
from games.models import Game, Tournament, TournamentEntry, TournamentKind, TournamentSeat  # noqa: E402
from games.values import RUNNING, Stage  # noqa: E402
from tests.benchmarks.crowd import CSRF_TOKEN, KINDS, fields_of  # noqa: E402
from tests.clients import session_of  # noqa: E402
from tests.cluster import Cluster, serving  # noqa: E402
from tests.competitions.tournaments.independent_standings import compare  # noqa: E402
from tests.competitions.tournaments.tournaments import announced, due_now, entered  # noqa: E402
from tests.postgresql import database_at, make_tables, new_database  # noqa: E402
from tests.sites import ROOT  # noqa: E402
from tests.tables import begin, new_player, state_of  # noqa: E402
from tests.visitors import ACCEPTED, Visitor  # noqa: E402

PROGRAMS: Final = 60
ROUNDS: Final = 2
CLAIMS: Final = 0.5
"""How probably a program on lead claims the rest."""

PATIENCE: Final = 600
"""Seconds until something has happened, at most."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.tournaments", description=__doc__)
    parser.add_argument("--programs", type=int, default=PROGRAMS)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--database", default=os.environ.get("TEST_POSTGRES_URL", ""))
    parser.add_argument("--redis", default=os.environ.get("TEST_REDIS_URL", ""))
    options = parser.parse_args()
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "var") as directory, new_database(options.database) as address:
        make_tables(address)
        with serving(Path(directory), address, options.redis, BOT_PACE="0") as cluster, database_at(address):
            if options.programs:
                play_to_the_end(cluster, options.programs)
            begin_many_tables(cluster, options.tables)


class Programs:
    """People of the benchmark, each with a session at the site."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster, self._known = cluster, dict[int, Visitor]()

    def of(self, user: User) -> Visitor:
        if user.pk not in self._known:
            visitor = self._known[user.pk] = Visitor(self._cluster.address)
            visitor.cookies |= {"sessionid": session_of(user), "csrftoken": CSRF_TOKEN}
        return self._known[user.pk]

    def move(self, code: str, user: User, action: Action, version: int) -> float:
        """Post a move and return how many seconds the answer took. Raises AssertionError if it is refused."""
        fields = (("csrfmiddlewaretoken", CSRF_TOKEN), ("version", str(version)), *fields_of(action))
        start = time.perf_counter()
        answer = self.of(user).post(f"/tables/{code}/{KINDS[type(action)]}/", fields)
        assert answer.status == ACCEPTED, (answer.status, action)
        return time.perf_counter() - start


def play_to_the_end(cluster: Cluster, count: int) -> None:
    """Play a tournament of so many programs, and print how it went."""
    tournament, programs = announced(rounds=ROUNDS, boards=1), Programs(cluster)
    for user in entered(tournament, count):
        programs.of(user)
    start, moves = time.perf_counter(), list[float]()
    for _number in range(ROUNDS):
        due_now(tournament)
        tables = opened(tournament, count // 3)
        with ThreadPoolExecutor(len(tables)) as pool:
            for times in pool.map(lambda code: connected(lambda: play(code, programs)), tables):
                moves += times
        until(lambda: not tournament.played_rounds.filter(ended_at=None).exists())
    tournament.refresh_from_db()
    exported = Visitor(cluster.address).get(f"/tournaments/{tournament.code}/results.json")
    faults = compare(json.loads(exported.html))
    moves.sort()
    show(f"{count} programs, {ROUNDS} rounds, {len(moves)} moves in {time.perf_counter() - start:.1f} s")
    show(f"a move: median {1000 * moves[len(moves) // 2]:.0f} ms, slowest {1000 * moves[-1]:.0f} ms")
    show("an independent script finds the same standings" if not faults else "\n".join(faults))


def opened(tournament: Tournament, tables: int) -> list[str]:
    """Return the codes of the tables of the round that begins, once all are open."""
    running = Game.objects.filter(round__tournament=tournament, stage__in=RUNNING)
    until(lambda: running.count() == tables)
    return list(running.values_list("code", flat=True))


def play(code: str, programs: Programs) -> list[float]:
    """Play a table to its end; return how long each move took."""
    rng, times = random.Random(code), list[float]()
    while (game := Game.objects.get(code=code)).stage in RUNNING:
        if game.stage != Stage.DEAL:
            Game.objects.filter(pk=game.pk, stage=Stage.DRAWING).update(due_at=timezone.now())
            time.sleep(0.1)
            continue
        state = state_of(code)
        player = next(iter(waiting_for(state)))
        user, view = game.seats.select_related("user").get(player=player).user, view_for(state, player)
        assert user is not None, "programs sit everywhere"
        action: Action = Claim(player) if view.may_claim and rng.random() < CLAIMS else bots.choose(view, rng)
        action = AnswerClaim(player, accept=True) if view.claim is not None else action
        times.append(programs.move(code, user, action, game.version))
    return times


def begin_many_tables(cluster: Cluster, tables: int) -> None:
    """Begin a round of so many tables while others play, and print how long both took."""
    tournament = announced(rounds=1, kind=TournamentKind.SWISS, limit=3 * tables, name="Many")
    enter_many(tournament, 3 * tables)
    programs, moves, is_open = Programs(cluster), list[float](), threading.Event()

    def move_on() -> None:
        while not is_open.is_set():
            code = begin(new_player(), new_player(), new_player())
            while not is_open.is_set() and Game.objects.get(code=code).stage == Stage.DEAL:
                moves.extend(play_once(code, programs))

    mover = threading.Thread(target=lambda: connected(move_on))
    mover.start()
    until(lambda: len(moves) > 20)
    quiet, moves[:] = max(moves[10:]), []
    due_now(tournament)
    places = TournamentSeat.objects.filter(round__tournament=tournament)
    until(lambda: places.filter(game__isnull=False).count() == 3 * tables)
    is_open.set()
    mover.join()
    began = tournament.played_rounds.get().started_at
    last = Game.objects.filter(round__tournament=tournament).latest("created_at").created_at
    show(f"{tables} tables open {(last - began).total_seconds():.2f} s after their round has begun")
    show(f"slowest of {len(moves)} moves elsewhere: {1000 * max(moves):.0f} ms; before: {1000 * quiet:.0f} ms")


def enter_many(tournament: Tournament, count: int) -> None:
    """Store so many new participants who have checked in: guests who come one by one would take minutes."""
    now = timezone.now()
    names = [f"Many {number}" for number in range(count)]
    people = User.objects.bulk_create(User(username=name, is_guest=True) for name in names)
    TournamentEntry.objects.bulk_create(
        TournamentEntry(tournament=tournament, user=user, entered_at=now, checked_in_at=now) for user in people
    )


def play_once(code: str, programs: Programs) -> list[float]:
    """Make one move at this table; return how long it took."""
    game, state = Game.objects.get(code=code), state_of(code)
    player = next(iter(waiting_for(state)), None)
    if player is None:
        return []
    user = game.seats.select_related("user").get(player=player).user
    assert user is not None, "people sit everywhere"
    return [programs.move(code, user, bots.choose(view_for(state, player), random.Random(game.version)), game.version)]


def connected(do: Callable[[], list[float] | None]) -> list[float]:
    """Do this in a thread, whose database connection is closed afterwards."""
    try:
        return do() or []
    finally:
        connection.close()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)


def show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
