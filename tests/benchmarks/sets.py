"""Figures of sets of deals: `python -m tests.benchmarks.sets [equality | closing | pages]`, each alone or all.

`equality` plays boards twice with the same moves in two processes, one of them beside busy threads, and compares them
card by card. `closing` stores the results of a set while somebody else writes. `pages` measures the pages of a set with
many results. The last two fill a database of their own.
"""

import argparse
import os
import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from hashlib import sha256
from threading import Event as Signal, Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from games.values import BoardFacts

if TYPE_CHECKING:
    from games.models import DealSet

BUSY_THREADS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure sets of deals.")
    parser.add_argument("what", nargs="?", choices=["equality", "closing", "pages"])
    parser.add_argument("--boards", type=int, default=200, help="how many boards are played twice")
    parser.add_argument("--participants", type=int, default=2000, help="how many close a set of eight boards")
    parser.add_argument("--results", type=int, default=20_000, help="how many results a board has")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/sets.sqlite3")
        is_good = True
        if options.what in (None, "equality"):
            is_good = equality(options.boards)
        if options.what in (None, "closing"):
            _set_up()
            closing(options.participants)
        if options.what in (None, "pages"):
            _set_up()
            pages(options.results)
    sys.exit(not is_good)


def equality(count: int) -> bool:
    """Play so many boards twice; return whether all are equal."""
    with ProcessPoolExecutor(2) as processes:
        one = processes.submit(_play_all, count, False)
        two = processes.submit(_play_all, count, True)
        different = sum(first != second for first, second in zip(one.result(), two.result(), strict=True))
    print(f"{count} boards played twice: {count - different} equal card by card, {different} different")
    return not different


def _play_all(count: int, busy: bool) -> list[str]:
    """Return the hash of each board's events, played maybe beside other work in the same process."""
    import django

    django.setup()
    stop = Signal()
    threads = [Thread(target=_work, args=[stop]) for _ in range(BUSY_THREADS * busy)]
    for thread in threads:
        thread.start()
    try:
        return [_play(number) for number in range(count)]
    finally:
        stop.set()


def _work(stop: Signal) -> None:
    while not stop.is_set():
        sum(range(10_000))


def _play(number: int) -> str:
    """Play a board, whose person makes the same moves whenever it is played; return the hash of its events."""
    from games import bots, engine
    from games.bots.selfplay import random_deal
    from games.play.bot_moves import Bot
    from games.play.modes import boards

    rng, facts = random.Random(number), BoardFacts(0, "benchmark", 1 + number % 9, number % 3)
    key = facts.key(sha256(str(number).encode()).hexdigest())
    log: list[engine.Event] = [random_deal(number, rng)]
    state = engine.replay(log)
    while waiting := engine.waiting_for(state):
        view = engine.view_for(state, waiting[0])
        if state.phase is engine.Phase.PEEKING or waiting[0] == facts.player:
            action = bots.choose(view, rng)
        else:
            bot = Bot(waiting[0], bots.Level.EXPERT, bots.PlayingStyle.STEADY, facts.code)
            action = bot.choose(state, boards.generator_at(key, boards.position_of(log, waiting[0])))
        for event in engine.decide(state, action):
            log.append(event)
            state = engine.evolve(state, event)
    return sha256(repr(log).encode()).hexdigest()


def _set_up() -> None:
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", verbosity=0)


def filled_set(kind: str, participants: int, boards: int) -> "DealSet":
    """Return a set of so many boards, all of which as many people have finished."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Board, BoardPlay, DealSet, Game
    from games.play import chain
    from games.values import Stage

    now, rng = timezone.now(), random.Random(participants)
    first = User.objects.count()
    people = User.objects.bulk_create(
        [User(username=f"Person {first + number}", is_guest=True) for number in range(participants)]
    )
    of_set = DealSet.objects.create(
        code=f"{kind}-{first}", kind=kind, root=chain.new_root(), opens_at=now - timedelta(days=1), closes_at=now
    )
    rules = {"peek": "none", "bidding": "standard", "target": 500, "bag_limit": 10}
    for number in range(1, boards + 1):
        board = Board.objects.create(
            deal_set=of_set, number=number, dealer=0, player=0, points=[0] * 3, bags=[0] * 3, expert_points=40, **rules
        )
        games = Game.objects.bulk_create(
            [
                Game(code=f"{of_set.pk}-{number}-{user.pk}"[:12], host=user, stage=Stage.CLOSED, board=board, **rules)
                for user in people
            ]
        )
        BoardPlay.objects.bulk_create(
            [
                BoardPlay(
                    board=board,
                    user=user,
                    game=game,
                    started_at=now,
                    finished_at=now,
                    points=rng.randint(-140, 140),
                    bid=rng.randint(2, 7),
                    nils=0,
                    contract=5,
                    tricks=rng.randint(0, 13),
                    declarer=bool(rng.randrange(2)),
                )
                for user, game in zip(people, games, strict=True)
            ]
        )
    return of_set


def closing(participants: int) -> None:
    """Print how long closing a set takes, and how long other writers wait meanwhile, and before with nothing else."""
    from django.utils import timezone

    from games.competitions.sets import closing as closing_sets
    from games.management.garbage import freeze_loaded_objects
    from games.models import SetResult
    from tests.benchmarks.other_writes import beside

    filled_set("special", participants, 8)
    freeze_loaded_objects()  # as processes that serve the site do

    def close() -> None:
        steps = 0
        while not SetResult.objects.exists() or steps:
            steps = closing_sets.close_due(timezone.now() + closing_sets.GRACE)

    print(f"closing a set of 8 boards with {participants} participants: {beside(close)}")


def pages(results: int) -> None:
    """Print the queries, the time and the processor time of the pages of a closed set with so many results."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from accounts.models import User
    from games.competitions.sets import closing as closing_sets

    of_set = filled_set("special", results, 1)
    closing_sets.store_results(of_set, timezone.now())
    client = Client()
    client.force_login(User.objects.latest("pk"), backend="django.contrib.auth.backends.ModelBackend")
    for path in (f"/sets/{of_set.code}/", f"/sets/{of_set.code}/?board=1"):
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            began, work = perf_counter(), process_time()
            answer = client.get(path)
            seconds, work = perf_counter() - began, process_time() - work
        print(
            f"{path} with {results} results: status {answer.status_code}, {len(queries)} queries,"
            f" {1000 * seconds:.0f} ms, {1000 * work:.0f} ms of processor time, {len(answer.content) / 1024:.0f} KiB"
        )


if __name__ == "__main__":
    main()
