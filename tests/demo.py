"""Fills the database of `make dev`, and prints links that sign browsers in: `DEBUG=1 python -m tests.demo`.

What is there already stays: a player, the history, a table in the middle of a deal, sets of deals with results, a
trio, a club, tournaments, seasons.
"""

import argparse
import os
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth.models import Group  # noqa: E402  # models exist only now
from django.core.management import call_command  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Game  # noqa: E402
from games.play.snapshot import Snapshot  # noqa: E402
from games.values import Stage  # noqa: E402
from tests.benchmarks import sample_history  # noqa: E402
from tests.clubs import demo as demo_clubs  # noqa: E402
from tests.competitions.ladders import demo as demo_seasons  # noqa: E402
from tests.competitions.sets import demo as demo_sets  # noqa: E402
from tests.competitions.tournaments import demo as demo_tournaments  # noqa: E402
from tests.tables import begin, deal, finish_deals, play_on  # noqa: E402

PEOPLE: Final = ("Ana", "Ben", "Cleo")
STAR: Final = "Star"
STAFF: Final = "Staff"
PASSWORD: Final = "demo-spades"
DEALS: Final = 11_000
"""A tenth of them are the star's, more than a thousand."""

FINISHED_DEALS: Final = 2
TRICKS: Final = 4
"""How far the table has come: deals before the present one, and tricks of that."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.demo", description=__doc__)
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="where the site is (default %(default)s)")
    site = parser.parse_args().site
    call_command("migrate", verbosity=0)
    code = fill()
    print("\nEach link signs one browser in, once:")
    call_command("sign_in_links", *PEOPLE, site=site, next=f"/tables/{code}/")
    call_command("sign_in_links", STAR, site=site, next=f"/players/{STAR}/")
    call_command("sign_in_links", STAFF, site=site, next="/admin/")
    print(f"The password of all five is {PASSWORD}. More links: DEBUG=1 manage.py sign_in_links NAME ...\n")


def fill(deals: int = DEALS) -> str:
    """Store what is missing; return the code of the table in the middle of a deal."""
    if not Game.objects.exists():
        sample_history.fill_database(deals, players=50, star=STAR)
    for name in (*PEOPLE, STAR, STAFF):
        _give_password(name)
    staff = User.objects.filter(username=STAFF)
    staff.update(is_staff=True)
    staff.get().groups.set([Group.objects.get(name="Administrator")])
    people = [User.objects.get(username=name) for name in PEOPLE]
    demo_sets.fill([*people, User.objects.get(username=STAR)])
    demo_clubs.fill(people)
    demo_tournaments.fill(people)
    demo_seasons.fill(people)
    return _table()


def _give_password(name: str) -> None:
    user, _ = User.objects.get_or_create(username=name)
    if not user.password or not user.has_usable_password():
        user.set_password(PASSWORD)
        user.save()


def _table() -> str:
    """Return the code of the table of Ana, Ben and Cleo: one in a deal if there is one, else a new one."""
    people = [User.objects.get(username=name) for name in PEOPLE]
    under_way = Game.objects.filter(host=people[0], stage=Stage.DEAL).first()
    if under_way is not None:
        return under_way.code
    code = begin(*people)
    finish_deals(code, FINISHED_DEALS)
    deal(code)
    play_on(code, _is_in_the_middle)
    return code


def _is_in_the_middle(table: Snapshot) -> bool:
    return table.stage is Stage.DEAL and table.view is not None and len(table.view.tricks) == TRICKS


if __name__ == "__main__":
    main()
