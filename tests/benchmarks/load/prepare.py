"""Creates tables to measure in a new database and prints them: `python -m tests.benchmarks.load.prepare
COUNT TRIOS`.
"""

import json
import sys

import django

django.setup()

from django.core.management import call_command  # noqa: E402  # models exist only now
from django.db import connection, transaction  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.signing_in.guests import create_guest  # noqa: E402
from games.engine import PLAYERS, Rules  # noqa: E402
from games.lobby import tables  # noqa: E402
from games.play import game_rows, turns  # noqa: E402
from games.values import TableOptions  # noqa: E402
from tests.clients import session_of  # noqa: E402

RULES = Rules(target=1000)


def table_of(users: list[User]) -> str:
    """A private game of three people, its first deal dealt; returns its code."""
    host, *others = users
    code = tables.open_table(host=host, rules=RULES, name="A table", options=TableOptions()).code
    for player, user in enumerate(others, start=1):
        tables.sit(code=code, user=user, player=player)
    tables.start(code=code, host=host, version=game_rows.lock(code).version)
    turns.start_deal(game_rows.lock(code))
    return code


def prepare(count: int, trios: int) -> list[dict[str, object]]:
    """`count` tables; the same three people sit at every table number modulo `trios`."""
    people = [[create_guest(f"Player {trio}.{player}") for player in PLAYERS] for trio in range(trios)]
    sessions = [[session_of(user) for user in users] for users in people]
    return [{"code": table_of(people[n % trios]), "sessions": sessions[n % trios]} for n in range(count)]


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        json.dump(prepare(*map(int, sys.argv[1:])), sys.stdout)
    connection.close()
