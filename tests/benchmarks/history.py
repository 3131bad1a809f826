"""How fast the pages of results are with a long history: `python -m tests.benchmarks.history [--deals 1000000]`.

Measures the database of DATABASE_URL, SQLite or PostgreSQL. An empty one is first filled with generated games and one
game that is really played, to be reviewed. Prints for each page the median time, the processor time of this process,
the number of queries and the size. Exits with an error if a page takes too long.
"""

import argparse
import os
import sys
from statistics import median
from time import perf_counter, process_time

import django
from django.core.management import call_command

ROUNDS = 7
STAR = "Star"
PAGES = (
    "/players/Star/",
    "/players/Star/games/",
    "/players/Star/games/?end",
    "/players/Star/games/?sort=most&end",
    "/players/Star/deals/",
    "/players/Star/deals/?end",
    "/players/Star/deals/?sort=most",
    "/players/Star/deals/?sort=most&end",
    "/players/Star/deals/?role=declarer&bidding=mirror&company=bots&end",
    "/players/Star/deals/?opponent=Player 00007",
    "/players/Star/deals/?opponent=Player 00007&end",
    "/players/Star/deals/?peek=four",
    "/players/Star/deals/?role=defender&bidding=whiz&company=people&opponent=Player 00499&sort=most&end",
    "/players/Star/deals/?since=2026-01-01&until=2026-01-31&sort=fewest",
    "/players/Star/statistics/",
    "/players/Star/statistics/?role=declarer",
    "/people/ranks/",
    "/people/ranks/?company=bots&bidding=mirror",
    "/tables/{generated}/",
    "/tables/{generated}/sheet/",
    "/tables/{played}/sheet/",
    "/tables/{played}/deals/1/?at=30",
    "/tables/{played}/deals/1/?at=30&as=1",
    "/tables/{played}/deals.pbn",
)
LONGEST_MS = 150


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the pages of results.")
    parser.add_argument("--deals", type=int, default=1_000_000)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings  # needs Django set up

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    fill(options.deals)
    slowest = report()
    if slowest > LONGEST_MS:
        sys.exit(f"The slowest page took {slowest:.0f} ms, more than {LONGEST_MS}.")


def fill(deals: int) -> None:
    """Bring the database up to date, and fill it if it is empty."""
    from games.models import Event, Game
    from tests.benchmarks import sample_history  # these need Django set up

    call_command("migrate", verbosity=0)
    if not Game.objects.exists():
        sample_history.fill_database(deals, star=STAR)
    if not Event.objects.exists():
        play()


def play() -> None:
    """Really play a deal, with all analyses for its review."""
    from games.engine import replay
    from games.review import analysis_jobs
    from games.review.queries import reviewed_deals  # these need Django set up
    from tests.tables import begin, finish_deals, new_player

    code, reader = begin(new_player()), new_player()
    finish_deals(code)
    analysis_jobs.request_analysis(replay(reviewed_deals(code, reader, 1)[0].log), permanent=True, asked_by="")
    while analysis_jobs.run_next():
        pass


def report() -> float:
    """Print the measurements of every page; return the milliseconds of the slowest."""
    from django.db import connection  # needs Django set up

    from games.models import Deal, DealResult, Event, GameResult

    star_deals = DealResult.objects.filter(user__username=STAR).count()
    print(f"{connection.vendor}: {Deal.objects.count():,} deals, {star_deals:,} of them {STAR}’s")
    generated = GameResult.objects.filter(user__username=STAR).latest("at").game.code
    played = Event.objects.select_related("game").latest("pk").game.code
    slowest = 0.0
    for page in PAGES:
        address = page.format(generated=generated, played=played)
        seconds, work, queries, size = measured(address)
        slowest = max(slowest, 1000 * seconds)
        print(f"{1000 * seconds:7.1f} ms ({1000 * work:5.1f}) {queries:3} queries {size / 1024:5.0f} KiB  {page}")
    return slowest


def measured(address: str) -> tuple[float, float, int, int]:
    """The median seconds of a page and of this process's work on it, its queries and its bytes."""
    from django.db import connection  # needs Django set up
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, times, works = Client(), [], []
    for _ in range(ROUNDS):
        start, began = perf_counter(), process_time()
        answer = client.get(address)
        times.append(perf_counter() - start)
        works.append(process_time() - began)
        assert answer.status_code == 200, address
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return median(times), median(works), len(captured), len(answer.content)


if __name__ == "__main__":
    main()
