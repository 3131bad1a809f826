"""The end of a season: `python -m tests.benchmarks.seasons`. It fills a database of its own with players of a month, of
whom most have played in the month before too, and closes the season while somebody else writes.
"""

import argparse
import os
import tempfile


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the end of a season.")
    parser.add_argument("--players", type=int, default=2000, help="how many the season has")
    players = parser.parse_args().players
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/seasons.sqlite3")
        closing(players)


def closing(players: int) -> None:
    """Print how long closing a season takes, and notifying its players, and how long other writes wait meanwhile."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)

    from games.competitions.ladders import services
    from games.management.garbage import freeze_loaded_objects
    from games.models import Season, SeasonLadder
    from tests.benchmarks.other_writes import beside
    from tests.competitions.ladders.seasons import rated, registered

    people, before, month = registered(players), "2026-09", "2026-10"
    rated(people[players // 10 :], before)
    rated(people[: -players // 10], month)
    first = Season.objects.create(ladder=SeasonLadder.TABLES, month=before)
    services.close(first, services.closes_at(before))
    season, now = Season.objects.get(ladder=SeasonLadder.TABLES, month=month), services.closes_at(month)
    freeze_loaded_objects()  # as processes that serve the site do
    print(f"closing a season of {players} players: {beside(lambda: services.close(season, now))}")
    print(f"notifying them: {beside(lambda: services.notify_players(season, now))}")


if __name__ == "__main__":
    main()
